// otlp.mjs T2S DATABASE MODEL_SERVER: OpenTelemetry's own generated protobuf code reads the requests of t2s to a collector, which have the names of
// its conventions.
import { createRequire } from 'node:module';
import { createServer } from 'node:http';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { existsSync } from 'node:fs';
import { assert, check, run, start, stop } from './check.mjs';

const [t2s, database, modelServer] = process.argv.slice(2);
if (!existsSync(database)) {
  console.log(`SKIPPED: ${database} is not there (the program sqlite3 makes it)`);
  process.exit(77);
}
const require = createRequire(import.meta.url);
const { opentelemetry } = require('@opentelemetry/otlp-transformer/build/src/generated/root.js');
const names = new Set(Object.values(await import('@opentelemetry/semantic-conventions/incubating')));
const { trace, metrics } = opentelemetry.proto.collector;
const types = {
  '/v1/traces': trace.v1.ExportTraceServiceRequest,
  '/v1/metrics': metrics.v1.ExportMetricsServiceRequest,
};

const seen = [];
const collector = createServer(async (request, response) => {
  let body = '';
  for await (const piece of request) body += piece;
  seen.push({ path: request.url, type: request.headers['content-type'], body: JSON.parse(body) });
  response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}');
}).listen(0, '127.0.0.1');
await once(collector, 'listening');
const url = `http://127.0.0.1:${collector.address().port}`;

const model = start(modelServer, []);
const [modelUrl] = await once(createInterface({ input: model.stdout }), 'line');
const words = ['ask', '--db', database, '--otlp', url];
await run(t2s, [...words, 'How many rivers are there?']);
await run(t2s, [...words, '--llm', `${modelUrl}/v1`, '--model', 'tiny', 'How many rivers are there?'], { OPENAI_API_KEY: 'a-key' });
await stop(model);
collector.close();

/// OTLP writes identifiers in hexadecimal, where JSON of protobuf has base64.
const withBase64 = (value, key) => {
  if (['traceId', 'spanId', 'parentSpanId'].includes(key)) return Buffer.from(value, 'hex').toString('base64');
  if (Array.isArray(value)) return value.map((one) => withBase64(one));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, withBase64(inner, name)]));
};
/// Every object with a list of attributes.
const holders = (value) =>
  value === null || typeof value !== 'object' ? [] : [...(value.attributes ? [value] : []), ...Object.values(value).flatMap(holders)];

await check('traces and metrics came', () => {
  assert.deepEqual([...new Set(seen.map((one) => one.path))].sort(), ['/v1/metrics', '/v1/traces']);
  for (const one of seen) assert.equal(one.type, 'application/json');
});
await check('protobuf reads every field as it was written', () => {
  for (const { path, body } of seen) {
    const given = withBase64(body);
    const message = types[path].fromObject(given);
    assert.equal(types[path].verify(message), null);
    const bytes = types[path].encode(message).finish();
    const back = types[path].toObject(types[path].decode(bytes), { longs: String, bytes: String, json: true });
    assert.deepEqual(withoutEmpty(back), withoutEmpty(given));
  }
});
await check('names are those of the conventions', () => {
  const attributes = seen.flatMap((one) => holders(one.body)).flatMap((one) => one.attributes);
  const keys = new Set(attributes.map((one) => one.key));
  for (const key of ['gen_ai.operation.name', 'gen_ai.usage.input_tokens', 'db.system.name', 'db.query.text']) assert.ok(keys.has(key), key);
  for (const key of keys) assert.ok(key.startsWith('t2s.') || names.has(key), key);
  const sent = seen.filter((one) => one.path === '/v1/metrics').flatMap((one) => one.body.resourceMetrics[0].scopeMetrics[0].metrics);
  assert.ok(sent.some((one) => one.name === 'gen_ai.client.token.usage'));
  for (const { name } of sent) assert.ok(name.startsWith('t2s.') || names.has(name), name);
});

/// Without what means the same as its absence in protobuf.
function withoutEmpty(value) {
  if (Array.isArray(value)) return value.map(withoutEmpty);
  if (value === null || typeof value !== 'object') return value;
  const kept = Object.entries(value).filter(([, inner]) => inner !== '' && !(Array.isArray(inner) && inner.length === 0));
  return Object.fromEntries(kept.map(([name, inner]) => [name, withoutEmpty(inner)]).filter(([, inner]) => !isEmpty(inner)));
}
function isEmpty(value) {
  return value !== null && typeof value === 'object' && !Array.isArray(value) && Object.keys(value).length === 0;
}
