// ---- the page

const views = ["ask", "tables", "history", "corrections"];
const service = { databases: [], systems: [], may_correct: false };
let running = []; // the runs that are followed: {view, abort}
let tablesOf = null; // the database whose tables are drawn
let shownAt = ""; // the address of the runs that are shown, without the name of the view

const address = () => location.pathname + location.search;

// ---- asking

function settle() {
  // enables the buttons that can be used now
  const busy = running.some(({ view }) => !view.ended);
  byId("cancel").hidden = !busy;
  byId("ask-button").setAttribute("aria-disabled", String(busy));
  document.body.classList.toggle("busy", busy);
}

function showRuns(list) {
  fill(
    byId("runs"),
    list.map((view) => view.element),
  );
  byId("runs").classList.toggle("beside", list.length > 1);
  document.body.classList.toggle("wide", list.length > 1);
  byId("begin").hidden = list.length > 0;
  fill(byId("verdict"));
}

function watch(view, how) {
  // follows one run; resolves when it is over, also after an error
  const abort = new AbortController();
  const entry = { view, abort };
  running.push(entry);
  settle();
  return follow(view, how, abort.signal)
    .catch((problem) => {
      if (view.ended) return;
      if (abort.signal.aborted) return view.stopped();
      view.fail(problem instanceof Problem ? problem.message : "the page could not show it: " + messageOf(problem));
      if (problem.status === 401) complain(problem);
      else if (!(problem instanceof Problem)) console.error(problem);
    })
    .finally(() => {
      running = running.filter((one) => one !== entry);
      settle();
    });
}

function leave() {
  // stops watching: other runs are shown, and the server ends runs that nobody watches
  for (const { view, abort } of running) {
    view.ended = true;
    abort.abort();
  }
  running = [];
}

function newView(facts) {
  return runView({
    ...facts,
    actions: {
      cancel,
      again: (one) => {
        byId("question").value = one.question;
        ask();
      },
      corrects: () => service.may_correct || service.may_propose === true,
      proposes: () => service.may_propose === true,
      send: async (path, body) => parsed(await (await request("POST", path, { body })).text()),
    },
  });
}

const path = (list) => "/runs/" + encodeURIComponent(list[0].id) + (list[1]?.id ? "?with=" + encodeURIComponent(list[1].id) : "");

async function ask() {
  if (running.some(({ view }) => !view.ended)) return say("A question is being answered. Escape cancels it.");
  const question = byId("question").value.trim();
  if (!question) {
    byId("question").focus();
    return say("Type a question first.");
  }
  const database = byId("database").value,
    minimum = byId("minimum").value;
  const systems = [byId("system").value, byId("other").value].filter((name, i) => i === 0 || name);
  const list = systems.map((system) => newView({ question, database, system, minimum: Number(minimum) }));
  fill(byId("problem"));
  showView("ask");
  showRuns(list);
  document.title = cut(question, 60) + " · t2s";
  say("Asked.");
  let named = false;
  const runs = list.map((view, i) => {
    view.named = () => {
      if (!list[0].id) return;
      history[named ? "replaceState" : "pushState"](null, "", path(list));
      named = true;
      shownAt = address();
    };
    return watch(view, {
      body: {
        database,
        question,
        ask_back: true,
        chart: true,
        ...(systems[i] && { system: systems[i] }),
        ...(minimum && { min_confidence: Number(minimum) }),
      },
    });
  });
  await Promise.all(runs);
  compareAnswers(list);
}

async function cancel(one) {
  const list = running.filter(({ view }) => !view.ended && (!one || view === one));
  await Promise.all(
    list.map(async ({ view, abort }) => {
      view.note("Cancelling.");
      if (!view.id) return abort.abort();
      try {
        await request("DELETE", "/v1/runs/" + encodeURIComponent(view.id));
      } catch {
        /* the run may be over, or the connection lost; below the page stops following it */
      }
      setTimeout(() => {
        if (!view.ended) abort.abort();
      }, 3000);
    }),
  );
}

function compareAnswers([one, two]) {
  if (!one?.answer || !two?.answer) return;
  const rows = ({ answer }) =>
    (answer.rows ?? [])
      .map((row) => JSON.stringify(row, (_, value) => (typeof value === "bigint" ? String(value) : value)))
      .sort()
      .concat(answer.row_count ?? 0)
      .join("\n");
  const without = [one, two].filter(({ answer }) => !answer.sql || doesNotRun(answer));
  const verdict =
    without.length === 2
      ? "Neither system has an answer."
      : without.length === 1
        ? `${without[0].system} has no answer.`
        : rows(one) === rows(two)
          ? "Both give the same rows."
          : "The rows differ.";
  fill(
    byId("verdict"),
    h("p", null, h("strong", null, verdict), one.answer.sql && one.answer.sql === two.answer.sql ? " Their SQL is the same." : null),
    one.answer.sql && two.answer.sql && one.answer.sql !== two.answer.sql
      ? more(`The SQL of ${two.system} as a difference from that of ${one.system}`, null, () => sqlBlock(two.answer, one.answer))
      : null,
  );
}

