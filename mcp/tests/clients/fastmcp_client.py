"""The client of FastMCP."""

import asyncio
from contextlib import asynccontextmanager

import mcp_types as types
from fastmcp import Client
from fastmcp.client.elicitation import ElicitResult
from fastmcp.client.transports import StdioTransport, StreamableHttpTransport
from mcp.client.subscriptions import listen
from mcp.shared.exceptions import MCPError

from checks import LEGACY, run


class Adapter:
    def __init__(self, client, changes):
        self.client, self.changes = client, changes

    def revision(self):
        return self.client.protocol_version

    def instructions(self):
        return self.client.instructions

    async def tools(self):
        listed = await self.client.list_tools()
        return [tool.model_dump(by_alias=True, exclude_none=True) for tool in listed]

    async def call(self, name, arguments):
        result = await self.client.call_tool(name, arguments, raise_on_error=False)
        return bool(result.is_error), result.structured_content, result.content[0].text

    async def protocol_error(self, name, arguments):
        try:
            result = await self.client.call_tool(name, arguments, raise_on_error=False)
        except MCPError as error:
            return error.code, error.message
        return None, f"a result: {result!r}"

    @asynccontextmanager
    async def listening(self):
        if self.client.protocol_version == LEGACY:
            yield self.changes
            return
        # FastMCP leaves this to the SDK that it is built on.
        async with listen(self.client.session, tools_list_changed=True) as events:

            async def pump():
                async for event in events:
                    self.changes.put_nowait(event)

            task = asyncio.ensure_future(pump())
            try:
                yield self.changes
            finally:
                task.cancel()


@asynccontextmanager
async def connect(where, revision, answer):
    changes = asyncio.Queue()

    async def heard(message):
        if isinstance(message, types.ToolListChangedNotification):
            changes.put_nowait(message)

    async def asked(message, _response_type, _params, _context):
        action, content = answer(message)
        return ElicitResult(action=action, content=content)

    if isinstance(where, str):
        transport = StreamableHttpTransport(where)
    else:
        transport = StdioTransport(command=where[0], args=where[1:], keep_alive=False)
    client = Client(
        transport,
        mode="legacy" if revision == LEGACY else "auto",
        message_handler=heard if revision == LEGACY else None,
        elicitation_handler=asked if answer else None,
        cache=None,
    )
    async with client:
        yield Adapter(client, changes)


run("FastMCP", connect)
