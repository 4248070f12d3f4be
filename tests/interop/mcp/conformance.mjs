// conformance.mjs SERVER: the protocol's own conformance suite against the test server, every scenario of servers.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { start, stop } from './check.mjs';

const server = start(process.argv[2], []);
const [url] = await once(createInterface(server.stdout), 'line');
const suite = 'node_modules/@modelcontextprotocol/conformance/dist/index.js';
const hooks = ['--import', 'data:text/javascript,import{register}from"node:module";import{pathToFileURL}from"node:url";register("./old_node.mjs",pathToFileURL("./"))'];
const run = spawn(process.execPath, [...hooks, suite, 'server', '--url', url, '--suite', 'all'], { stdio: ['ignore', 'pipe', 'inherit'] });
let said = '';
run.stdout.on('data', (part) => { said += part; process.stdout.write(part); });
const [status] = await once(run, 'close');
await stop(server);
const scenarios = (said.match(/^[✓✗] /gm) ?? []).length;
if (status === 0 && scenarios < 30) console.log(`FAILS only ${scenarios} scenarios were run`);
process.exit(status !== 0 || scenarios < 30 ? 1 : 0);
