"""A FastMCP server with tools that misbehave, one way each.

Its words: a file that it notes its process id in, and how it starts: badly, as `silent`,
`garbage` or `ends`, or `older`, where it ends at being asked in the newer revision.
"""

import os
import sys
import time

import anyio
from fastmcp import Context, FastMCP
from mcp_types import (
    ElicitRequest,
    ElicitRequestFormParams,
    InputRequiredResult,
    RequestParams,
    SamplingMessage,
    SubscriptionsListenRequestParams,
    TextContent,
    ToolListChangedNotification,
)
from mcp.server.subscriptions import InMemorySubscriptionBus, ListenHandler, ToolsListChanged

# Whatever is made of standard output later on, this is where messages go.
OUTPUT = os.dup(1)
# Who listens in the newer revision.
CHANGES = InMemorySubscriptionBus()

server = FastMCP("unruly", instructions="Ask the unruly server last.")


def is_older(context):
    return context.request_context.protocol_version < "2026-07-28"


@server.tool(annotations={"readOnlyHint": True})
def echo(text: str) -> str:
    """Gives back what it is given."""
    return text


@server.tool(annotations={"readOnlyHint": True})
def number(value: int) -> dict:
    """Gives back a number, with every digit."""
    return {"value": value}


@server.tool
def fail(why: str) -> str:
    """Never works."""
    raise ValueError(why)


@server.tool
async def hang() -> str:
    """Never answers, and goes on with other calls."""
    await anyio.sleep_forever()


@server.tool
async def stop() -> str:
    """Never answers, and nothing else is answered either."""
    time.sleep(1_000_000)


@server.tool
def die() -> str:
    """Ends the process in the middle of the call."""
    print("it dies now", file=sys.stderr, flush=True)
    os._exit(3)


@server.tool
def flood(megabytes: int) -> str:
    """Floods standard error, then answers."""
    line = b"x" * 1023 + b"\n"
    for _ in range(megabytes * 1024):
        os.write(2, line)
    return "flooded"


@server.tool
def babble() -> str:
    """Writes what is no message to standard output, then answers."""
    os.write(OUTPUT, b"hello\n\x00\xff\xfe\n{\"jsonrpc\": \"2.0\", \"id\":\n[1, 2\n{}\nnull\n")
    return "babbled"


def fresh() -> str:
    """Is new."""
    return "fresh"


@server.tool
async def change(context: Context) -> str:
    """Adds a tool, removes one and gives another a parameter more."""
    server.add_tool(fresh)
    server.local_provider.remove_tool("fail")
    server.local_provider.remove_tool("echo")

    def echo(text: str, times: int = 1) -> str:
        """Gives back what it is given, several times."""
        return text * times

    server.add_tool(echo)
    # FastMCP tells nobody by itself.
    if is_older(context):
        await context.send_notification(ToolListChangedNotification())
    else:
        await CHANGES.publish(ToolsListChanged())
    return "changed"


@server.tool
async def ask(context: Context) -> str | InputRequiredResult:
    """Asks a person for a name, in the way of the revision that is spoken."""
    if is_older(context):
        answer = await context.elicit("Who are you?", response_type=str)
        return f"{answer.action}: {getattr(answer, 'data', None)}"
    answers = context.input_responses
    if answers is None:
        schema = {
            "type": "object",
            "properties": {"value": {"type": "string"}},
            "required": ["value"],
        }
        params = ElicitRequestFormParams(message="Who are you?", requested_schema=schema)
        return InputRequiredResult(
            input_requests={"who": ElicitRequest(params=params)}, request_state="asked"
        )
    answer = answers["who"]
    given = (answer.content or {}).get("value")
    return f"{answer.action}: {given}, {context.request_state}"


@server.tool
async def sample(context: Context) -> str:
    """Asks the model of its client something."""
    message = SamplingMessage(role="user", content=TextContent(type="text", text="Who?"))
    answer = await context.session.create_message([message], max_tokens=10)
    return str(answer)


with open(sys.argv[1], "a") as ids:
    print(os.getpid(), file=ids)
how = sys.argv[2] if len(sys.argv) > 2 else ""
if how == "ends":
    print("there is no configuration at /etc/unruly", file=sys.stderr)
    sys.exit(2)
if how == "silent":
    time.sleep(1_000_000)
if how == "garbage":
    while True:
        os.write(OUTPUT, b"progress: 7 percent\n")


async def ends(_context, _params):
    """A server that is asked in a revision that it has never heard of."""
    os._exit(1)


# FastMCP has no way to set these by itself.
handlers = server._mcp_server
handlers.add_request_handler(
    "subscriptions/listen", SubscriptionsListenRequestParams, ListenHandler(CHANGES)
)
if how == "older":
    handlers.add_request_handler("server/discover", RequestParams, ends)
server.run(show_banner=False)
