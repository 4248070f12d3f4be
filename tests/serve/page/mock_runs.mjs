// Runs as a server would send them: lists of events for the tests' questions. t2s made none of them.

const sqlWords = new Set(
  (
    "select from where join on group by order having limit as and or not in is null distinct count sum avg max min desc asc " +
    "union left inner"
  ).split(" "),
);
const functions = new Set(["count", "sum", "avg", "max", "min"]);

export function tokensOf(sql) {
  return (sql.match(/\s+|'(?:[^']|'')*'|--[^\n]*|\d+(?:\.\d+)?|[\p{L}_][\p{L}\p{N}_]*|[^\s]/gu) ?? []).map((text) => {
    if (/^\s/.test(text)) return [text, "space"];
    if (text.startsWith("'")) return [text, "string"];
    if (text.startsWith("--")) return [text, "comment"];
    if (/^\d/.test(text)) return [text, "number"];
    if (functions.has(text.toLowerCase())) return [text, "function"];
    if (sqlWords.has(text.toLowerCase())) return [text, "keyword"];
    return [text, /^[\p{L}_]/u.test(text) ? "name" : "operator"];
  });
}

const wrongSql =
  "SELECT c.city, COUNT(*) FROM customers AS c JOIN orders AS o ON o.customer = c.id WHERE o.placed >= '2024-01-01' GROUP BY c.city";
const rightSql =
  "SELECT c.city, COUNT(*), SUM(o.total) FROM customers AS c JOIN orders AS o ON o.customer_id = c.id WHERE o.placed >= '2024-01-01' GROUP BY c.city ORDER BY SUM(o.total) DESC";
const cities = [
  "Porto",
  "Cádiz",
  "Bergen",
  "Lille",
  "Gent",
  "Trieste",
  "Split",
  "Riga",
  "Turku",
  "Galway",
  "Kotor",
  "Brest",
  "Varna",
  "Aarhus",
  "Malmö",
  "Cork",
];
const cityRows = cities.map((city, i) => [city, 41 - 2 * i, Math.round((9000 - 513.37 * i) * 100) / 100]);

const answerOf = (facts) => ({
  event: "answer",
  confidence: null,
  uncertain: false,
  missing: [],
  withheld: null,
  columns: [],
  rows: [],
  cut: false,
  candidates: [],
  spent: { calls: 0, prompt_tokens: 0, completion_tokens: 0, statements: 3, ms: 4.1 },
  stopped: "nothing left to say",
  failed: null,
  tokens: tokensOf(facts.sql ?? ""),
  row_count: facts.rows?.length ?? 0,
  ...facts,
});

const attemptOf = (facts) => ({
  event: "attempt",
  candidate: null,
  tokens: tokensOf(facts.sql),
  why: "",
  remarks: [],
  failure: null,
  columns: [],
  rows: [],
  confidence: null,
  skeleton: facts.sql.replace(/'[^']*'/g, "_").replace(/\b[a-z]\w*(\.\w+)?\b/g, "_"),
  entities: { tables: [], columns: [], values: [] },
  ...facts,
});

