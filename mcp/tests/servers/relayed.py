"""The client of the Python SDK, in front of `rulebook serve` that relays servers."""

import asyncio
import json
import os
import signal
import sys
import tempfile
from contextlib import asynccontextmanager
from pathlib import Path

import mcp_types as types
from mcp import Client, StdioServerParameters

from checks import LEGACY, MODERN, HttpServer, expect, first, holds

RULES, RULEBOOK = Path(os.environ["RULES"]), os.environ["RULEBOOK"]
PATH = os.environ["PATH"]


class Relay:
    """A folder with the configuration of servers, and the command that relays them."""

    def __init__(self):
        self._folder = tempfile.TemporaryDirectory(prefix="relay-")
        self.folder = Path(self._folder.name).resolve()
        self.files = self.folder / "files"
        self.files.mkdir()
        (self.files / "a.txt").write_text("hello\n")
        servers = {
            "files": {
                "command": "mcp-server-filesystem",
                "args": [str(self.files)],
                "env": {"PATH": "${PATH}"},
                "alwaysAllow": ["write_file"],
            },
            "everything": {"type": "http", "url": "${EVERYTHING}"},
            "gone": {"command": "nowhere", "disabled": True},
        }
        (self.folder / "mcp.json").write_text(json.dumps({"mcpServers": servers}))
        self.audit = self.folder / "calls.jsonl"

    def command(self):
        unruly = f"{os.environ['PYTHON']} {os.environ['UNRULY']} {self.folder}/processes"
        return [
            *[RULEBOOK, "serve", str(RULES / "rules.json"), "--root", str(RULES)],
            *["--mcp", f"unruly={unruly}", "--mcp-env", "PATH"],
            *["--mcp-config", str(self.folder / "mcp.json"), "--mcp-approval", "destructive"],
            *["--mcp-prefix", "unruly", "--mcp-prefix", "everything=all_"],
            *["--audit", str(self.audit)],
        ]

    def calls(self):
        return [json.loads(line) for line in self.audit.read_text().splitlines()]

    def processes(self):
        """Those of the unruly server that still run."""
        started = (self.folder / "processes").read_text().split()
        return [id for id in started if lives(id)]

    def close(self):
        self._folder.cleanup()


def lives(process):
    try:
        status = Path(f"/proc/{process}/stat").read_text()
    except OSError:
        return False
    return status.rsplit(")", 1)[1].split()[0] != "Z"


class Person:
    """Whoever is asked, and what they say."""

    def __init__(self):
        self.allows, self.asked = True, []

    async def ask(self, _context, params):
        self.asked.append(params.message)
        if "May the tool" in params.message:
            if not self.allows:
                return types.ElicitResult(action="decline")
            return types.ElicitResult(action="accept", content={"approve": True})
        name = "value" if "value" in params.requested_schema["properties"] else "name"
        return types.ElicitResult(action="accept", content={name: "Ada"})


@asynccontextmanager
async def connect(where, revision, person):
    if not isinstance(where, str):
        env = {"PATH": PATH, "EVERYTHING": os.environ["EVERYTHING"]}
        where = StdioServerParameters(command=where[0], args=where[1:], env=env)
    mode = "legacy" if revision == LEGACY else "auto"
    async with Client(where, mode=mode, elicitation_callback=person.ask) as client:
        expect("the revision", client.protocol_version, revision)
        yield client


async def call(client, tool, arguments, **more):
    result = await client.call_tool(tool, arguments, **more)
    text = result.content[0].text if result.content else ""
    return bool(result.is_error), result.structured_content, text, result.content


async def lists(client):
    names = [tool.name for tool in (await client.list_tools()).tools]
    for name in ["add", "read_text_file", "all_echo", "unruly_echo"]:
        holds(f"`{name}` is listed", name in names, names)
    order = [names.index(name) for name in ["add", "unruly_echo", "read_text_file", "all_echo"]]
    expect("manifests come first, then servers as they are given", order, sorted(order))
    holds("the instructions", "Ask the unruly server last." in client.instructions, client.instructions)
    holds("the rules' own", "Ask before you pay" in client.instructions, client.instructions)


