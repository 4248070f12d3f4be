// SPDX-License-Identifier: BSL-1.0
// Checks that SQL from `t2s transpile` returns SQLite's rows in another engine. Run it by hand, with a server that has the databases.
//
//   node tests/interop/transpile_rows.mjs T2S DATA URL [PACKAGES] [--peer]
//
// T2S is the program, DATA a folder with dev.json and databases/ID/ID.sqlite as Spider has them, URL postgres://... (a schema for each
// database, names as stored), mysql://... (a database each, collation utf8mb4_bin) or duckdb:FOLDER (a file ID.duckdb each). PACKAGES is a
// folder in which `npm install pg mysql2 @duckdb/node-api @polyglot-sql/sdk` was run. With --peer @polyglot-sql/sdk writes the SQL. Prints
// each query that differs, and the number of right ones. Python 3 reads SQLite.
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

const words = process.argv.slice(2).filter((word) => word !== '--peer');
const [program, data, url, packages = '.'] = words;
const require = createRequire(pathToFileURL(packages + '/package.json'));
const kind = url.split(':')[0];
const dialect = { postgres: 'postgres', postgresql: 'postgres', mysql: 'mysql', duckdb: 'duckdb' }[kind];

async function engine() {
  if (dialect === 'postgres') {
    const pg = require('pg');
    for (const number of [20, 21, 23, 700, 701, 1700]) pg.types.setTypeParser(number, Number);
    for (const moment of [1082, 1083, 1114, 1184]) pg.types.setTypeParser(moment, String);
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query("SET statement_timeout = '20s'");
    return async (db, sql) => {
      await client.query(`SET search_path = "${db}"`);
      return (await client.query({ text: sql, rowMode: 'array' })).rows;
    };
  }
  if (dialect === 'mysql') {
    const client = await require('mysql2/promise').createConnection({ uri: url, decimalNumbers: true, dateStrings: true, rowsAsArray: true });
    await client.query('SET NAMES utf8mb4 COLLATE utf8mb4_bin');
    return async (db, sql) => {
      await client.query(`USE \`${db}\``);
      return (await client.query(sql))[0];
    };
  }
  const { DuckDBInstance } = require('@duckdb/node-api');
  return async (db, sql) => {
    const instance = await DuckDBInstance.create(`${url.slice('duckdb:'.length)}/${db}.duckdb`, { access_mode: 'READ_ONLY' });
    const connection = await instance.connect();
    try {
      return (await connection.runAndReadAll(sql)).getRows();
    } finally {
      connection.closeSync();
      instance.closeSync();
    }
  };
}

const plain = (v) =>
  v === null || typeof v === 'number' ? v : typeof v === 'bigint' ? Number(v) : typeof v === 'boolean' ? Number(v)
  : Buffer.isBuffer(v) ? v.toString() : typeof v === 'object' ? (v.scale === undefined ? v.toString() : Number(v.toString())) : v;
const near = (a, b) => a === b || (typeof a === 'number' && typeof b === 'number' && Math.abs(a - b) <= 1e-6 * Math.max(1, Math.abs(a), Math.abs(b)));
const rank = (v) => (v === null ? 0 : typeof v === 'number' ? 1 : 2);
const order = (a, b) => {
  for (let i = 0; i < a.length; ++i) if (!near(a[i], b[i])) return rank(a[i]) - rank(b[i]) || (a[i] < b[i] ? -1 : 1);
  return 0;
};
const same = (x, y) => x.length === y.length && x.every((row, i) => row.length === y[i].length && row.every((v, j) => near(v, y[i][j])));

function rowsOfSqlite(db, sql) {
  const file = `${data}/databases/${db}/${db}.sqlite`;
  const script = `import json,sqlite3,sys
c=sqlite3.connect('file:'+sys.argv[1]+'?mode=ro&immutable=1',uri=True); c.text_factory=lambda b:b.decode('utf8','replace')
print(json.dumps([list(r) for r in c.execute(sys.argv[2])]))`;
  return JSON.parse(execFileSync('python3', ['-c', script, file, sql], { maxBuffer: 1 << 28 }).toString());
}

let peer = null;
if (process.argv.includes('--peer')) {
  const sdk = await import(pathToFileURL(require.resolve('@polyglot-sql/sdk')).href);
  peer = (sql) => sdk.transpile(sql, 'sqlite', { postgres: 'postgresql' }[dialect] ?? dialect).sql.join(';');
}
const ours = (db, sql) => spawnSync(program, ['transpile', '--from', 'sqlite', '--to', dialect, '--db', `${data}/databases/${db}/${db}.sqlite`, sql]);

const run = await engine();
let right = 0, all = 0;
for (const { db_id: db, query } of JSON.parse(readFileSync(`${data}/dev.json`))) {
  ++all;
  const wanted = rowsOfSqlite(db, query);
  const sql = peer ? peer(query) : ours(db, query).stdout.toString();
  let said = 'no SQL';
  try {
    const found = sql && (await run(db, sql)).map((row) => row.map(plain));
    const sorts = /order\s+by[^)]*$/i.test(query);
    if (found && same(sorts ? found : found.sort(order), sorts ? wanted : wanted.sort(order))) ++right, (said = '');
    else if (found) said = same([...found].sort(order), [...wanted].sort(order)) ? 'another order' : 'other rows';
  } catch (error) {
    said = error.message;
  }
  if (said) console.log(`${said}\n  ${db}: ${query}\n  ${sql.trim()}`);
}
console.log(`${dialect}: ${right} of ${all} right, ${((100 * right) / all).toFixed(1)} %`);
process.exit(0);
