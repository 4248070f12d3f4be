// sdk_stateless.mjs T2S DATABASE: the official SDK for the revision without sessions, 2026-07-28, as a client of `t2s mcp`, over standard
// input and output and over HTTP; and the raw results against the protocol's own schemas.
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import * as schemas from '@modelcontextprotocol/core';
import { assert, check, start } from './check.mjs';

const [t2s, database] = process.argv.slice(2);
const version = '2026-07-28';
const endless = 'WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n';

async function connected(transport, mode) {
  const client = new Client({ name: 'interop', version: '1' }, { capabilities: { sampling: {}, elicitation: {} }, versionNegotiation: { mode } });
  client.prompts = [];
  client.setRequestHandler('sampling/createMessage', async (asked) => {
    client.prompts.push(asked.params);
    return { role: 'assistant', model: 'by hand', content: { type: 'text', text: 'SELECT count(*) FROM rivers' } };
  });
  client.setRequestHandler('elicitation/create', async () => ({ action: 'accept', content: { reading: '1' } }));
  await client.connect(transport);
  return client;
}

async function all(client, how) {
  const call = (name, args, options) => client.callTool({ name, arguments: args }, options);
  await check(`${how}: what is offered`, async () => {
    assert.equal(client.getNegotiatedProtocolVersion(), version);
    assert.equal(client.getServerVersion().name, 't2s');
    assert.match(client.getInstructions(), /countries/);
    const { tools } = await client.listTools();
    assert.deepEqual(tools.map((t) => t.name), ['describe', 'link', 'query', 'check', 'repair', 'explain', 'ask']);
  });
  await check(`${how}: every tool`, async () => {
    const asked = { question: 'How many rivers are there?' };
    assert.match((await call('describe', asked)).content[0].text, /CREATE TABLE rivers/);
    assert.equal((await call('link', asked)).structuredContent.tables[0].name, 'rivers');
    assert.equal((await call('query', { sql: 'SELECT count(*) FROM rivers' })).structuredContent.rows[0][0], 68);
    assert.equal((await call('check', { sql: 'SELECT nam FROM rivers' })).structuredContent.proposal.sql, 'SELECT name FROM rivers');
    assert.equal((await call('repair', { sql: 'SELECT count(*) FROM river' })).structuredContent.rows[0][0], 68);
    assert.match((await call('explain', { sql: 'SELECT name FROM rivers WHERE length_km > 5000' })).content[0].text, /Keeps those where/);
    assert.equal((await call('ask', asked)).structuredContent.rows[0][0], 68);
  });
  await check(`${how}: errors`, async () => {
    assert((await call('query', { sql: 'SELECT * FROM river' })).isError);
    await assert.rejects(call('nothing', {}), /Unknown tool/);
    await assert.rejects(client.readResource({ uri: 't2s://countries/table/none' }), /no resource/);
  });
  await check(`${how}: resources, prompts, completion`, async () => {
    const { resources } = await client.listResources();
    for (const { uri } of resources) assert.match((await client.readResource({ uri })).contents[0].text, /CREATE TABLE/);
    assert.match((await client.getPrompt({ name: 'question', arguments: { question: 'How many rivers?' } })).messages[0].content.text, /CREATE TABLE rivers/);
    const ref = { type: 'ref/resource', uri: 't2s://{database}/table/{table}' };
    assert.deepEqual((await client.complete({ ref, argument: { name: 'table', value: 'rivers' } })).completion.values, ['rivers']);
  });
  await check(`${how}: the client's model is asked between two attempts`, async () => {
    const answer = (await call('ask', { question: 'How many rivers are there?', model: 'always' })).structuredContent;
    assert.equal(answer.system, 'few-shot-corrected');
    assert.equal(answer.rows[0][0], 68);
    assert.match(JSON.stringify(client.prompts), /CREATE TABLE/);
  });
  await check(`${how}: progress and cancelling`, async () => {
    const seen = [];
    await call('ask', { question: 'How many rivers are there?' }, { onprogress: (p) => seen.push(p) });
    const leave = new AbortController();
    const running = call('query', { sql: endless }, { signal: leave.signal });
    setTimeout(() => leave.abort('enough'), 200);
    await assert.rejects(running);
    const begin = Date.now();
    await Promise.all([1, 2, 3, 4].map(() => call('query', { sql: 'SELECT 1' })));
    assert(Date.now() - begin < 5000);
  });
  await check(`${how}: a subscription`, async () => {
    const subscription = await client.listen({ toolsListChanged: true });
    await subscription.close();
  });
}

