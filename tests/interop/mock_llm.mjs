// mock_llm.mjs T2S CLIENT: our command line and our transport read the answers of npm's mock server.
import { createServer } from '@dwmkerr/mock-llm/dist/server.js';
import { loadConfig } from '@dwmkerr/mock-llm/dist/config.js';
import { assert, check, run } from './check.mjs';

const [t2s, client] = process.argv.slice(2);

// The rules of the server; the last one that matches counts.
const rule = (path, match, status, content, sequence) => ({ path, match, sequence, response: { status, content: JSON.stringify(content) } });
const chat = '/v1/chat/completions';
const said = (content) => ({ choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 7, completion_tokens: 2, total_tokens: 9, prompt_tokens_details: { cached_tokens: 4 } } });
const refused = { error: { message: 'Incorrect API key provided.', type: 'invalid_request_error', param: null, code: 'invalid_api_key' } };
const vector = (index, embedding) => ({ object: 'embedding', index, embedding });
const config = loadConfig('none.yaml');
config.streaming = { chunkSize: 3, chunkIntervalMs: 1 };
config.rules.push(
  rule(chat, "contains(body.messages[-1].content, 'count') && headers.authorization == 'Bearer a-key'", 200, said('42')),
  rule(chat, "contains(body.messages[-1].content, 'patience')", 429, { error: { message: 'slow down', type: 'rate_limit' } }, 0),
  rule(chat, "contains(body.messages[-1].content, 'patience')", 200, said('at last'), 1),
  rule(chat, "contains(body.messages[-1].content, 'forbidden')", 401, refused),
  rule('/v1/embeddings', 'body.input == `["a", "b"]` && body.model == `"gpt-5.2"`', 200,
    { object: 'list', model: 'gpt-5.2', data: [vector(1, [-2, 0.25]), vector(0, [0.5, 1])], usage: { prompt_tokens: 2, total_tokens: 2 } }));

const log = console.log;
console.log = () => {};  // the server tells of each request
const server = createServer(config, '127.0.0.1', 0).listen(0, '127.0.0.1');
await new Promise((resolve) => server.on('listening', resolve));
console.log = (...words) => /^(ok |FAILS)/.test(words[0]) && log(...words);
const url = `http://127.0.0.1:${server.address().port}/v1`;
const key = { OPENAI_API_KEY: 'a-key' };

await check('doctor', async () => {
  const { status, out } = await run(t2s, ['doctor', '--llm', url, '--model', 'gpt-5.2']);
  assert.equal(status, 0, out);
  assert.match(out, /ok +server .*: 1 model, no TLS/);
  assert.match(out, /ok +model: gpt-5\.2 is there/);
  assert.match(out, /ok +answer: "Answer with the word: ready"/);  // an echo
});
await check('doctor, of a model that is not there', async () => {
  const { status, out } = await run(t2s, ['doctor', '--llm', url, '--model', 'gpt-5.3']);
  assert.equal(status, 3, out);
  assert.match(out, /FAILS model: .*gpt-5\.3.*did you mean gpt-5\.2\?/);
});
await check('chat', async () => {  // a stream without usage, in pieces of three UTF-16 units, none of which ends within a letter
  const { status, out } = await run(t2s, ['chat', '--llm', url, '--model', 'gpt-5.2', 'Grüße 🎉 an alle']);
  assert.equal(status, 0, out);
  assert.equal(out.trimEnd(), 'Grüße 🎉 an alle');
});
await check('chat, refused in a stream', async () => {
  const { status, err } = await run(t2s, ['chat', '--llm', url, '--model', 'gpt-5.2', 'forbidden'], key);
  assert.equal(status, 3, err);
  assert.match(err, /Incorrect API key provided/);
});
await check('the transport', async () => {
  const { status, out, err } = await run(client, [url, 'gpt-5.2'], key);
  assert.equal(status, 0, err);
  assert.deepEqual(JSON.parse(out), {
    models: ['gpt-5.2'],
    counted: { text: '42', finish: 'stop', prompt: 7, completion: 2, cached: 4 },
    patient: { text: 'at last', retried: 1 },
    streamed: { text: 'in pieces, please', many: true },
    forbidden: 'authentication_failed',
    embedded: [[0.5, 1], [-2, 0.25]],
  });
});
process.exit(0);
