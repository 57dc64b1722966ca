"""What every client in Python checks, whichever library it is of."""

import asyncio
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import traceback
from pathlib import Path

RULES = Path(os.environ["RULES"])
TOOLS = ["add", "total", "today", "spin", "refuse", "chatter", "count", "pay_back"]
LEGACY, MODERN = "2025-11-25", "2026-07-28"

# For an event that comes at once; a machine may be busy.
SOON = 20.0


class Failed(Exception):
    """What does not hold."""


def expect(what, found, expected):
    if found != expected:
        raise Failed(f"{what}\n  expected: {expected!r}\n  found:    {found!r}")


def holds(what, condition, found):
    if not condition:
        raise Failed(f"{what}\n  found: {found!r}")


class Rules:
    """A copy of the rules that a server follows, to be edited."""

    def __init__(self):
        self._folder = tempfile.TemporaryDirectory(prefix="rules-")
        self.folder = Path(self._folder.name)
        for file in RULES.iterdir():
            shutil.copy(file, self.folder)

    def command(self):
        """The command of a server of these rules, over stdio."""
        server = json.loads(os.environ["SERVER"])
        return [*server, str(self.folder / "rules.json"), "--root", str(self.folder), "--watch"]

    def edit(self, file, before, after):
        path = self.folder / file
        text = path.read_text()
        holds(f"`{before}` is in {file}", before in text, text)
        path.write_text(text.replace(before, after))

    def close(self):
        self._folder.cleanup()


class HttpServer:
    """A server of rules over HTTP, at a free port."""

    def __init__(self, rules):
        self.log = open(rules.folder / "server.log", "w+")
        command = [*rules.command(), "--http", "127.0.0.1:0"]
        self.process = subprocess.Popen(command, stderr=self.log, stdin=subprocess.DEVNULL)
        self.url = f"http://127.0.0.1:{self._port()}/mcp"

    def _port(self):
        until = time.monotonic() + SOON
        while time.monotonic() < until:
            with open(self.log.name) as log:
                text = log.read()
            if found := re.search(r"127\.0\.0\.1:(\d+)", text):
                return found[1]
            time.sleep(0.02)
        holds("the server says where it listens", False, text)

    def close(self):
        self.process.terminate()
        self.process.wait()
        self.log.close()


async def check(library, connect, over, revision):
    """Runs all checks. `connect(where, revision, answer)` gives a client to enter:

    `where` is a URL or a command, `answer` is what the person says, or nothing where nobody
    can be asked. A client has `revision()`, `instructions()`, `tools()`, `call(name,
    arguments)` with whether it failed, the structured result and the text, `protocol_error`,
    and `listening()` with a queue of the changes of the list.
    """

    def told(what):
        print(f"ok: {library}, {over}, {revision}: {what}", flush=True)

    rules = Rules()
    server = HttpServer(rules) if over == "http" else None
    where = server.url if server else rules.command()
    try:
        async with connect(where, revision, accept) as client:
            await speaks(client, revision)
            told("negotiates the revision and gets the standing text")
            await lists(client, revision)
            told("lists the tools")
            await calls(client, revision)
            told("calls tools")
            await fails(client)
            told("is told what fails, and why")
            await keeps(client, revision)
            told("keeps the state of a session, or none where there are none")
            await cancels(client)
            told("cancels a call that never ends, and calls again")
            await approves(client)
            told("approves a call")
        async with connect(where, revision, decline) as client:
            failed, _, text = await client.call("pay_back", {"order": "A-1", "cents": 500})
            expect("a call that was declined fails", failed, True)
            holds("the model is told", "approve" in text or "declined" in text, text)
            told("declines a call")
        async with connect(where, revision, None) as client:
            failed, _, text = await client.call("pay_back", {"order": "A-1", "cents": 500})
            expect("a call that nobody can approve fails", failed, True)
            holds("the model is told what to do", "has to approve" in text, text)
            told("has nobody to ask for approval")
        async with connect(where, revision, accept) as client:
            await follows(client, rules)
            told("is told when the list changes, and only then")
    finally:
        if server:
            server.close()
        rules.close()


def accept(message):
    for part in ("pay_back", "A-1", "500"):
        holds(f"the person sees `{part}`", part in message, message)
    return "accept", {"approve": True}


def decline(message):
    return "decline", None


async def speaks(client, revision):
    expect("the revision", client.revision(), revision)
    text = client.instructions() or ""
    holds("the instructions", "Ask before you pay anything back." in text, text)
    holds("the constraints", "Never promise a refund." in text, text)