// A run of a pipeline with a model: [delay in ms, event], without numbers and times.
export function modelRun(question) {
  const entities = {
    tables: ["customers", "orders"],
    columns: ["customers.city", "orders.placed", "orders.total"],
    values: ["2024-01-01"],
  };
  return [
    [5, { event: "span", span: 1, parent: null, name: "run" }],
    [5, { event: "span", span: 2, parent: 1, name: "rewrite" }],
    [
      5,
      {
        event: "prompt",
        call: 0,
        stage: "rewrite",
        messages: [
          { role: "system", content: "You make questions clear." },
          { role: "user", content: question },
        ],
      },
    ],
    [
      250,
      {
        event: "completion",
        call: 0,
        text: "For each city, how many orders were placed since 1 January 2024, and what did they cost in total?",
        prompt_tokens: 412,
        completion_tokens: 24,
        ms: 243,
      },
    ],
    [5, { event: "end", span: 2 }],
    [
      0,
      {
        event: "rewritten",
        from: question,
        to: "For each city, how many orders were placed since 1 January 2024, and what did they cost in total?",
      },
    ],
    [5, { event: "span", span: 3, parent: 1, name: "sample" }],
    [10, { event: "statement", sql: "SELECT * FROM customers LIMIT 5", rows: 5, failure: null, ms: 0.4 }],
    [5, { event: "statement", sql: "SELECT * FROM orders LIMIT 5", rows: 5, failure: null, ms: 0.6 }],
    [5, { event: "end", span: 3 }],
    [
      0,
      {
        event: "samples",
        text: "customers: 1, Porto, 2019-04-02\norders: 1, 1, 2024-02-11, 88.50",
        demonstrations: [
          {
            question: "How many ships belong to each harbour?",
            sql: "SELECT h.name, COUNT(*) FROM harbours AS h JOIN ships AS s ON s.harbour_id = h.id GROUP BY h.name",
          },
          {
            question: "What did each region sell since 2020?",
            sql: "SELECT region, SUM(amount) FROM sales WHERE sold >= '2020-01-01' GROUP BY region",
          },
        ],
      },
    ],
    [5, { event: "span", span: 4, parent: 1, name: "draft" }],
    [
      5,
      {
        event: "prompt",
        call: 1,
        stage: "draft",
        messages: [
          {
            role: "user",
            content:
              "/* tables */\nCREATE TABLE customers (id, city, since);\nCREATE TABLE orders (id, customer_id, placed, total);\n\n" +
              question,
          },
        ],
      },
    ],
    [300, { event: "completion", call: 1, text: "```sql\n" + wrongSql + "\n```", prompt_tokens: 1240, completion_tokens: 61, ms: 291 }],
    [5, { event: "end", span: 4 }],
    [5, { event: "span", span: 5, parent: 1, name: "feedback" }],
    [5, { event: "statement", sql: wrongSql, rows: null, failure: "no such column: o.customer", ms: 0.2 }],
    [5, { event: "note", span: 5, key: "stage", value: "execution error" }],
    [5, { event: "end", span: 5 }],
    [
      0,
      attemptOf({
        number: 0,
        sql: wrongSql,
        why: "first draft",
        entities,
        failure: "no such column: o.customer",
        remarks: [
          { by: "execution error", text: "There is no column customer in orders. It has customer_id, which refers to customers.id." },
          { by: "entities", text: "The question asks for a total, and no column total is used." },
        ],
      }),
    ],
    [5, { event: "span", span: 6, parent: 1, name: "revise" }],
    [5, { event: "prompt", call: 2, stage: "revise", messages: [{ role: "user", content: "Mend this SQL:\n" + wrongSql }] }],
    [280, { event: "completion", call: 2, text: "```sql\n" + rightSql + "\n```", prompt_tokens: 1422, completion_tokens: 78, ms: 275 }],
    [5, { event: "end", span: 6 }],
    [5, { event: "span", span: 7, parent: 1, name: "feedback" }],
    [5, { event: "statement", sql: rightSql, rows: 16, failure: null, ms: 1.8 }],
    [5, { event: "end", span: 7 }],
    [0, attemptOf({ number: 1, sql: rightSql, why: "revised by the remarks", entities })],
    [
      0,
      attemptOf({
        number: 1,
        sql: rightSql,
        why: "revised by the remarks",
        entities,
        columns: ["city", "count(*)", "sum(o.total)"],
        rows: cityRows,
        confidence: 0.86,
      }),
    ],
    [5, { event: "end", span: 1 }],
    [
      0,
      answerOf({
        sql: rightSql,
        confidence: 0.864,
        columns: ["city", "count(*)", "sum(o.total)"],
        rows: cityRows,
        candidates: [
          { number: 0, generator: "few-shot", sql: rightSql, weight: 0.7, votes: 3 },
          { number: 1, generator: "query plan", sql: rightSql.replace(" ORDER BY SUM(o.total) DESC", ""), weight: 0.3, votes: 1 },
          { number: 2, generator: "divide and conquer", sql: wrongSql, weight: 0, votes: 0 },
        ],
        spent: { calls: 3, prompt_tokens: 3074, completion_tokens: 163, statements: 4, ms: 868 },
      }),
    ],
  ];
}

