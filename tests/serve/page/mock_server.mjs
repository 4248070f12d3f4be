// A server that speaks the interface of `t2s serve` as docs/serve.md has it, for tests of the page: nothing of t2s but the page itself is in
// it. serve({writer, token}) resolves to {url, close, requests, cancelled}. The text of a question decides what happens: see mock_runs.mjs;
// "break" ends the first connection in the middle, "busy" is refused once with 503.
import { execFileSync } from "node:child_process";
import { createServer } from "node:http";

import { eventsFor, hostile } from "./mock_runs.mjs";

export const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; base-uri 'none'; " +
  "form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'";

const key = (columns, table, references) => ({ columns, table, references });
const column = (name, type, primary_key = false, nullable = true) => ({ name, type, primary_key, nullable });

const shop = [
  {
    name: "customers",
    is_view: false,
    columns: [column("id", "INTEGER", true), column("name", "TEXT", false, false), column("city", "TEXT"), column("since", "INTEGER")],
    foreign_keys: [],
  },
  {
    name: "products",
    is_view: false,
    columns: [column("id", "INTEGER", true), column("name", "TEXT"), column("maker_id", "INTEGER"), column("price", "REAL")],
    foreign_keys: [key(["maker_id"], "makers", ["id"])],
  },
  {
    name: "makers",
    is_view: false,
    columns: [column("id", "INTEGER", true), column("name", "TEXT"), column("parent_id", "INTEGER")],
    foreign_keys: [key(["parent_id"], "makers", ["id"])],
  },
  {
    name: "orders",
    is_view: false,
    columns: [
      column("id", "INTEGER", true),
      column("customer_id", "INTEGER", false, false),
      column("placed", "DATE"),
      column("total", "REAL"),
    ],
    foreign_keys: [key(["customer_id"], "customers", ["id"])],
  },
  {
    name: "order_lines",
    is_view: false,
    columns: [column("order_id", "INTEGER", true), column("product_id", "INTEGER", true), column("amount", "INTEGER")],
    foreign_keys: [key(["order_id"], "orders", ["id"]), key(["product_id"], "products", ["id"])],
  },
  {
    name: "returns",
    is_view: false,
    columns: [column("id", "INTEGER", true), column("order_id", "INTEGER"), column("reason", "TEXT")],
    foreign_keys: [key(["order_id"], "orders", ["id"])],
  },
  {
    name: "parcels",
    is_view: false,
    columns: [column("id", "INTEGER", true), column("order_id", "INTEGER")],
    foreign_keys: [{ ...key(["order_id"], "orders", ["id"]), inferred: true }],
  },
  { name: "calendar", is_view: false, columns: [column("day", "DATE", true), column("is_holiday", "INTEGER")], foreign_keys: [] },
  { name: "best_customers", is_view: true, columns: [column("name", "TEXT"), column("spent", "REAL")], foreign_keys: [] },
];
const hostileSchema = [
  { name: hostile, is_view: false, columns: [column(hostile, hostile, true)], foreign_keys: [key([hostile], hostile, [hostile])] },
  { name: "__proto__", is_view: false, columns: [column("constructor", "TEXT")], foreign_keys: [key(["constructor"], "toString", [])] },
];
const manyTables = Array.from({ length: 60 }, (_, i) => ({
  name: "table_" + i,
  is_view: false,
  columns: [column("id", "INTEGER", true), column("other_id", "INTEGER")],
  foreign_keys: i % 5 ? [key(["other_id"], "table_" + Math.floor(i / 3), ["id"])] : [],
}));

const databases = {
  databases: [
    {
      name: "shop",
      dialect: "sqlite",
      tables: shop.length,
      examples: [
        "How many orders has each city placed since 2024, and what did they cost?",
        "Which customers have no order?",
        "What is the average price of the products of each maker?",
        "List the names of all customers.",
      ],
    },
    { name: "museum", dialect: "postgres", tables: 60, examples: ["How many paintings are there?"] },
    { name: hostile, dialect: "mysql", tables: 2, examples: [hostile] },
  ],
  systems: [
    { name: "offline", about: "Reads the question without a model.", asks_model: false },
    { name: "dart-sql", about: "Rewrites the question, drafts, judges and revises.", asks_model: true },
    { name: hostile.slice(0, 60), about: hostile, asks_model: false },
  ],
  usual_minimum: 0.75,
};