async def lists(client, revision):
    tools = await client.tools()
    names = [tool["name"] for tool in tools if tool["name"] in TOOLS]
    expect("the tools, in the order of the manifest", names, TOOLS)
    by_name = {tool["name"]: tool for tool in tools}
    today, add = by_name["today"], by_name["add"]
    holds("a full schema without parameters", today["inputSchema"].get("type") == "object", today)
    expect("what is known of `add`", add["annotations"].get("readOnlyHint"), True)
    expect("what is claimed of `refuse`", by_name["refuse"].get("annotations"), None)
    schema = add["outputSchema"]
    if revision == LEGACY:
        expect("the schema is of an object", schema["type"], "object")
        schema = schema["properties"]["result"]
    expect("the type of a sum", schema["type"], "integer")
    expect("the list is the same each time", await client.tools(), tools)


async def calls(client, revision):
    failed, value, text = await client.call("add", {"a": 1, "b": "2"})
    expected = {"result": 3} if revision == LEGACY else 3
    expect("a sum", (failed, value), (False, expected))
    expect("the same JSON as text", json.loads(text), expected)
    lines = [{"price": 19.99, "quantity": 2}, {"price": "0.02", "quantity": 1}]
    failed, value, text = await client.call("total", {"lines": lines})
    expect("a record", (failed, value), (False, {"total": 40, "lines": 2}))
    expect("the same JSON as text", json.loads(text), value)
    failed, value, text = await client.call("today", {})
    expect("without arguments", json.loads(text), {"result": "Monday"} if revision == LEGACY else "Monday")
    failed, _, _ = await client.call("chatter", {})
    expect("a script that prints", failed, False)


async def fails(client):
    failed, _, text = await client.call("add", {"a": 1.5, "c": 2})
    expect("a bad argument fails the call", failed, True)
    for part in ("`a`", "`b`", "`c`"):
        holds(f"the text names {part}", part in text, text)
    failed, _, text = await client.call("refuse", {"reason": "no receipt"})
    expect("what a script throws fails the call", failed, True)
    holds("the text says why", "refused: no receipt" in text, text)
    for name in ("ad", "opening_hours"):
        code, message = await client.protocol_error(name, {})
        expect("the code for an unknown tool", code, -32602)
        holds("the message names it", name in message, message)


async def keeps(client, revision):
    counts = []
    for _ in range(2):
        _, value, _ = await client.call("count", {})
        counts.append(value["result"] if revision == LEGACY else value)
    expect("counts", counts, [1, 2] if revision == LEGACY else [1, 1])


async def cancels(client):
    call = asyncio.ensure_future(client.call("spin", {}))
    done, _ = await asyncio.wait([call], timeout=0.5)
    expect("a call that never ends", done, set())
    call.cancel()
    await asyncio.wait([call])
    # The rules run one call at a time: this one waits for the other to stop.
    failed, _, text = await asyncio.wait_for(client.call("add", {"a": 1, "b": 1}), SOON)
    expect("the call after it", (failed, "2" in text), (False, True))


async def approves(client):
    failed, value, _ = await client.call("pay_back", {"order": "A-1", "cents": 500})
    expect("an approved call", (failed, value), (False, {"order": "A-1", "paid": 500}))


async def follows(client, rules):
    async with client.listening() as changes:
        if client.revision() == MODERN:
            # Whoever begins to listen is told once, for what it may have missed.
            await asyncio.wait_for(changes.get(), SOON)
        # Other words of a rule: the list stays.
        rules.edit("rules.rhai", '"Monday"', '"Tuesday"')
        until = time.monotonic() + SOON
        text = ""
        while "Tuesday" not in text and time.monotonic() < until:
            _, _, text = await client.call("today", {})
        holds("the rule that was edited", "Tuesday" in text, text)
        # One more export: a change for every client.
        rules.edit("rules.rhai", "/// Never comes", "/// Is new.\nfn fresh() -> int { 1 }\n\n/// Never comes")
        rules.edit("rules.json", '{ "name": "spin"', '{ "name": "fresh" }, { "name": "spin"')
        await asyncio.wait_for(changes.get(), SOON)
        names = [tool["name"] for tool in await client.tools()]
        holds("the new tool is listed", "fresh" in names, names)
        failed, _, _ = await client.call("fresh", {})
        expect("the new tool is called", failed, False)
        expect("there was one change, and none for the edit before it", changes.qsize(), 0)


def run(library, connect, revisions=(LEGACY, MODERN)):
    """Runs all checks over both transports in the revisions of a client."""
    for over in os.environ.get("OVER", "stdio http").split():
        for revision in revisions:
            try:
                asyncio.run(check(library, connect, over, revision))
            except BaseException as error:
                print(f"FAILED: {library}, {over}, {revision}: {first(error)}", flush=True)
                sys.exit(1)


def first(error):
    """The first of several errors, as far as it is told apart."""
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    return error if isinstance(error, Failed) else "".join(traceback.format_exception(error))