function offlineRun({ sql, columns, rows, ...more }) {
  return [
    [2, { event: "span", span: 1, parent: null, name: "run" }],
    [2, { event: "span", span: 2, parent: 1, name: "draft" }],
    [2, { event: "end", span: 2 }],
    [
      1,
      attemptOf({
        number: 0,
        sql,
        why: "read from the question",
        columns,
        rows: rows.slice(0, 50),
        entities: { tables: ["customers"], columns: ["customers.city"], values: [] },
      }),
    ],
    [2, { event: "end", span: 1 }],
    [1, answerOf({ sql, columns, rows, confidence: 0.91, ...more })],
  ];
}

const listSql = "SELECT name, city, since FROM customers";
const names = ["Aune", "Brandt", "Costa", "Dubois", "Eriksen", "Ferreira"];
const customers = names.map((name, i) => [name, cities[i], 2012 + i]);

export const hostile =
  '<img src=x onerror="window.owned=1"></script><script>window.owned=2</script>\u202egnp.exe\u202c \u0007\u001b[31m\u200b\u{e0041} &lt;b&gt; javascript:alert(1) ' +
  "W".repeat(400);

function hostileRun() {
  const sql = "SELECT '" + hostile.replaceAll("'", "''") + "' FROM customers";
  const list = modelRun(hostile).map(([delay, event]) => [0, structuredClone(event)]);
  const spoil = (value, key) => {
    if (typeof value === "string") return ["event", "tokens"].includes(key) ? value : value + hostile;
    if (Array.isArray(value)) return key === "tokens" ? [...value, [hostile, hostile]] : value.map((item) => spoil(item));
    if (value && typeof value === "object")
      return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, spoil(item, name)]));
    return value;
  };
  const events = list.map(([delay, event]) => [delay, spoil(event)]);
  const answer = events.at(-1)[1];
  answer.sql = sql;
  answer.tokens = tokensOf(sql);
  answer.missing = [hostile];
  answer.uncertain = true;
  answer.columns = ["id", hostile, "=cmd|' /C calc'!A0"];
  answer.rows = [
    [1, hostile, "=1+1"],
    [-2, "@SUM(A1)", "-3"],
    [null, { blob: 12 }, "+x"],
    ["__proto__", "constructor", "a\r\nb"],
  ];
  answer.row_count = 4;
  events.push([0, { event: "__proto__" }], [0, { event: "constructor", message: hostile }]);
  return [...events.slice(0, -3), ...events.slice(-2), events.at(-3)];
}

export function manyRows(count = 10000) {
  return Array.from({ length: count }, (_, i) => [
    i + 1,
    names[(i * 7) % 6] + " " + ((i * 7919) % count),
    cities[(i * 5) % 16],
    Math.round((((i * 104729) % 1000003) * 100) / 3) / 100,
    i % 17 ? "2024-0" + (1 + (i % 9)) + "-11" : null,
    "note " + ((i * 31) % 997),
    i % 3 === 0,
  ]).map((row) => [...row.slice(0, 6), row[6] ? "yes" : "no"]);
}

// Charts as t2s proposes them, by the word after "chart".
const encodingOf = (field, type, title, more) => ({ field, type, title, ...more });
const barEncoding = (first, measure, more) => ({
  y: encodingOf("category", "nominal", first, { sort: null }),
  x: encodingOf("value", "quantitative", measure, more?.x),
  ...more?.rest,
});
const lineEncoding = (first, measure, rest) => ({
  x: encodingOf("time", "temporal", first, { scale: { type: "utc" } }),
  y: encodingOf("value", "quantitative", measure, { scale: { zero: true } }),
  ...rest,
});
const inSeries = { color: encodingOf("series", "nominal", "kind", { sort: null }) };
const parts = ["north", "south", "west"].flatMap((category, i) =>
  ["tea", "milk"].map((series, j) => ({ category, value: 10 * (i + 1) + j, series })),
);
const charts = {
  bars: ["bar", barEncoding("city", "gain"), cities.slice(0, 6).map((category, i) => ({ category, value: 400 - 100 * i }))],
  stacked: ["stacked", barEncoding("region", "count(*)", { x: { stack: "zero" }, rest: inSeries }), parts],
  line: ["line", lineEncoding("day", "sum(total)"), [1, 2, 5, 9].map((day) => ({ time: `2024-03-0${day}`, value: day * 1234.5 }))],
  lines: [
    "line",
    lineEncoding("year", "people", inSeries),
    [1990, 2000, 2020].flatMap((year) => ["tea", "milk"].map((series, i) => ({ time: String(year), value: year * (i + 1), series }))),
  ],
  cloud: [
    "scatter",
    {
      x: encodingOf("number", "quantitative", "weight", { scale: { zero: false } }),
      y: encodingOf("value", "quantitative", "height", { scale: { zero: false } }),
    },
    customers.map(([label, , since], i) => ({ number: 1.5 + i, value: since - 1900, label })),
  ],
  number: ["number", { text: encodingOf("value", "quantitative", "count(*)") }, [{ value: 1234567 }]],
  hostile: ["bar", barEncoding(hostile, hostile), [hostile, "b" + hostile].map((category, value) => ({ category, value: value + 1 }))],
};

