// ---- the page of those who run the server

// A part of the page: a heading, a line about it, and what `show` makes of what `read` resolves to.
function adminSection(title, about, read, show) {
  const id = newId("section");
  const place = h("div", { class: "admin-place" });
  const element = h("section", { "aria-labelledby": id }, h("h2", { id }, title), h("p", { class: "soft" }, about), place);
  const load = async () => {
    const given = await read();
    fill(place, show(given, load));
    return given;
  };
  return { element, load };
}

const administered = (path) => () => getJson("/v1/admin/" + path);

const adminTable = (name, columns, rows, none) =>
  rows.length ? rowTable({ columns, rows, name, file: "t2s-" + name.toLowerCase().replace(/\W+/g, "-") }) : h("p", null, none);

const statusWords = {
  answered: "answered",
  uncertain: "uncertain",
  withheld: "withheld",
  no_sql: "no SQL",
  sql_failed: "SQL fails",
  model_failed: "model failed",
};

const runColumns = [
  "started",
  "who",
  "question",
  "status",
  "confidence",
  "ms",
  "model calls",
  "tokens in",
  "tokens out",
  "database",
  "system",
  "model",
];
const runRow = (run) => [
  run.started,
  run.who,
  run.question,
  statusWords[run.status] ?? run.status,
  run.confidence,
  run.ms === null ? null : Math.round(run.ms),
  run.calls,
  run.prompt_tokens,
  run.completion_tokens,
  run.database,
  run.system,
  run.model || null,
];

// The sums of costs by what `keyOf` gives, the dearest first.
function summed(costs, keyOf) {
  const sums = new Map();
  for (const one of costs) {
    const key = keyOf(one);
    const sum = sums.get(key) ?? [key, 0, 0, 0, 0];
    [one.runs, one.calls, one.prompt_tokens, one.completion_tokens].forEach((n, i) => (sum[i + 1] += n));
    sums.set(key, sum);
  }
  return [...sums.values()];
}

function costTables({ costs }) {
  const by = (name, keyOf, compare) =>
    adminTable(
      "Costs by " + name,
      [name, "questions", "model calls", "tokens in", "tokens out"],
      summed(costs, keyOf).sort(compare),
      "No question was asked yet.",
    );
  const dearest = (a, b) => b[3] + b[4] - a[3] - a[4];
  if (!costs.length) return by("user", () => "", dearest);
  return [
    h("h3", null, "By user"),
    by("user", (one) => one.who, dearest),
    h("h3", null, "By model"),
    by("model", (one) => one.model || "no model", dearest),
    h("h3", null, "By day (UTC)"),
    by(
      "day",
      (one) => one.day,
      (a, b) => (a[0] < b[0] ? 1 : -1),
    ),
  ];
}

function statementTables({ refused, slow }) {
  const said = (one) => [one.sql ?? one.read, one.question || null, one.database || null];
  return [
    h("h3", null, "Refused"),
    adminTable(
      "Refused statements",
      ["time", "who", "code", "why", "statement", "question", "database"],
      refused.map((one) => [one.time, one.who || null, one.code, one.why, ...said(one)]),
      "No statement was refused.",
    ),
    h("h3", null, "Slow"),
    adminTable(
      "Slow statements",
      ["ms", "rows", "time", "who", "statement", "question", "database", "failure"],
      slow.map((one) => [Math.round(one.ms), one.rows, one.time, one.who || null, ...said(one), one.code]),
      "No statement took 100 ms or more.",
    ),
  ];
}

// Corrections that users proposed: each with the buttons that decide about it.
function proposalList({ proposals, are_kept }, load) {
  if (!are_kept) return h("p", null, "This server keeps no corrections: start it with --corrections FILE.");
  if (!proposals.length) return h("p", null, "Nothing waits.");
  return h(
    "ol",
    { class: "history" },
    proposals.map((one) => proposal(one, load)),
  );
}

function proposal(one, load) {
  const said = h("p", { class: "failure", role: "alert" });
  const decide = async (as, word) => {
    fill(said);
    try {
      await request("POST", "/v1/admin/corrections/" + encodeURIComponent(one.id), { body: { as } });
      await load();
      byId("main").focus();
      say(word + ": " + cut(one.question, 100));
    } catch (problem) {
      fill(said, messageOf(problem));
    }
  };
  const choice = (as, text) =>
    button(text, () => decide(as, as), { class: "small", "aria-label": text + " the correction of " + cut(one.question, 100) });
  return h(
    "li",
    null,
    h("p", { dir: "auto" }, one.question),
    h("span", { class: "soft" }, [one.database, one.who, one.time].join(" · ")),
    sqlBlock(one),
    h("p", { class: "tools" }, choice("confirmed", "Confirm"), choice("rejected", "Reject")),
    said,
  );
}

const adminSections = [
  adminSection("Runs", "The latest questions over HTTP, as many as --kept-runs says, in memory.", administered("runs"), ({ runs }) =>
    adminTable("Runs", runColumns, runs.map(runRow), "No question was asked yet."),
  ),
  adminSection(
    "Costs",
    "Sums of all questions over HTTP since the server was started, in memory. A run with several models counts for the one that drafts.",
    administered("costs"),
    costTables,
  ),
  adminSection(
    "Statements",
    "Refused by a rule or a limit of costs, and slow ones of 100 ms and more. Kept in memory; --audit FILE writes all into a file.",
    administered("statements"),
    statementTables,
  ),
  adminSection(
    "Corrections to confirm",
    "What users without the right to correct proposed; it counts once it is confirmed. Kept in memory until then.",
    administered("corrections"),
    proposalList,
  ),
  adminSection(
    "What t2s learn proposed",
    "Of databases whose file clients on this machine may change (--learned FILE, without users). Decided lines are on the page under Tables.",
    readProposedLines,
    proposedLines,
  ),
];

// What t2s learn proposed of each database whose file this server shares, and nobody has decided: [[database, lines], ...].
async function readProposedLines() {
  const { databases } = await getJson("/v1/databases");
  return Promise.all(
    databases
      .filter(({ learned }) => learned)
      .map(async ({ name }) => {
        const { lines } = await getJson(`/v1/databases/${encodeURIComponent(name)}/learned`);
        return [name, lines.filter(({ state }) => state === "proposed")];
      }),
  );
}

function proposedLines(all) {
  const waiting = all.filter(([, lines]) => lines.length);
  if (!waiting.length) return h("p", null, "Nothing waits.");
  return waiting.map(([name, lines]) => {
    const send = async (body) =>
      parsed(await (await request("POST", `/v1/databases/${encodeURIComponent(name)}/learned`, { body })).text());
    return [
      h("h3", { dir: "auto" }, name),
      h(
        "ol",
        { class: "history" },
        lines.map((line) => learnedLine(line, send)),
      ),
    ];
  });
}

async function showAdmin() {
  fill(byId("problem"));
  try {
    const [{ since }] = await Promise.all(adminSections.map(({ load }) => load()));
    fill(byId("since"), "Since ", moment(since));
    if (!byId("sections").childElementCount)
      fill(
        byId("sections"),
        adminSections.map(({ element }) => element),
      );
  } catch (problem) {
    complain(problem, showAdmin);
  }
}

function beginAdmin() {
  offerThemes();
  byId("refresh").addEventListener("click", async () => {
    await showAdmin();
    say("Refreshed.");
  });
  showAdmin();
}

if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", beginAdmin);
else beginAdmin();