// ---- views

function showView(name) {
  for (const view of views) {
    byId("view-" + view).hidden = view !== name;
    const link = document.querySelector(`nav a[href="#${view}"]`);
    if (view === name) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  if (name === "tables") showTables();
  if (name === "history") showHistory();
  if (name === "corrections") showCorrections();
}

function viewOfAddress() {
  const name = location.hash.slice(1);
  if (views.includes(name)) showView(name);
  else if (!name) showView("ask");
}

async function showTables() {
  const database = byId("database").value;
  if (!database || tablesOf === database) return;
  byId("tables-database").value = database;
  fill(byId("tables"), h("p", { class: "soft" }, "Reading the schema."));
  try {
    const { tables } = await getJson(`/v1/databases/${encodeURIComponent(database)}/schema`);
    if (byId("database").value !== database) return; // another database was chosen meanwhile
    const listId = newId("table");
    fill(
      byId("tables"),
      tables.length
        ? [schemaDrawing(tables, listId), h("h3", null, "As a list"), tableList(tables, listId)]
        : h("p", null, "There are no tables."),
    );
    tablesOf = database;
    await showLearned(database);
  } catch (problem) {
    fill(byId("tables"));
    complain(problem, showTables);
  }
}

async function showLearned(database) {
  // what t2s learn proposed, if the server lets its clients decide about it
  if (!service.databases.find(({ name }) => name === database)?.learned) return;
  const path = `/v1/databases/${encodeURIComponent(database)}/learned`;
  const { lines } = await getJson(path);
  if (tablesOf !== database) return;
  const send = async (body) => parsed(await (await request("POST", path, { body })).text());
  put(
    byId("tables"),
    h("h3", null, "What the owner knows"),
    h("p", { class: "soft" }, "What is confirmed is used for every question. Correct a value before you confirm it."),
    h(
      "ol",
      { class: "history" },
      lines.map((line) => learnedLine(line, send)),
    ),
  );
}

async function showHistory() {
  const place = byId("history");
  try {
    const list = await getJson("/v1/runs");
    const row = (run) =>
      h(
        "li",
        null,
        h("a", { href: "/runs/" + encodeURIComponent(run.id), dir: "auto", click: openHere }, run.question),
        h(
          "span",
          { class: "soft" },
          [run.database, run.system, moment(run.started), typeof run.confidence === "number" ? percent(run.confidence) : null]
            .filter(Boolean)
            .join(" · "),
        ),
        run.sql ? h("code", { dir: "ltr" }, cut(run.sql, 160)) : h("span", { class: "soft" }, "No SQL"),
      );
    const rows = list.map((run) => [row(run), [run.question, run.database, run.system, run.sql].join(" ").toLowerCase()]);
    const filter = () => {
      const wanted = byId("filter").value.trim().toLowerCase(),
        found = rows.filter(([, text]) => text.includes(wanted));
      fill(
        place,
        found.map(([element]) => element),
      );
      fill(
        byId("found"),
        list.length
          ? wanted
            ? `${amount(found.length)} of ${counted(list.length, "question")}`
            : counted(list.length, "question")
          : "No question was asked yet.",
      );
    };
    byId("filter").oninput = filter;
    filter();
  } catch (problem) {
    complain(problem, showHistory);
  }
}

async function showCorrections() {
  try {
    const { corrections } = await getJson("/v1/corrections");
    fill(
      byId("corrections"),
      corrections.map((one) =>
        h(
          "li",
          null,
          h("p", { dir: "auto" }, one.question),
          h("span", { class: "soft" }, one.database),
          sqlBlock(one),
          button("Remove", () => removeCorrection(one), {
            class: "small",
            "aria-label": "Remove the correction of " + cut(one.question, 100),
          }),
        ),
      ),
    );
    fill(
      byId("kept"),
      corrections.length ? counted(corrections.length, "correction") : "No answer was corrected yet: there is a form below each answer.",
    );
    byId("export-corrections").hidden = !corrections.length;
  } catch (problem) {
    complain(problem, showCorrections);
  }
}

async function removeCorrection({ id, question }) {
  try {
    await request("DELETE", "/v1/corrections/" + encodeURIComponent(id));
    say("Removed: " + cut(question, 100));
  } catch (problem) {
    complain(problem, showCorrections);
  }
  await showCorrections();
  byId("corrections-title").focus();
}

function openHere(event) {
  // opens a link to a run without loading the page again
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
  event.preventDefault();
  history.pushState(null, "", event.currentTarget.getAttribute("href"));
  open(true);
}

// Shows what the address names: a run, two runs side by side, or the empty form.
async function open(focus) {
  leave();
  shownAt = address();
  fill(byId("problem"));
  const id = location.pathname.match(/^\/runs\/([^/]+)$/)?.[1],
    other = new URLSearchParams(location.search).get("with");
  showRuns([]);
  document.title = "t2s";
  viewOfAddress();
  if (!id) {
    settle();
    return;
  }
  const ids = [decodeURIComponent(id), ...(other ? [other] : [])];
  const list = ids.map((one) => newView({ question: "Run " + one }));
  showRuns(list);
  if (focus) list[0].focus();
  list[0].named = () => {
    document.title = cut(list[0].question, 60) + " · t2s";
    byId("question").value = list[0].question;
    choose("database", list[0].database);
    choose("system", list[0].system);
    offerOthers();
    showExamples();
  };
  await Promise.all(list.map((view, i) => watch(view, { id: ids[i] })));
  compareAnswers(list);
}

// ---- the form

function choose(id, value) {
  const select = byId(id);
  if ([...select.options].some((option) => option.value === value)) select.value = value;
}

const optionsOf = (list) => list.map(({ name }) => h("option", { value: name }, name));

const chosen = (id) => service[id + "s"].find(({ name }) => name === byId(id).value);

function offerOthers() {
  // a system is compared with another one
  const others = service.systems.filter(({ name }) => name !== byId("system").value),
    before = byId("other").value;
  fill(byId("other"), h("option", { value: "" }, "no other system"), optionsOf(others));
  choose("other", before);
  byId("other").closest("label").hidden = !others.length;
}

function showExamples() {
  const database = chosen("database");
  fill(
    byId("examples"),
    (database?.examples ?? []).slice(0, 6).map((text) =>
      h(
        "li",
        null,
        button(
          text,
          () => {
            byId("question").value = text;
            byId("question").focus();
          },
          { class: "example", dir: "auto" },
        ),
      ),
    ),
  );
  byId("begin").querySelector("h2").hidden = !database?.examples?.length;
  describe();
}

function describe() {
  // shows the choices in a line below the form
  const database = chosen("database"),
    system = chosen("system");
  const count = typeof database?.tables === "number" ? database.tables : database?.tables?.length;
  fill(
    byId("about"),
    database
      ? [database.name, ": ", database.dialect, count === undefined ? "" : ", " + counted(count, "table"), ". "]
      : "There is no database. ",
    system ? [system.name, ": ", system.about.replace(/\.?$/, "."), system.asks_model ? " It asks a model." : ""] : "",
  );
}

async function begin() {
  try {
    Object.assign(service, await getJson("/v1/databases"));
  } catch (problem) {
    return complain(problem, begin);
  }
  document.querySelector('nav a[href="#corrections"]').hidden = !service.may_correct;
  document.querySelector('nav a[href="/admin"]').hidden = !service.may_administer;
  for (const id of ["database", "tables-database"]) fill(byId(id), optionsOf(service.databases));
  fill(byId("system"), optionsOf(service.systems));
  choose("database", kept.get("database"));
  choose("system", kept.get("system"));
  offerOthers();
  const usual = service.usual_minimum;
  fill(
    byId("minimum"),
    h("option", { value: "" }, "50 %; any with a model"),
    h("option", { value: "0" }, "any confidence"),
    [...new Set([0.5, usual, 0.9].filter((p) => typeof p === "number"))]
      .sort()
      .map((p) => h("option", { value: p }, percent(p) + (p === usual ? " (usual)" : ""))),
  );
  showExamples();
  awaitExamples(2);
  await open(false);
}

function awaitExamples(seconds) {
  // a server that has just begun tries them first, one database after another, with a system that asks no model; some have none
  const has = ({ examples }) => examples?.length > 0;
  if (seconds > 64 || service.databases.every(has) || service.systems.every((system) => system.asks_model)) return;
  setTimeout(async () => {
    try {
      const before = JSON.stringify(chosen("database")?.examples);
      service.databases = (await getJson("/v1/databases")).databases;
      if (JSON.stringify(chosen("database")?.examples) !== before) showExamples();
      awaitExamples(2 * seconds);
    } catch {
      /* the next question says what is wrong */
    }
  }, 1000 * seconds);
}

function keyPressed(event) {
  if (event.key === "Escape" && running.some(({ view }) => !view.ended) && !event.defaultPrevented) {
    event.preventDefault();
    cancel();
  }
}

function ready() {
  const events = byId("run-events");
  if (events) return standalone(byId("main"), parsed(events.textContent));
  offerThemes();
  byId("form").addEventListener("submit", (event) => {
    event.preventDefault();
    ask();
  });
  byId("question").addEventListener("keydown", (event) => {
    if (event.key === "Enter" && !event.shiftKey && !event.isComposing) {
      event.preventDefault();
      ask();
    }
  });
  byId("cancel").addEventListener("click", () => {
    byId("question").focus();
    cancel();
  });
  byId("database").addEventListener("change", ({ target }) => {
    kept.set("database", target.value);
    showExamples();
  });
  byId("tables-database").addEventListener("change", ({ target }) => {
    byId("database").value = target.value;
    showExamples();
    showTables();
  });
  byId("system").addEventListener("change", ({ target }) => {
    kept.set("system", target.value);
    offerOthers();
    describe();
  });
  document.querySelector(".brand a").addEventListener("click", openHere);
  addEventListener("keydown", keyPressed);
  addEventListener("hashchange", viewOfAddress);
  addEventListener("popstate", () => {
    if (shownAt !== address()) open(false);
  });
  begin();
}

if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", ready);
else ready();