function chartedRun(word) {
  const [kind, encoding, values] = charts[word] ?? ["table"];
  const spec = values
    ? { $schema: "https://vega.github.io/schema/vega-lite/v5.json", description: "A number for each name.", data: { values }, encoding }
    : null;
  const rows = (values ?? [{ category: "a", value: 1 }]).map((value) => Object.values(value));
  const columns = rows[0].map((_, i) => "c" + i);
  const chart = { kind, why: "A number for each name.", left_out: word === "bars" ? 2 : 0, spec };
  return offlineRun({ sql: listSql, columns, rows, chart });
}

// The events of the answer to a question; `wait` runs until it is cancelled.
export function eventsFor(question) {
  if (question.startsWith("chart ")) return chartedRun(question.slice("chart ".length));
  if (question.includes("ask back"))
    return offlineRun({
      sql: listSql,
      columns: ["name", "city", "since"],
      rows: customers,
      confidence: 0.6,
      uncertain: true,
      ask_back: {
        question: "Which column is meant?",
        options: [
          { text: "gives customers.name", sql: listSql, row_count: 6 },
          { text: "gives makers.name " + (question.includes("hostile") ? hostile : ""), sql: "SELECT name FROM makers", row_count: 1 },
        ],
      },
    });
  if (question.includes("hostile")) return hostileRun();
  if (question.includes("10,000"))
    return offlineRun({
      sql: "SELECT * FROM orders",
      columns: ["id", "name", "city", "total", "placed", "note", "paid"],
      rows: manyRows(),
      row_count: 123456,
      cut: true,
    });
  if (question.includes("wait")) return [...modelRun(question).slice(0, 13), [600000, { event: "note", span: 4, key: "late", value: "1" }]];
  if (question.includes("uncertain"))
    return offlineRun({
      sql: listSql,
      columns: ["name", "city", "since"],
      rows: customers,
      confidence: 0.31,
      uncertain: true,
      missing: ['not read: "purple"', "the value 'Porto' was found only in a table that the question does not name"],
    });
  if (question.includes("withheld"))
    return offlineRun({ sql: listSql, columns: ["name", "city", "since"], rows: customers })
      .slice(0, -1)
      .concat([
        [
          1,
          answerOf({
            sql: null,
            confidence: 0.31,
            uncertain: true,
            missing: ['not read: "purple"'],
            withheld: { sql: listSql, why: "read from the question", tokens: tokensOf(listSql) },
            stopped: "the confidence 0.31 is below 0.75",
          }),
        ],
      ]);
  if (question.includes("late"))
    return offlineRun({
      sql: listSql,
      columns: ["name", "city", "since"],
      rows: customers,
      failed: "the model at http://127.0.0.1:9 does not answer",
    });
  if (question.includes("broken"))
    return offlineRun({
      sql: "SELECT nme FROM customers",
      columns: [],
      rows: [],
      failure: { code: "no_such_column", message: "no such column: nme" },
    });
  if (question.includes("nothing")) return [[1, answerOf({ sql: null, stopped: "no table of the database is named" })]];
  if (question.includes("fail"))
    return [[1, { event: "failed", message: "the model at http://127.0.0.1:9 does not answer: start it, or choose the system offline" }]];
  if (question.includes("exact"))
    return offlineRun({ sql: "SELECT id FROM customers", columns: ["id"], rows: [[1], [2]] }).map(([delay, event]) => [
      delay,
      event.rows ? { ...event, rows: [["@big@"], [2]] } : event,
    ]);
  if (question.includes("model") || question.includes("city") || question.includes("break")) return modelRun(question);
  return offlineRun({ sql: listSql, columns: ["name", "city", "since"], rows: customers });
}