async def passes(client):
    failed, _, text, _ = await call(client, "add", {"a": 1, "b": 2})
    holds("a rule", not failed and "3" in text, text)
    _, _, text, _ = await call(client, "all_echo", {"message": "x"})
    expect("a text", text, "Echo: x")
    _, _, _, content = await call(client, "all_get-tiny-image", {})
    expect("an image", (content[1].type, content[1].mime_type), ("image", "image/png"))
    _, _, _, content = await call(client, "all_get-resource-links", {"count": 1})
    expect("a link", content[1].type, "resource_link")
    _, value, _, _ = await call(client, "all_get-structured-content", {"location": "Chicago"})
    expect("structured content", value["humidity"], 82)
    big = 9007199254740993
    _, value, _, _ = await call(client, "unruly_number", {"value": big})
    expect("every digit", value, {"value": big})
    told = []

    async def heard(done, total, _message):
        told.append((done, total))

    arguments = {"duration": 0.4, "steps": 4}
    await call(client, "all_trigger-long-running-operation", arguments, progress_callback=heard)
    holds("progress", told[:2] == [(1, 4), (2, 4)], told)


async def approves(client, relay, person):
    path = relay.files / "b.txt"
    arguments = {"path": str(path), "content": "written"}
    person.allows = False
    failed, _, text, _ = await call(client, "write_file", arguments)
    expect("what was declined", (failed, path.exists()), (True, False))
    holds("the person sees it", "write_file" in person.asked[-1] and "written" in person.asked[-1], person.asked)
    person.allows = True
    failed, _, text, _ = await call(client, "write_file", arguments)
    expect("what was allowed", (failed, path.read_text()), (False, "written"))
    path.unlink()
    failed, value, _, _ = await call(client, "read_text_file", {"path": str(relay.files / "a.txt")})
    expect("a read that nobody is asked about", (failed, value), (False, {"content": "hello\n"}))
    granted = [line for line in relay.calls() if line["tool"] == "write_file"]
    outcomes = [line["outcome"] for line in granted]
    expect("the outcomes", outcomes[-4:], ["needs_approval", "denied", "needs_approval", "ok"])
    revisions = {line["generation"] for line in granted if line["outcome"] != "denied"}
    expect("the revision of a tool is one", len(revisions), 1)


async def asks(client, revision):
    _, _, text, _ = await call(client, "unruly_ask", {})
    holds("an answer of a person reaches the server", "accept: Ada" in text, text)


async def fails(client):
    failed, _, text, _ = await call(client, "unruly_fail", {"why": "closed"})
    holds("an error of a server", failed and "closed" in text, text)
    failed, _, text, _ = await call(client, "unruly_die", {})
    holds("a server that dies", failed and "unruly" in text and "/" not in text, text)
    failed, _, text, _ = await call(client, "add", {"a": 1, "b": 2})
    expect("the rules beside it", failed, False)
    for _ in range(200):
        failed, value, _, _ = await call(client, "unruly_number", {"value": 1})
        if not failed:
            break
        await asyncio.sleep(0.1)
    expect("the server is there again", value, {"value": 1})


async def check(over, revision):
    def told(what):
        print(f"ok: rulebook serve, {over}, {revision}: {what}", flush=True)

    relay, person = Relay(), Person()
    server = HttpServer(Serving(relay)) if over == "http" else None
    try:
        async with connect(server.url if server else relay.command(), revision, person) as client:
            await lists(client)
            told("lists the tools of servers beside those of rules")
            await passes(client)
            told("passes results, content and progress through")
            await approves(client, relay, person)
            told("has a person approve a write of a server")
            await asks(client, revision)
            told("asks a person what a server asks")
            await fails(client)
            told("tells what fails, and has a server back that died")
        if server:
            server.process.send_signal(signal.SIGTERM)
            server.process.wait()
        expect("what is left running", relay.processes(), [])
        told("leaves nothing behind")
    finally:
        if server:
            server.close()
        relay.close()


class Serving:
    """What `HttpServer` starts."""

    def __init__(self, relay):
        self.folder, self.command = relay.folder, relay.command


for over in ["stdio", "http"]:
    for revision in [LEGACY, MODERN]:
        try:
            asyncio.run(check(over, revision))
        except BaseException as error:
            print(f"FAILED: rulebook serve, {over}, {revision}: {first(error)}", flush=True)
            sys.exit(1)
