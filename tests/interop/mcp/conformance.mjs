// conformance.mjs SERVER: the protocol's own conformance suite against the test server: every scenario of servers of the revisions with
// sessions, and what 2026-07-28 requires.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { start, stop } from './check.mjs';

const server = start(process.argv[2], []);
const [url] = await once(createInterface(server.stdout), 'line');
const suite = 'node_modules/@modelcontextprotocol/conformance/dist/index.js';
const hooks = ['--import', 'data:text/javascript,import{register}from"node:module";import{pathToFileURL}from"node:url";register("./old_node.mjs",pathToFileURL("./"))'];

/// Whether all scenarios pass, and there are so many.
async function passes(words, least) {
  const run = spawn(process.execPath, [...hooks, suite, 'server', '--url', url, ...words], { stdio: ['ignore', 'pipe', 'inherit'] });
  let said = '';
  run.stdout.on('data', (part) => { said += part; process.stdout.write(part); });
  const [status] = await once(run, 'close');
  const scenarios = (said.match(/^[✓✗] /gm) ?? []).length;
  if (status === 0 && scenarios < least) console.log(`FAILS only ${scenarios} scenarios were run`);
  return status === 0 && scenarios >= least;
}

const earlier = await passes(['--suite', 'all', '--spec-version', '2025-11-25'], 30);
const stateless = await passes(['--requirements', '2026-07-28'], 35);
await stop(server);
process.exit(earlier && stateless ? 0 : 1);
