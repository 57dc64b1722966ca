// What every client in TypeScript checks, whichever library it is of.

import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { isDeepStrictEqual as same } from 'node:util';

const RULES = process.env.RULES;
const TOOLS = ['add', 'total', 'today', 'spin', 'refuse', 'chatter', 'count', 'pay_back'];
export const LEGACY = '2025-11-25';
export const MODERN = '2026-07-28';

// For an event that comes at once, in milliseconds; a machine may be busy.
const SOON = 20000;

class Failed extends Error {}

/** Says what does not hold, and ends the checks. */
function expect(what, found, expected) {
  if (same(found, expected)) return;
  throw new Failed(
    `${what}\n  expected: ${JSON.stringify(expected)}\n  found:    ${JSON.stringify(found)}`
  );
}

function holds(what, condition, found) {
  if (!condition) throw new Failed(`${what}\n  found: ${JSON.stringify(found)}`);
}

function within(promise, what) {
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Failed(`${what}: nothing in ${SOON} ms`)), SOON);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

/** A copy of the rules that a server follows, to be edited. */
class Rules {
  constructor() {
    this.folder = fs.mkdtempSync(path.join(os.tmpdir(), 'rules-'));
    fs.cpSync(RULES, this.folder, { recursive: true });
  }

  /** The command of a server of these rules, over stdio. */
  command() {
    const server = JSON.parse(process.env.SERVER);
    return [...server, path.join(this.folder, 'rules.json'), '--root', this.folder, '--watch'];
  }

  edit(file, before, after) {
    const whole = path.join(this.folder, file);
    const text = fs.readFileSync(whole, 'utf8');
    holds(`\`${before}\` is in ${file}`, text.includes(before), text);
    fs.writeFileSync(whole, text.replace(before, after));
  }

  close() {
    fs.rmSync(this.folder, { recursive: true });
  }
}

/** A server of rules over HTTP, at a free port: its process and its URL. */
async function serveHttp(rules) {
  const [command, ...words] = [...rules.command(), '--http', '127.0.0.1:0'];
  const server = spawn(command, words, { stdio: ['ignore', 'ignore', 'pipe'] });
  const port = new Promise(resolve => {
    let log = '';
    server.stderr.on('data', data => {
      log += data;
      const found = /127\.0\.0\.1:(\d+)/.exec(log);
      if (found) resolve(found[1]);
    });
  });
  return { server, url: `http://127.0.0.1:${await within(port, 'the address')}/mcp` };
}

function accept(message) {
  for (const part of ['pay_back', 'A-1', '500']) {
    holds(`the person sees \`${part}\``, message.includes(part), message);
  }
  return { action: 'accept', content: { approve: true } };
}

function decline() {
  return { action: 'decline' };
}

async function lists(client, revision) {
  const tools = await client.tools();
  const names = tools.map(tool => tool.name).filter(name => TOOLS.includes(name));
  expect('the tools, in the order of the manifest', names, TOOLS);
  const named = name => tools.find(tool => tool.name === name);
  expect('a full schema without parameters', named('today').inputSchema.type, 'object');
  expect('what is known of `add`', named('add').annotations?.readOnlyHint, true);
  expect('what is claimed of `refuse`', named('refuse').annotations, undefined);
  let schema = named('add').outputSchema;
  if (revision === LEGACY) {
    expect('the schema is of an object', schema.type, 'object');
    schema = schema.properties.result;
  }
  expect('the type of a sum', schema.type, 'integer');
}

async function calls(client, revision) {
  const sum = await client.call('add', { a: 1, b: '2' });
  const expected = revision === LEGACY ? { result: 3 } : 3;
  expect('a sum', [sum.failed, sum.value], [false, expected]);
  expect('the same JSON as text', JSON.parse(sum.text), expected);
  const lines = [{ price: 19.99, quantity: 2 }, { price: '0.02', quantity: 1 }];
  const total = await client.call('total', { lines });
  expect('a record', [total.failed, total.value], [false, { total: 40, lines: 2 }]);
  expect('the same JSON as text', JSON.parse(total.text), total.value);
  const chatter = await client.call('chatter', {});
  expect('a script that prints', chatter.failed, false);
}

async function fails(client) {
  const bad = await client.call('add', { a: 1.5, c: 2 });
  expect('a bad argument fails the call', bad.failed, true);
  for (const part of ['`a`', '`b`', '`c`']) {
    holds(`the text names ${part}`, bad.text.includes(part), bad.text);
  }
  const refused = await client.call('refuse', { reason: 'no receipt' });
  expect('what a script throws fails the call', refused.failed, true);
  holds('the text says why', refused.text.includes('refused: no receipt'), refused.text);
  for (const name of ['ad', 'opening_hours']) {
    const error = await client.call(name, {}).then(
      result => result,
      error => error
    );
    expect('the code for an unknown tool', error.code, -32602);
    holds('the message names it', error.message.includes(name), error.message);
  }
}

