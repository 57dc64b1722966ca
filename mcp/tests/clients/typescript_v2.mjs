// The client of the TypeScript SDK, version 2, which speaks both revisions.

import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

import { LEGACY, MODERN, run } from './checks.mjs';

async function connect(where, revision, answer) {
  let changes = 0;
  let heard = () => {};
  const client = new Client(
    { name: 'checks', version: '1.0.0' },
    {
      capabilities: answer ? { elicitation: { form: {} } } : {},
      versionNegotiation: { mode: revision === LEGACY ? 'legacy' : 'auto' },
      listChanged: {
        tools: {
          autoRefresh: false,
          debounceMs: 0,
          onChanged: () => {
            changes += 1;
            heard();
          }
        }
      }
    }
  );
  if (answer) {
    client.setRequestHandler('elicitation/create', async ({ params }) => answer(params.message));
  }
  const transport =
    typeof where === 'string'
      ? new StreamableHTTPClientTransport(new URL(where))
      : new StdioClientTransport({ command: where[0], args: where.slice(1), stderr: 'ignore' });
  await client.connect(transport);
  return {
    revision: () => client.getNegotiatedProtocolVersion(),
    instructions: () => client.getInstructions(),
    tools: async () => (await client.listTools()).tools,
    call: async (name, args, signal) => {
      const result = await client.callTool({ name, arguments: args }, { signal });
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

await run('TypeScript SDK 2', connect, [LEGACY, MODERN]);
