// undici.mjs WAY URL CONNECTIONS SECONDS BODY: requests a second of undici, the HTTP client that Node.js itself builds upon. WAY is `request`,
// its users' function, or `dispatch`, its lowest level. Nothing is pipelined.
import { Pool } from 'undici';

const [way, url, connections, seconds, body] = process.argv.slice(2);
const pool = new Pool(url, { connections: Number(connections), pipelining: 1 });
const asked = { path: '/', method: 'POST', headers: { 'content-type': 'application/json' }, body };

const request = async () => {
  const answer = await pool.request(asked);
  await answer.body.text();
};
const dispatch = () => new Promise((resolve, reject) => {
  const pieces = [];
  pool.dispatch(asked, {
    onRequestStart() {},
    onResponseStart() {},
    onResponseData(_, piece) { pieces.push(piece); },
    onResponseEnd() { resolve(pieces.length === 1 ? pieces[0].toString() : Buffer.concat(pieces).toString()); },
    onResponseError(_, failure) { reject(failure); },
  });
});
const ask = { request, dispatch }[way];

let done = 0;
let over = false;
const asking = Array.from({ length: Number(connections) }, async () => { while (!over) { await ask(); ++done; } });
const pause = (s) => new Promise((resolve) => setTimeout(resolve, s * 1000));

await pause(1);  // the compiler's time is not the client's
const [counted, cpu, begun] = [done, process.cpuUsage(), process.hrtime.bigint()];
await pause(Number(seconds));
const took = Number(process.hrtime.bigint() - begun) / 1e9;
const used = process.cpuUsage(cpu);
const answered = done - counted;
over = true;
await Promise.all(asking);
console.log(`${(answered / took).toFixed(0)} requests/s, ${((used.user + used.system) / answered).toFixed(2)} us CPU a request`);
await pool.close();