async function keeps(client, revision) {
  const counts = [];
  for (let turn = 0; turn < 2; turn++) {
    const { value } = await client.call('count', {});
    counts.push(revision === LEGACY ? value.result : value);
  }
  expect('counts', counts, revision === LEGACY ? [1, 2] : [1, 1]);
}

async function cancels(client) {
  const stop = new AbortController();
  const spinning = client.call('spin', {}, stop.signal).then(
    () => 'ended',
    () => 'stopped'
  );
  const patience = new Promise(resolve => setTimeout(resolve, 500, 'runs'));
  expect('a call that never ends', await Promise.race([spinning, patience]), 'runs');
  stop.abort();
  expect('the call that was cancelled', await within(spinning, 'the end of it'), 'stopped');
  // The rules run one call at a time: this one waits for the other to stop.
  const sum = await within(client.call('add', { a: 1, b: 1 }), 'the call after it');
  expect('the call after it', sum.failed, false);
}

async function follows(client, rules, revision) {
  // Whoever begins to listen is told once, for what it may have missed.
  if (revision === MODERN) await within(client.changes(1), 'the first notice');
  // Other words of a rule: the list stays.
  rules.edit('rules.rhai', '"Monday"', '"Tuesday"');
  let text = '';
  for (const until = Date.now() + SOON; !text.includes('Tuesday') && Date.now() < until; ) {
    ({ text } = await client.call('today', {}));
  }
  holds('the rule that was edited', text.includes('Tuesday'), text);
  const before = revision === MODERN ? 1 : 0;
  expect('notices of an edit that leaves the list as it is', await client.changes(0), before);
  // One more export: a change for every client.
  rules.edit('rules.rhai', '/// Never comes', '/// Is new.\nfn fresh() -> int { 1 }\n\n/// Never comes');
  rules.edit('rules.json', '{ "name": "spin"', '{ "name": "fresh" }, { "name": "spin"');
  expect('notices of one change', await within(client.changes(before + 1), 'a notice'), before + 1);
  const names = (await client.tools()).map(tool => tool.name);
  holds('the new tool is listed', names.includes('fresh'), names);
  expect('the new tool is called', (await client.call('fresh', {})).failed, false);
}

/**
 * Runs all checks. `connect(where, revision, answer)` gives a client: `where` is a URL or a
 * command, `answer` is what the person says, or nothing where nobody can be asked.
 */
async function check(library, connect, over, revision) {
  const told = what => console.log(`ok: ${library}, ${over}, ${revision}: ${what}`);
  const rules = new Rules();
  const { server, url } = over === 'http' ? await serveHttp(rules) : {};
  const where = url ?? rules.command();
  const using = async (answer, use) => {
    const client = await connect(where, revision, answer);
    try {
      await use(client);
    } finally {
      await client.close();
    }
  };
  const pay = client => client.call('pay_back', { order: 'A-1', cents: 500 });
  try {
    await using(accept, async client => {
      expect('the revision', client.revision(), revision);
      const text = client.instructions() ?? '';
      holds('the instructions', text.includes('Ask before you pay anything back.'), text);
      told('negotiates the revision and gets the standing text');
      await lists(client, revision);
      told('lists the tools');
      await calls(client, revision);
      told('calls tools');
      await fails(client);
      told('is told what fails, and why');
      await keeps(client, revision);
      told('keeps the state of a session, or none where there are none');
      await cancels(client);
      told('cancels a call that never ends, and calls again');
      const paid = await pay(client);
      expect('an approved call', [paid.failed, paid.value], [false, { order: 'A-1', paid: 500 }]);
      told('approves a call');
    });
    await using(decline, async client => {
      expect('a call that was declined fails', (await pay(client)).failed, true);
      told('declines a call');
    });
    await using(undefined, async client => {
      const { failed, text } = await pay(client);
      expect('a call that nobody can approve fails', failed, true);
      holds('the model is told what to do', text.includes('has to approve'), text);
      told('has nobody to ask for approval');
    });
    await using(accept, async client => {
      await follows(client, rules, revision);
      told('is told when the list changes, and only then');
    });
  } finally {
    server?.kill();
    rules.close();
  }
}

/** Runs all checks over both transports in the revisions of a client. */
export async function run(library, connect, revisions) {
  for (const over of (process.env.OVER ?? 'stdio http').split(' ')) {
    for (const revision of revisions) {
      try {
        await check(library, connect, over, revision);
      } catch (error) {
        console.log(`FAILED: ${library}, ${over}, ${revision}: ${error.stack ?? error}`);
        process.exit(1);
      }
    }
  }
  process.exit(0);
}
