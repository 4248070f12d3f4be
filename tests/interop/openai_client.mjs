// openai_client.mjs SERVER: the official client reads the answers of our test server.
import OpenAI from 'openai';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { assert, check, start, stop } from './check.mjs';

const server = start(process.argv[2], []);
server.stderr.pipe(process.stderr);
const [url] = await once(createInterface({ input: server.stdout }), 'line');
assert.match(url, /^http:\/\/127\.0\.0\.1:\d+$/);

const client = new OpenAI({ baseURL: `${url}/v1`, apiKey: 'a-key', maxRetries: 2, timeout: 10_000 });
const ask = (model, more = {}) => client.chat.completions.create({ model, messages: [{ role: 'user', content: 'hi' }], ...more });
const joined = async (stream) => {
  const all = { text: '', pieces: 0, finish: null, usage: null };
  for await (const chunk of stream) {
    const choice = chunk.choices[0];
    all.text += choice?.delta?.content ?? '';
    all.pieces += choice?.delta?.content ? 1 : 0;
    all.finish = choice?.finish_reason ?? all.finish;
    all.usage = chunk.usage ?? all.usage;
  }
  return all;
};

await check('a chat', async () => {
  const reply = await ask('tiny');
  assert.equal(reply.choices[0].message.content, 'Grüße 🎉');
  assert.equal(reply.choices[0].finish_reason, 'stop');
  assert.deepEqual(reply.usage, { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 });
});
await check('a 429 with Retry-After is tried again', async () => {
  assert.equal((await ask('busy')).choices[0].message.content, 'tried again: 1');
});
await check('an answer in chunks', async () => {
  assert.equal((await ask('chunked')).choices[0].message.content, 'Grüße 🎉');
});
await check('a stream whose characters and events are cut anywhere', async () => {
  const all = await joined(await ask('tiny', { stream: true, stream_options: { include_usage: true } }));
  assert.deepEqual(all, {
    text: 'Grüße 🎉', pieces: 2, finish: 'stop', usage: { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 } });
});
await check('an error in the middle of a stream', async () => {
  await assert.rejects(async () => joined(await ask('overloaded', { stream: true })), { message: /too busy/ });
});
await check('a connection that ends in the middle of an answer', async () => {
  await assert.rejects(ask('cut'), (e) => e instanceof OpenAI.APIConnectionError || e.name === 'FetchError' || e.message === 'terminated');
});
await check('the models', async () => {
  const models = await client.models.list();
  assert.deepEqual(models.data.map((model) => model.id), ['tiny', 'busy']);
});
await check('embeddings as numbers', async () => {
  const reply = await client.embeddings.create({ model: 'e', input: ['a', 'b'], encoding_format: 'float' });
  assert.deepEqual(reply.data.map((one) => one.embedding), [[0.5, 1], [-2, 0.25]]);
});
await check('embeddings as base64', async () => {  // which the client asks for unless told otherwise
  const reply = await client.embeddings.create({ model: 'e', input: ['a', 'b'] });
  assert.deepEqual(reply.data.map((one) => Array.from(one.embedding)), [[0.5, 1], [-2, 0.25]]);
});
await check('a wrong key', async () => {
  const stranger = new OpenAI({ baseURL: `${url}/v1`, apiKey: 'another', maxRetries: 0, timeout: 10_000 });
  await assert.rejects(stranger.models.list(), (e) => e instanceof OpenAI.AuthenticationError && /Incorrect API key/.test(e.message));
});
await check('an unknown model', async () => {
  await assert.rejects(ask('nobody'), (e) => e instanceof OpenAI.NotFoundError && e.code === 'model_not_found');
});
await stop(server);
