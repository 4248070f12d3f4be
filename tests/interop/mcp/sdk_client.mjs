// sdk_client.mjs T2S DATABASE: the official TypeScript SDK as a client of `t2s mcp`, over standard input and output and over HTTP.
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { CreateMessageRequestSchema, LoggingMessageNotificationSchema } from '@modelcontextprotocol/sdk/types.js';
import { assert, check, start } from './check.mjs';

const [t2s, database] = process.argv.slice(2);
const endless = 'WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n';

async function connected(transport) {
  const client = new Client({ name: 'interop', version: '1' }, { capabilities: { sampling: {} } });
  client.prompts = [];
  client.logged = [];
  client.setRequestHandler(CreateMessageRequestSchema, async (asked) => {
    client.prompts.push(asked.params);
    return { role: 'assistant', model: 'by hand', content: { type: 'text', text: 'SELECT count(*) FROM rivers' } };
  });
  client.setNotificationHandler(LoggingMessageNotificationSchema, (said) => client.logged.push(said.params));
  await client.connect(transport);
  return client;
}

async function all(client, how) {
  const call = (name, args, options) => client.callTool({ name, arguments: args }, undefined, options);
  await check(`${how}: what is offered`, async () => {
    assert.equal(client.getServerVersion().name, 't2s');
    assert.match(client.getInstructions(), /countries/);
    await client.ping();
    const { tools } = await client.listTools();  // the client compiles the output schemas, and checks results by them
    assert.deepEqual(tools.map((t) => t.name), ['describe', 'link', 'query', 'check', 'repair', 'explain', 'ask']);
    assert(tools.every((t) => t.annotations.readOnlyHint && t.outputSchema));
  });
  await check(`${how}: every tool`, async () => {
    const asked = { question: 'How many rivers are there?' };
    assert.match((await call('describe', asked)).content[0].text, /CREATE TABLE rivers/);
    assert.equal((await call('link', asked)).structuredContent.tables[0].name, 'rivers');
    assert.equal((await call('query', { sql: 'SELECT count(*) FROM rivers' })).structuredContent.rows[0][0], 68);
    assert.equal((await call('check', { sql: 'SELECT nam FROM rivers' })).structuredContent.proposal.sql, 'SELECT name FROM rivers');
    assert.equal((await call('repair', { sql: 'SELECT count(*) FROM river' })).structuredContent.rows[0][0], 68);
    assert.match((await call('explain', { sql: 'SELECT name FROM rivers WHERE length_km > 5000' })).content[0].text, /Keeps those where/);
    const answer = (await call('ask', asked)).structuredContent;
    assert.equal(answer.rows[0][0], 68);
    assert.equal(answer.system, 'offline');
  });
  await check(`${how}: errors that a model can act on`, async () => {
    const wrong = await call('query', { sql: 'SELECT * FROM river' });
    assert(wrong.isError);
    assert.match(wrong.content[0].text, /near: rivers/);
    assert.equal(wrong.structuredContent.error.near[0], 'rivers');
    assert((await call('query', { sql: 'DELETE FROM rivers' })).isError);
    assert((await call('query', {})).isError);
    await assert.rejects(call('nothing', {}), /Unknown tool/);
  });
  await check(`${how}: pages`, async () => {
    const sql = 'SELECT name FROM rivers ORDER BY name';
    const names = [];
    for (let offset = 0; offset !== null;) {
      const page = (await call('query', { sql, limit: 30, offset })).structuredContent;
      names.push(...page.rows);
      offset = page.next_offset;
    }
    assert.equal(names.length, 68);
  });
  await check(`${how}: resources, templates, prompts, completion`, async () => {
    const { resources } = await client.listResources();
    assert.equal(resources[0].uri, 't2s://countries/schema');
    for (const { uri } of resources) assert.match((await client.readResource({ uri })).contents[0].text, /CREATE TABLE/);
    await assert.rejects(client.readResource({ uri: 't2s://countries/table/none' }), /no resource/);
    assert.equal((await client.listResourceTemplates()).resourceTemplates.length, 2);
    const prompt = await client.getPrompt({ name: 'question', arguments: { question: 'How many rivers?' } });
    assert.match(prompt.messages[0].content.text, /CREATE TABLE rivers/);
    const ref = { type: 'ref/resource', uri: 't2s://{database}/table/{table}' };
    assert.deepEqual((await client.complete({ ref, argument: { name: 'table', value: 'rivers' } })).completion.values, ['rivers']);
  });
  await check(`${how}: sampling`, async () => {
    const answer = (await call('ask', { question: 'How many rivers are there?', model: 'always' })).structuredContent;
    assert.equal(answer.system, 'few-shot-corrected');
    assert.equal(answer.rows[0][0], 68);
    assert.equal(client.prompts.length, 1);
    assert.match(JSON.stringify(client.prompts[0].messages), /CREATE TABLE/);
  });
  await check(`${how}: logging`, async () => {
    client.logged.length = 0;
    await call('query', { sql: 'SELECT * FROM river' });
    assert.equal(client.logged[0].level, 'notice');
    await client.setLoggingLevel('error');
    await call('query', { sql: 'SELECT * FROM river' });
    assert.equal(client.logged.length, 1);
  });
  await check(`${how}: cancellation, and pings meanwhile`, async () => {
    const cancel = new AbortController();
    const running = call('query', { sql: endless }, { signal: cancel.signal });
    const ended = assert.rejects(running, /abort|enough/i);
    for (let i = 0; i < 5; ++i) await client.ping();
    cancel.abort('enough');
    await ended;
    const begin = Date.now();
    await Promise.all([1, 2, 3, 4].map(() => call('query', { sql: 'SELECT 1' })));  // no thread is taken any more
    assert(Date.now() - begin < 5000);
  });
  await check(`${how}: many calls at a time`, async () => {
    const sums = await Promise.all(Array.from({ length: 30 }, (_, i) => call('query', { sql: `SELECT ${i} + 1` })));
    sums.forEach((r, i) => assert.equal(r.structuredContent.rows[0][0], i + 1));
  });
}

const stdio = new StdioClientTransport({ command: t2s, args: ['mcp', '--db', database], stderr: 'pipe' });
const piped = await connected(stdio);
await all(piped, 'stdio');
await piped.close();

const server = start(t2s, ['mcp', '--db', database, '--http', '127.0.0.1:0']);
const [line] = await once(createInterface(server.stderr), 'line');
const url = new URL(line.match(/http:\S+/)[0]);
const transport = new StreamableHTTPClientTransport(url);
const http = await connected(transport);
await all(http, 'http');
await check('http: the end of a session', async () => {
  await transport.terminateSession();
  await http.close();
  const gone = await fetch(url, { method: 'GET', headers: { accept: 'text/event-stream', 'mcp-session-id': 'none' } });
  assert.equal(gone.status, 404);
});
await check('http: foreign Host and Origin', async () => {
  const foreign = await fetch(url, { method: 'POST', headers: { origin: 'http://evil.example.com', 'content-type': 'application/json' }, body: '{}' });
  assert(foreign.status >= 400 && foreign.status < 500, String(foreign.status));
});
await check('http: it ends when it is told to', async () => {
  const ended = once(server, 'exit');
  server.kill('SIGTERM');
  assert.equal((await ended)[0], 0);
});
process.exit(0);
