// ---- an answer, on the page and in the component

const doesNotRun = (answer) => (answer.cut ? null : answer.failure); // if rows were cut, the failure is a limit, and the SQL runs

const failureOf = (failure) => (failure ? h("p", { class: "failure" }, h("strong", null, "Does not run: "), messageOf(failure)) : null);

function likelihood(confidence, low) {
  // low: whether it is below the minimum; undefined if no minimum was asked for
  if (typeof confidence !== "number") return null;
  const bar = h("span", { class: "fill" });
  bar.style.width = 100 * Math.min(1, Math.max(0, confidence)) + "%";
  return h(
    "p",
    { class: low === undefined ? "likely" : low ? "likely low" : "likely high" },
    h("span", { class: "gauge", "aria-hidden": "true" }, bar),
    h("span", null, h("strong", null, percent(confidence)), " likely to be right"),
  );
}

function rowsOf(event, name, file) {
  if (!event.columns?.length) return null;
  const rows = event.rows ?? [],
    all = event.row_count ?? rows.length;
  const facts =
    all > rows.length
      ? `The first ${amount(rows.length)} of ${counted(all, "row")}`
      : event.cut
        ? `The first ${counted(rows.length, "row")}; there are more`
        : counted(rows.length, "row");
  return rowTable({ columns: event.columns, rows, name, facts, file, sql: event.sql });
}

// The readings of the question; a click on one calls `choose` with its index. chosen: that index, once there is one.
function questionBack({ question, options }, chosen, choose) {
  const one = ({ text, row_count }, i) => {
    const content = [h("span", null, text), " ", h("span", { class: "soft" }, counted(row_count ?? 0, "row"))];
    return h(
      "li",
      { dir: "auto" },
      choose ? button(content, () => choose(i), { class: "example", "aria-pressed": String(i === chosen) }) : content,
    );
  };
  return h(
    "div",
    { class: "asks-back", role: "group", "aria-label": "Question back" },
    h("p", { dir: "auto" }, h("strong", null, question)),
    h("ul", null, options.map(one)),
  );
}

const listOf = (title, items) =>
  items?.length
    ? h(
        "div",
        { class: "missing" },
        h("p", null, h("strong", null, title)),
        h(
          "ul",
          null,
          items.map((text) => h("li", { dir: "auto" }, messageOf(text))),
        ),
      )
    : null;

const withheldOf = ({ withheld }) => (typeof withheld === "string" ? withheld : withheld?.sql);

function withheldSql(event) {
  const sql = withheldOf(event);
  return h(
    "div",
    null,
    h("p", { class: "caution" }, h("strong", null, "Withheld. "), "SQL was found, and it is less likely to be right than the minimum."),
    sql ? more("Show the SQL that is withheld", null, () => sqlBlock(typeof event.withheld === "string" ? { sql } : event.withheld)) : null,
  );
}

// What an answer says apart from its SQL. file: the name of files to download; chosen, choose: as in questionBack.
function answerContent(event, { file, chosen, choose }) {
  const failure = doesNotRun(event);
  return [
    event.withheld ? withheldSql(event) : null,
    event.uncertain && !event.withheld
      ? h("p", { class: "caution" }, h("strong", null, "Uncertain. "), "Check the SQL before you use the rows.")
      : null,
    event.ask_back ? questionBack(event.ask_back, chosen, choose) : null,
    failureOf(failure),
    event.notice ? h("p", { class: "caution" }, messageOf(event.notice)) : null,
    event.failed ? h("p", { class: "caution" }, h("strong", null, "The model failed after the draft. "), messageOf(event.failed)) : null,
    event.sql && !failure ? [chartView(event, file), rowsOf(event, "Rows of the answer", file)] : null,
    likelihood(event.confidence, Boolean(event.uncertain)),
    listOf("What speaks against it", event.missing),
  ];
}

// How an answer is called, and what is said of it.
function verdictOf(event) {
  const rows = counted(event.row_count ?? event.rows?.length ?? 0, "row");
  const more =
    (typeof event.confidence === "number" ? `, ${percent(event.confidence)} likely to be right` : "") +
    (event.ask_back ? `. ${event.ask_back.question}` : "");
  if (event.withheld) return { kind: "warn", word: "Withheld", text: "No answer is given", more: event.ask_back ? more : "" };
  if (!event.sql) return { kind: "bad", word: "No SQL", text: "None was found", more: "" };
  if (doesNotRun(event)) return { kind: "bad", word: "Failed", text: "The SQL does not run", more: "" };
  if (event.uncertain) return { kind: "warn", word: "Uncertain", text: rows, more };
  return { kind: "good", word: "Answered", text: rows, more };
}

// The reading of that index, run: an answer in the place of `event`. send: posts a body to a path.
async function readingOf(event, i, database, limit, send) {
  const { sql } = event.ask_back.options[i];
  const { columns, rows, more: cut } = await send("/v1/query", { ...(database && { database }), sql, limit });
  return { event: "answer", sql, columns, rows, cut, ask_back: event.ask_back, uncertain: false };
}