// What a server lists at each request after its start: it tries the examples of one database after another.
const beginning = (times) => ({
  ...databases,
  databases: databases.databases.map((one, i) => (i < times ? one : { ...one, examples: [] })),
});
const withLearned = { ...databases, databases: databases.databases.map((one, i) => ({ ...one, learned: i === 0 })) };
const modelsAlone = { ...beginning(0), systems: databases.systems.filter((system) => system.asks_model) };

// The rows of a statement, as of POST /v1/query: one that names it.
const pageOf = (sql) => ({ columns: ["made by"], rows: [[sql]], row_count: 1, more: false, next_offset: null });

// Lines of t2s learn.
const proposals = () => [
  { line: 3, text: "1", state: "proposed", kind: "code", table: "returns", column: "reason", code: "D", value: "?", evidence: "0.00: its only values are 'D'" },
  { line: 4, text: "2", state: "confirmed", kind: "key", table: "orders", column: "customer_id", code: null, value: "customers.id", evidence: "" },
  { line: 5, text: "3", state: "proposed", kind: "words", table: "makers", column: "", code: null, value: hostile, evidence: hostile },
];

// What an administrator sees.
const statement = (more) => ({
  time: "2026-03-01T09:00:00Z",
  who: "ada",
  database: "shop",
  question: "How many?",
  sql: "SELECT 1",
  read: null,
  rows: 0,
  ms: 1,
  code: null,
  why: null,
  ...more,
});
const administered = {
  runs: {
    runs: ["answered", "withheld", "failed", "running"].map((status, i) => ({
      id: "r" + i,
      who: i ? "ada" : hostile,
      database: "shop",
      system: "dart-sql",
      model: "tiny",
      question: i ? "How many orders are there?" : hostile,
      started: `2026-03-01T0${9 - i}:00:00Z`,
      status,
      confidence: i ? null : 0.86,
      ms: 812.4,
      calls: 3,
      prompt_tokens: 1000,
      completion_tokens: 60,
    })),
  },
  costs: {
    costs: [
      { day: "2026-02-28", who: "ada", model: "tiny", runs: 2, calls: 4, prompt_tokens: 2000, completion_tokens: 100 },
      { day: "2026-03-01", who: "ada", model: "tiny", runs: 1, calls: 1, prompt_tokens: 500, completion_tokens: 20 },
      { day: "2026-03-01", who: "bob", model: "", runs: 5, calls: 0, prompt_tokens: 0, completion_tokens: 0 },
    ],
  },
  statements: {
    refused: [statement({ sql: "DELETE FROM orders", code: "statement_denied", why: "only statements that read are run" })],
    slow: [statement({ sql: null, read: "first rows of orders", rows: 5, ms: 2400.5 })],
  },
  corrections: { are_kept: true },
};
const waiting = [
  { id: "p1", who: "bob", database: "shop", question: "How did it go?", sql: "SELECT 1", time: "2026-03-01T09:00:00Z" },
  { id: "p2", who: hostile, database: hostile, question: hostile, sql: hostile, time: "2026-03-01T09:30:00Z" },
];

const ending = ({ event }) => ["answer", "failed", "cancelled"].includes(event);

