// inspector.mjs T2S DATABASE: the protocol's inspector, on the command line, as a client of `t2s mcp`.
import { assert, check, run } from './check.mjs';

const [t2s, database] = process.argv.slice(2);
const inspector = 'node_modules/@modelcontextprotocol/inspector/clients/cli/build/index.js';
const inspect = async (...words) => {
  const { status, out, err } = await run(process.execPath, [inspector, t2s, 'mcp', '--db', database, ...words]);
  assert.equal(status, 0, out + err);
  return JSON.parse(out);
};

await check('tools', async () => {
  const { tools } = await inspect('--method', 'tools/list');
  assert.equal(tools.length, 7);
});
await check('a call', async () => {
  const said = await inspect('--method', 'tools/call', '--tool-name', 'query', '--tool-arg', 'sql=SELECT count(*) FROM rivers');
  assert.equal(said.structuredContent.rows[0][0], 68);
});
await check('resources', async () => {
  const { resources } = await inspect('--method', 'resources/list');
  assert.equal(resources[0].uri, 't2s://countries/schema');
});
process.exit(0);
