// SPDX-License-Identifier: BSL-1.0
// openapi.mjs T2S DATABASE: a third-party validator accepts the description of the API as OpenAPI 3.1, and the real answer of every route fits
// its schema there.
import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {createInterface} from 'node:readline';
import {Validator} from '@seriousme/openapi-schema-validator';
import {Ajv2020} from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

const [program, database] = process.argv.slice(2);
const server = spawn(program, ['serve', '--db', database, '--bind', '127.0.0.1:0'], {stdio: ['ignore', 'pipe', 'inherit']});
const failures = [];
const check = (holds, text) => { if (!holds) failures.push(text); };

try {
  const [line] = await once(createInterface(server.stdout), 'line');
  const base = line.replace(/\/$/, '');
  for (let ready = false; !ready;) {
    ready = (await fetch(base + '/readyz')).status === 200;
    if (!ready) await new Promise((go) => setTimeout(go, 100));
  }
  const document = await (await fetch(base + '/v1/openapi.json')).json();
  const valid = await new Validator().validate(structuredClone(document));
  check(valid.valid, 'the document is not valid: ' + JSON.stringify(valid.errors));

  const ajv = new Ajv2020({strict: false, allErrors: true});
  addFormats(ajv);
  ajv.addSchema({$id: 'api', ...document});
  const seen = new Set();
  // Calls a route, and compares the answer with the description for that status.
  const ask = async (method, path, at, body) => {
    const headers = body === undefined ? {} : {'Content-Type': 'application/json'};
    const answer = await fetch(base + at, {method, headers, body: body === undefined ? undefined : JSON.stringify(body)});
    const text = await answer.text();
    const described = document.paths[path]?.[method.toLowerCase()]?.responses?.[String(answer.status)];
    const name = `${method} ${at} (${answer.status})`;
    check(described, `${name} is not described`);
    if (!described) return undefined;
    seen.add(`${method} ${path} ${answer.status}`);
    const type = (answer.headers.get('content-type') ?? '').split(';')[0];
    check(described.content[type], `${name} has the type ${type}, which is not described`);
    if (type !== 'application/json') return text;
    const pointer = ['paths', path, method.toLowerCase(), 'responses', String(answer.status), 'content', type, 'schema'];
    const escaped = pointer.map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/');
    const fits = ajv.getSchema(`api#/${escaped}`);
    const value = JSON.parse(text);
    check(fits(value), `${name}: ${JSON.stringify(fits.errors)} in ${text.slice(0, 300)}`);
    return value;
  };

  const {databases} = await ask('GET', '/v1/databases', '/v1/databases');
  const name = databases[0].name;
  await ask('GET', '/v1/databases/{name}/schema', `/v1/databases/${name}/schema`);
  await ask('GET', '/v1/databases/{name}/schema', '/v1/databases/nowhere/schema');
  for (const question of databases[0].examples) await ask('POST', '/v1/ask', '/v1/ask', {database: name, question});
  const {chart} = await ask('POST', '/v1/ask', '/v1/ask', {database: name, question: 'How many countries are there in each continent?', chart: true});
  check(chart?.kind === 'bar' && chart.spec.data.values.length === 6, `a chart of six continents: ${JSON.stringify(chart)}`);
  await ask('POST', '/v1/ask', '/v1/ask', {database: name, question: 'zzz qqq', min_confidence: 1});
  await ask('POST', '/v1/ask', '/v1/ask', {database: name});
  const good = {sql: 'SELECT name FROM rivers', question: 'Name the rivers.'};
  for (const route of Object.keys(document.paths)) {
    const input = document.paths[route].post?.requestBody?.content['application/json'].schema;
    if (!input || route === '/v1/ask') continue;
    const arguments_ = {database: name};
    for (const needed of input.required ?? []) arguments_[needed] = good[needed] ?? name;
    await ask('POST', route, route, arguments_);
    if (input.properties.sql) await ask('POST', route, route, {...arguments_, sql: 'SELECT nam FROM rivers'});
    await ask('POST', route, route, {database: 'nowhere', ...arguments_, unknown: 1});
  }
  const first = await ask('POST', '/v1/ask', '/v1/ask', {database: name, question: 'How many rivers are there?', conversation: 'new'});
  const [talk, one] = ['/v1/conversations/{id}', `/v1/conversations/${first.conversation}`];
  await ask('POST', '/v1/ask', '/v1/ask', {database: name, question: 'And countries?', conversation: 'nothing'});
  await ask('GET', '/v1/conversations', '/v1/conversations');
  const {turns} = await ask('GET', talk, one);
  check(turns.length === 1, 'the conversation has a turn');
  await ask('PATCH', talk, one, {title: 'Rivers'});
  await ask('PATCH', talk, one, {title: ''});
  await ask('GET', `${talk}/export`, `${one}/export`);
  await ask('DELETE', talk, one);
  await ask('DELETE', talk, one);
  for (const list of ['runs', 'costs', 'statements', 'corrections']) await ask('GET', `/v1/admin/${list}`, `/v1/admin/${list}`);
  await ask('POST', '/v1/admin/corrections/{id}', '/v1/admin/corrections/none', {as: 'confirmed'});
  await ask('POST', '/v1/admin/corrections/{id}', '/v1/admin/corrections/none', {as: 'perhaps'});
  const runs = await ask('GET', '/v1/runs', '/v1/runs');
  check(runs.length > 2, 'there are runs');
  await ask('GET', '/v1/runs/{id}', `/v1/runs/${runs[0].id}`);
  await ask('GET', '/v1/runs/{id}', '/v1/runs/nothing');
  await ask('DELETE', '/v1/runs/{id}', `/v1/runs/${runs[0].id}`);
  await ask('DELETE', '/v1/runs/{id}', '/v1/runs/nothing');
  await ask('GET', '/v1/runs/{id}/page', `/v1/runs/${runs[0].id}/page`);
  await ask('GET', '/v1/openapi.json', '/v1/openapi.json');
  await ask('GET', '/healthz', '/healthz');
  await ask('GET', '/readyz', '/readyz');
  if (document.paths['/metrics']) await ask('GET', '/metrics', '/metrics');
  for (const [path, methods] of Object.entries(document.paths))
    for (const method of Object.keys(methods).filter((key) => key !== 'parameters'))
      check([...seen].some((one) => one.startsWith(`${method.toUpperCase()} ${path} `)), `${method} ${path} was not asked`);
  console.log(`${seen.size} answers were compared with the description`);
} finally {
  const over = once(server, 'exit');
  server.kill('SIGTERM');
  const [status] = await over;
  check(status === 0, `the server ended with ${status}`);
}
for (const text of failures) console.error(text);
process.exit(failures.length === 0 ? 0 : 1);