// starts: how the list of databases begins, "late" with examples that come later, "models" without any, since only models answer.
// corrects: whether answers may be corrected, and what the owner knows is decided; proposes: whether corrections wait to be confirmed. origins: the
// sites that may have the component. conversations: whether questions may continue one; "forgets" those that are known. admin: whether the user
// is one.
export async function serve({
  writer,
  token = null,
  port = 0,
  starts = null,
  corrects = false,
  proposes = false,
  origins = [],
  conversations = false,
  admin = false,
}) {
  const part = (what, input) => execFileSync(writer, [what], { input, encoding: "utf8", maxBuffer: 1 << 28 });
  const page = { html: part("html"), style: part("style"), script: part("script"), policy: part("policy") };
  const files = {
    "/page.css": ["text/css", page.style],
    "/page.js": ["text/javascript", page.script],
    "/admin": ["text/html", part("admin-html")],
    "/admin.js": ["text/javascript", part("admin-script")],
    "/t2s-ask.js": ["text/javascript", part("component")],
  };
  const runs = new Map(),
    requests = [],
    asked = [],
    corrections = [],
    learned = proposals(),
    proposed = structuredClone(waiting),
    decided = [],
    cancelled = [],
    left = []; // runs whose stream the client closed before its end
  let broken = false,
    refused = false,
    listed = 0,
    last = 0,
    held = null, // what a run waits for before it ends
    release = () => {};

  class Run {
    constructor({ database = "shop", question, system = "offline", conversation }) {
      Object.assign(this, {
        conversation: conversation === "new" ? "c" + (last + 1) : conversation,
        id: "r" + ++last,
        database,
        question,
        system,
        started: new Date(1764000000000 + last * 60000).toISOString(),
        events: [],
        watchers: new Set(),
        over: false,
        began: Date.now(),
      });
      runs.set(this.id, this);
      this.add({ event: "run", id: this.id, database, system, question, started: this.started });
      this.play(eventsFor(question));
    }
    add(event) {
      const more = event.event === "answer" && this.conversation ? { conversation: this.conversation } : {};
      this.events.push({ n: this.events.length, at: Date.now() - this.began, ...event, ...more });
      this.over ||= ending(event);
      for (const tell of this.watchers) tell();
    }
    async play(list) {
      for (const [delay, event] of list) {
        if (delay > 0) await new Promise((done) => (this.timer = setTimeout(done, delay)));
        if (ending(event)) await held;
        if (this.over) return;
        this.add(event);
      }
    }
    cancel() {
      clearTimeout(this.timer);
      if (!this.over) {
        cancelled.push(this.id);
        this.add({ event: "cancelled" });
      }
    }
  }

  const textOf = (event) => JSON.stringify(event).replaceAll('"@big@"', "9007199254740993");

  function stream(response, run, after) {
    response.writeHead(200, { "Content-Type": "text/event-stream", "Cache-Control": "no-store" });
    response.write(": hello\n\n");
    let at = run.events.findIndex(({ n }) => n > after);
    if (at < 0) at = run.events.length;
    const tell = () => {
      while (at < run.events.length) {
        const event = run.events[at++];
        response.write(`event: ${event.event}\nid: ${event.n}\ndata: ${textOf(event)}\n\n`);
        if (run.question.includes("break") && !broken && event.n === 7) {
          broken = response.broken = true;
          return response.destroy();
        }
      }
      if (run.over) response.end();
    };
    run.watchers.add(tell);
    response.on("close", () => {
      run.watchers.delete(tell);
      if (!response.writableEnded && !response.broken) left.push(run.id);
    });
    tell();
  }

  const server = createServer(async (request, response) => {
    const url = new URL(request.url, "http://localhost");
    requests.push(
      `${request.method} ${request.url}` + (request.headers["last-event-id"] ? ` after ${request.headers["last-event-id"]}` : ""),
    );
    response.setHeader("Content-Security-Policy", policy);
    response.setHeader("X-Content-Type-Options", "nosniff");
    const send = (status, type, body, headers) => {
      response.writeHead(status, { "Content-Type": type + "; charset=utf-8", ...headers });
      response.end(body);
    };
    const json = (value, status = 200, headers) => send(status, "application/json", JSON.stringify(value), headers);
    const refuse = (status, message, headers) => json({ error: { code: "refused", message } }, status, headers);
    const { origin } = request.headers;
    if (origin && new URL(origin).host !== request.headers.host) {
      if (!origins.includes(origin)) return refuse(403, "pages of other sites may not ask this server");
      response.setHeader("Access-Control-Allow-Origin", origin);
      response.setHeader("Access-Control-Expose-Headers", "Retry-After, Content-Location");
      if (request.method === "OPTIONS")
        return response
          .writeHead(204, {
            "Access-Control-Allow-Methods": "GET, POST, DELETE",
            "Access-Control-Allow-Headers": "Authorization, Content-Type, Last-Event-ID",
          })
          .end();
    }
    if (url.searchParams.has("token"))
      response.setHeader("Set-Cookie", `t2s=${url.searchParams.get("token")}; HttpOnly; SameSite=Strict; Path=/`);
    if (url.pathname === "/" || /^\/runs\/[^/]+$/.test(url.pathname)) return send(200, "text/html", page.html);
    if (files[url.pathname]) return send(200, ...files[url.pathname]);
    if (token && request.headers.authorization !== "Bearer " + token && request.headers.cookie !== "t2s=" + token)
      return refuse(401, "a token is needed");
    let body = "";
    for await (const chunk of request) body += chunk;
    const [, , kind, name, what] = url.pathname.split("/").map(decodeURIComponent);
    if (kind === "databases" && !name)
      return json({
        ...(starts === "late" ? beginning(listed++) : starts === "models" ? modelsAlone : corrects ? withLearned : databases),
        may_correct: corrects,
        may_propose: proposes,
        may_administer: admin,
      });
    if (kind === "admin" && !admin) return refuse(403, "you may not see this");
    if (kind === "admin" && request.method === "POST") {
      const { as } = JSON.parse(body);
      if (as === "confirmed" && what === "p2") return refuse(422, "Nothing was kept: the SQL fails.");
      proposed.splice(
        proposed.findIndex(({ id }) => id === what),
        1,
      );
      decided.push([what, as]);
      return json({ id: what });
    }
    if (kind === "admin") return json({ since: "2026-03-01T08:00:00Z", ...administered[name], ...(name === "corrections" && { proposals: proposed }) });
    if (kind === "databases" && what === "learned" && request.method === "POST") {
      const { line, text, state, value } = JSON.parse(body);
      const at = learned.findIndex((one) => one.line === line && one.text === text);
      if (at < 0) return refuse(409, "this line has been changed meanwhile; read the lines again");
      if (value === "") return refuse(422, "line 1: there is nothing behind the =");
      learned[at] = { ...learned[at], state, text: state + text, value: value ?? learned[at].value };
      return json(learned[at]);
    }
    if (kind === "databases" && what === "learned") return json({ lines: learned });
    if (kind === "databases" && what === "schema")
      return json({ tables: name === "shop" ? shop : name === "museum" ? manyTables : hostileSchema });
    if (kind === "query") return json({ ...pageOf(JSON.parse(body).sql), ms: 0.1, error: null, proposal: null });
    if (kind === "corrections" && request.method === "POST" && proposes) {
      corrections.push(JSON.parse(body));
      return json({ id: "p9", proposed: true }, 202);
    }
    if (kind === "corrections" && request.method === "POST") {
      const given = JSON.parse(body);
      if (!/^SELECT/.test(given.sql)) return refuse(422, "Nothing was kept: the SQL fails.\nPerhaps: SELECT 1");
            const replaced = corrections.find(({ question }) => question === given.question)?.sql ?? null;
      corrections.push({ id: "c" + corrections.length, ...given });
      return json({ ...corrections.at(-1), replaced, ...pageOf(given.sql) });
    }
    if (kind === "corrections" && request.method === "DELETE") {
      corrections.splice(corrections.findIndex(({ id }) => id === name), 1);
      return json({});
    }
    if (kind === "corrections") return corrects ? json({ corrections }) : refuse(403, "you may not correct answers");
    if (kind === "ask") {
      const asks = JSON.parse(body);
      asked.push(asks);
      if (asks.conversation && !conversations) return refuse(400, 'there is no argument "conversation"');
      if (asks.conversation && asks.conversation !== "new" && conversations === "forgets") return refuse(404, "you have no such conversation");
      if (asks.question.includes("busy") && !refused) {
        refused = true;
        return refuse(503, "four questions are being answered", { "Retry-After": "1" });
      }
      return stream(response, new Run(asks), -1);
    }
    if (kind !== "runs") return refuse(404, "there is no such thing");
    if (!name)
      return json(
        [...runs.values()].reverse().map(({ id, database, system, question, started, events }) => {
          const answer = events.find(({ event }) => event === "answer");
          return { id, database, system, question, started, sql: answer?.sql ?? null, confidence: answer?.confidence ?? null };
        }),
      );
    const run = runs.get(name);
    if (!run) return refuse(404, "there is no run " + name + ": only the last 200 are kept. Ask the question again");
    if (request.method === "DELETE") {
      run.cancel();
      return response.writeHead(204).end();
    }
    if (what === "page")
      return send(200, "text/html", part("standalone", textOf(run.events)), { "Content-Security-Policy": page.policy });
    if (request.headers.accept === "text/event-stream") return stream(response, run, Number(request.headers["last-event-id"] ?? -1));
    return json(run.events);
  });
  await new Promise((done) => server.listen(port, "127.0.0.1", done));
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    requests,
    asked,
    corrections,
    learned,
    decided,
    cancelled,
    left,
    // Runs wait before they end until `release`, so that a check can look at one while it goes on.
    hold() {
      held = new Promise((done) => (release = done));
    },
    release: () => release(),
    close: () =>
      new Promise((done) => {
        server.closeAllConnections();
        server.close(done);
      }),
  };
}

if (process.argv[1] === new URL(import.meta.url).pathname) {
  const { url } = await serve({ writer: process.argv[2], port: Number(process.argv[3] ?? 0), token: process.argv[4] ?? null });
  console.log(url);
}
