"""The client of the Python SDK."""

import asyncio
from contextlib import asynccontextmanager

import mcp_types as types
from mcp import Client, StdioServerParameters
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
        listed = await self.client.list_tools(cache_mode="bypass")
        return [tool.model_dump(by_alias=True, exclude_none=True) for tool in listed.tools]

    async def call(self, name, arguments):
        result = await self.client.call_tool(name, arguments)
        return bool(result.is_error), result.structured_content, result.content[0].text

    async def protocol_error(self, name, arguments):
        try:
            result = await self.client.call_tool(name, arguments)
        except MCPError as error:
            return error.code, error.message
        return None, f"a result: {result!r}"

    @asynccontextmanager
    async def listening(self):
        if self.client.protocol_version == LEGACY:
            yield self.changes
            return
        async with self.client.listen(tools_list_changed=True) as events:

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

    async def asked(_context, params):
        action, content = answer(params.message)
        return types.ElicitResult(action=action, content=content)

    if not isinstance(where, str):
        where = StdioServerParameters(command=where[0], args=where[1:])
    mode = "legacy" if revision == LEGACY else "auto"
    client = Client(
        where,
        mode=mode,
        message_handler=heard if revision == LEGACY else None,
        elicitation_callback=asked if answer else None,
    )
    async with client:
        yield Adapter(client, changes)


run("Python SDK", connect)
