// The client of the TypeScript SDK, version 1, which speaks 2025-11-25.

import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import {
  ElicitRequestSchema,
  ToolListChangedNotificationSchema
} from '@modelcontextprotocol/sdk/types.js';

import { LEGACY, run } from './checks.mjs';

async function connect(where, _revision, answer) {
  const capabilities = answer ? { elicitation: { form: {} } } : {};
  const client = new Client({ name: 'checks', version: '1.0.0' }, { capabilities });
  if (answer) {
    client.setRequestHandler(ElicitRequestSchema, async ({ params }) => answer(params.message));
  }
  let changes = 0;
  let heard = () => {};
  client.setNotificationHandler(ToolListChangedNotificationSchema, () => {
    changes += 1;
    heard();
  });
  const transport =
    typeof where === 'string'
      ? new StreamableHTTPClientTransport(new URL(where))
      : new StdioClientTransport({ command: where[0], args: where.slice(1), stderr: 'ignore' });
  await client.connect(transport);
  return {
    revision: () => transport.protocolVersion ?? transport._protocolVersion ?? LEGACY,
    instructions: () => client.getInstructions(),
    tools: async () => (await client.listTools()).tools,
    call: async (name, args, signal) => {
      const result = await client.callTool({ name, arguments: args }, undefined, { signal });
      return {
        failed: result.isError ?? false,
        value: result.structuredContent,
        text: result.content[0].text
      };
    },
    // How often the list has changed, once it is at least so often.
    changes: least =>
      new Promise(resolve => {
        heard = () => changes >= least && resolve(changes);
        heard();
      }),
    close: () => client.close()
  };
}

await run('TypeScript SDK 1', connect, [LEGACY]);