const pinned = { pin: version };
const piped = await connected(new StdioClientTransport({ command: t2s, args: ['mcp', '--db', database], stderr: 'ignore' }), pinned);
await all(piped, 'stdio');
await piped.close();

const server = start(t2s, ['mcp', '--db', database, '--http', '127.0.0.1:0']);
const [line] = await once(createInterface(server.stderr), 'line');
const url = new URL(line.match(/http:\S+/)[0]);
const http = await connected(new StreamableHTTPClientTransport(url), pinned);
await all(http, 'http');
await http.close();
await check('http: a client of both eras takes the newer one', async () => {
  const client = await connected(new StreamableHTTPClientTransport(url), 'auto');
  assert.equal(client.getNegotiatedProtocolVersion(), version);
  await client.close();
});
await check('http: a client of the earlier era has a session', async () => {
  const client = await connected(new StreamableHTTPClientTransport(url), 'legacy');
  assert.equal((await client.callTool({ name: 'query', arguments: { sql: 'SELECT 7' } })).structuredContent.rows[0][0], 7);
  await client.close();
});

let last = 0;
async function raw(method, params = {}) {
  const name = params.name ?? params.uri;
  const headers = {
    'content-type': 'application/json', accept: 'application/json, text/event-stream', 'mcp-protocol-version': version, 'mcp-method': method,
    ...(name ? { 'mcp-name': name } : {}),
  };
  const _meta = { 'io.modelcontextprotocol/protocolVersion': version, 'io.modelcontextprotocol/clientCapabilities': { sampling: {} } };
  const body = JSON.stringify({ jsonrpc: '2.0', id: ++last, method, params: { ...params, _meta } });
  const said = await (await fetch(url, { method: 'POST', headers, body })).text();
  return JSON.parse(said.startsWith('{') ? said : said.slice(said.lastIndexOf('data: ') + 6));
}

await check('http: results are those of the schema', async () => {
  const expected = [
    ['server/discover', {}, schemas.DiscoverResultSchema],
    ['tools/list', {}, schemas.ListToolsResultSchema],
    ['resources/list', {}, schemas.ListResourcesResultSchema],
    ['resources/templates/list', {}, schemas.ListResourceTemplatesResultSchema],
    ['prompts/list', {}, schemas.ListPromptsResultSchema],
    ['resources/read', { uri: 't2s://countries/schema' }, schemas.ReadResourceResultSchema],
    ['prompts/get', { name: 'question', arguments: { question: 'How many rivers?' } }, schemas.GetPromptResultSchema],
    ['tools/call', { name: 'query', arguments: { sql: 'SELECT 1' } }, schemas.CallToolResultSchema],
  ];
  for (const [method, params, schema] of expected) {
    const { result, error } = await raw(method, params);
    assert.equal(error, undefined, method);
    schema.parse(result);
    assert.equal(result.resultType, 'complete', method);
    if (method !== 'tools/call' && method !== 'prompts/get') assert(result.ttlMs >= 0 && /^(public|private)$/.test(result.cacheScope), method);
  }
});
await check('http: a question to the client is one of the schema, and its state is sealed', async () => {
  const asked = { name: 'ask', arguments: { question: 'How many rivers are there?', model: 'always' } };
  const { result } = await raw('tools/call', asked);
  assert.equal(result.resultType, 'input_required');
  const [[key, request]] = Object.entries(result.inputRequests);
  assert.equal(request.method, 'sampling/createMessage');
  schemas.CreateMessageRequestParamsSchema.parse(request.params);
  const answer = { role: 'assistant', model: 'm', content: { type: 'text', text: 'SELECT count(*) FROM rivers' } };
  const { requestState } = result;
  assert.equal((await raw('tools/call', { ...asked, requestState, inputResponses: { [key]: answer } })).result.structuredContent.rows[0][0], 68);
  const other = { name: 'ask', arguments: { question: 'How many cities are there?', model: 'always' } };
  assert.equal((await raw('tools/call', { ...other, requestState, inputResponses: { [key]: answer } })).error.code, -32602);
});
server.kill('SIGTERM');
process.exit(0);
