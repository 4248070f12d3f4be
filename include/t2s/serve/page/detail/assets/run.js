// ---- one run

// actions: what the page can do with a run: cancel(view), again(view), corrects(), proposes(), send(path, body); none in an exported page.
// minimum: the least confidence of an answer, if one was chosen: SQL is shown once it has it.
function runView({ question, database, system, minimum, actions }) {
  const id = newId("run");
  const view = { id: null, ended: false, waiting: false, answer: null, question, database, system };
  const spans = new Map(),
    openSpans = [];
  const spent = { calls: 0, prompt_tokens: 0, completion_tokens: 0, statements: 0, ms: 0 };
  let drawTime = 0,
    lastAt = 0,
    lastSeen = performance.now(),
    attempt = null,
    begunAs = null;

  const steps = stepList();
  const heading = h("h2", { id: id + "-question", class: "question", tabindex: "-1", dir: "auto" }, question);
  const facts = h("p", { class: "facts soft" });
  const badge = h("span", { class: "badge running" }, "Running");
  const doing = h("span", { class: "doing" }, "Asking");
  const clock = h("span", { class: "clock soft" });
  const stop = actions ? button("Cancel", () => actions.cancel(view), { class: "small stop" }) : null;
  const notice = h("p", { class: "notice", hidden: true });
  const result = h("div", { class: "result" }, h("p", { class: "soft" }, "The SQL appears here as soon as there is some."));
  const spentLine = h("p", { class: "spent soft" });
  steps.element.hidden = Boolean(minimum);
  const stepsPlace = h("section", { hidden: true }, h("h3", null, "Steps"), steps.element);
  const timePlace = h("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": "Time of each part" });
  const time = h("section", { class: "time", hidden: true }, h("h3", null, "Time"), timePlace);
  view.element = h(
    "article",
    { class: "run", "aria-labelledby": id + "-question" },
    h("header", null, heading, facts, h("p", { class: "state" }, badge, doing, clock, stop), notice),
    h("div", { class: "run-body" }, h("div", { class: "outcome" }, h("section", { class: "answer" }, result, spentLine), time), stepsPlace),
  );

  const now = () => lastAt + performance.now() - lastSeen; // milliseconds since the run began
  const ticking = setInterval(() => {
    if (view.ended) return clearInterval(ticking);
    if (view.waiting) return;
    fill(clock, took(now()));
    if (openSpans.length) timeChanged(400);
  }, 100);

  function showFacts({ id: run, database, system, started }) {
    // the run can be exported once it is over
    const path = run ? "/runs/" + encodeURIComponent(run) : null;
    fill(
      facts,
      [database, system, started ? moment(started) : null]
        .filter(Boolean)
        .map((text, i) => [i ? " · " : "", h(text === system ? "strong" : "span", { dir: "auto" }, text)]),
      path && actions ? [" · ", h("a", { href: path }, "Permalink")] : null,
      path && actions && view.ended
        ? [" · ", h("a", { href: `/v1${path}/page`, download: `t2s-run-${run}.html`.replace(/[^\w.-]/g, "") }, "Export")]
        : null,
    );
  }
  showFacts({ database, system });

  function showSpent(figures, stopped) {
    const parts = [
      figures.calls ? counted(figures.calls, "model call") : "no model call",
      figures.calls ? `${amount(figures.prompt_tokens ?? 0)} + ${amount(figures.completion_tokens ?? 0)} tokens` : null,
      figures.statements ? counted(figures.statements, "statement") : null,
      figures.ms ? took(figures.ms) : null,
      stopped ? "ended: " + stopped : null,
    ];
    fill(spentLine, parts.filter(Boolean).join(" · "));
  }

  function setState(kind, word, text) {
    badge.className = "badge " + kind;
    fill(badge, word);
    fill(doing, text);
  }

  function finish(kind, word, text, at, more = "") {
    view.ended = true;
    if (steps.element.hidden) showSteps(true); // it ended without an answer
    if (begunAs) showFacts(begunAs);
    clearInterval(ticking);
    stop?.remove();
    view.note(null);
    fill(clock, took(at));
    setState(kind, word, text);
    clearTimeout(drawTime);
    showTime(at);
    if (actions)
      put(
        badge.parentElement,
        button("Ask again", () => actions.again(view), { class: "small" }),
      );
    say(`${word}. ${text}${more}`);
  }

  function showTime(at) {
    time.hidden = spans.size === 0;
    if (spans.size) fill(timePlace, waterfall(spans, at));
  }

  function timeChanged(wait = 150) {
    // draws at most once per `wait`, also if many events come
    if (!drawTime)
      drawTime = setTimeout(() => {
        drawTime = 0;
        if (!view.ended) showTime(now());
      }, wait);
  }

  function showResult(...content) {
    // keeps the focus in the rows if it was there
    const inside = result.contains(document.activeElement);
    fill(result, content);
    if (inside) (result.querySelector("table[role=grid]") ?? heading).focus({ preventScroll: true });
  }

  function showAttempt(event) {
    attempt = event;
    if (!event.sql || minimum) return;
    showResult(
      h("h3", null, "Attempt ", event.number + 1, " so far"),
      sqlBlock(event),
      failureOf(event.failure),
      event.failure ? null : rowsOf(event, "Rows so far"),
    );
  }

  function showSteps(withheld) {
    // the steps have the SQL
    steps.element.hidden = false;
    if (withheld)
      fill(
        stepsPlace,
        h("h3", null, "Steps"),
        more("Show the steps, with SQL that is no answer", null, () => steps.element),
      );
  }

  // chosen: the option of the question back that the user chose, of which `event` then has the SQL and the rows.
  function drawAnswer(event, chosen) {
    const file = "t2s-" + (view.id ?? "rows").replace(/[^\w-]/g, "");
    showResult(
      h("h3", null, "Answer"),
      answerContent(event, { file, chosen, choose: actions ? (i) => chooseReading(event, i) : null }),
      event.sql
        ? sqlBlock(event)
        : event.withheld
          ? null
          : h("p", null, "No SQL was found", event.stopped ? ": " + event.stopped : "", ". Ask in other words, or choose another system."),
      actions?.corrects()
        ? more(chosen === undefined ? "Correct this answer" : "Remember this answer", { class: "correct" }, () =>
            correctionForm(view, event.sql ?? withheldOf(event), actions),
          )
        : null,
      event.candidates?.length > 1
        ? [h("h3", null, counted(event.candidates.length, "candidate")), candidateCards(event.candidates, event.sql)]
        : null,
    );
  }

  // Runs a reading that the user chose, and shows it in the place of the answer.
  async function chooseReading(event, i) {
    view.note("Running the reading that you chose.");
    try {
      const chosen = await readingOf(event, i, view.database, 1000, actions.send);
      drawAnswer(chosen, i);
      view.note(null);
      setState("good", "Answered", counted(chosen.rows.length, "row") + ", by the reading that you chose");
      result.querySelector('.asks-back [aria-pressed="true"]')?.focus();
      say(`Answered by the reading that you chose. ${counted(chosen.rows.length, "row")}.`);
    } catch (problem) {
      view.note("This reading could not be run: " + messageOf(problem));
    }
  }

  function showAnswer(event) {
    drawAnswer(event);
    showSteps(event.withheld);
    showSpent(event.spent ?? spent, event.sql ? event.stopped : null);
    const { kind, word, text, more } = verdictOf(event);
    finish(kind, word, text, event.at, more);
  }

  const take = {
    run(event) {
      Object.assign(view, { id: event.id, question: event.question, database: event.database, system: event.system });
      fill(heading, event.question);
      begunAs = event;
      minimum ||= event.min_confidence;
      steps.element.hidden = Boolean(minimum);
      showFacts(event);
      setState("running", "Running", "Begun");
    },
    span(event) {
      spans.set(event.span, { ...event, notes: new Map() });
      openSpans.push(event.name);
      setState("running", "Running", event.name);
      timeChanged();
    },
    end(event) {
      const span = spans.get(event.span);
      if (!span) return;
      span.end = event.at;
      openSpans.splice(openSpans.lastIndexOf(span.name), 1);
      setState("running", "Running", openSpans.at(-1) ?? "Between two parts");
      timeChanged();
    },
    note({ span, key, value }) {
      spans.get(span)?.notes.set(String(key), String(value));
    },
    completion(event) {
      spent.calls += 1;
      spent.prompt_tokens += event.prompt_tokens ?? 0;
      spent.completion_tokens += event.completion_tokens ?? 0;
      showSpent(spent);
    },
    statement() {
      spent.statements += 1;
      showSpent(spent);
    },
    attempt(event) {
      showAttempt(event);
      say(
        event.failure
          ? `Attempt ${event.number + 1} does not run.`
          : `Attempt ${event.number + 1}, ${counted(event.row_count ?? event.rows?.length ?? 0, "row")}.`,
        false,
      );
    },
    answer(event) {
      view.answer = event;
      showAnswer(event);
    },
    failed(event) {
      if (!attempt || minimum) fill(result);
      put(result, h("p", { class: "failure", dir: "auto" }, h("strong", null, "The run failed: "), messageOf(event.message)));
      finish("bad", "Failed", "No answer", event.at);
    },
    cancelled(event) {
      if (!attempt || minimum) fill(result, h("p", { class: "soft" }, "Cancelled before there was an answer."));
      finish("warn", "Cancelled", "Stopped before it ended", event.at);
    },
  };

  view.take = (event) => {
    lastAt = event.at ?? lastAt;
    lastSeen = performance.now();
    steps.take(event);
    if (Object.hasOwn(take, event.event)) take[event.event](event);
    stepsPlace.hidden = steps.empty() || steps.element.hidden;
  };
  view.note = (text, ...more) => {
    notice.hidden = !text;
    fill(notice, text, more);
  };
  view.fail = (message) => {
    // not an event of the server: the run could not be followed
    view.note(null);
    take.failed({ message, at: now() });
  };
  view.stopped = () => take.cancelled({ at: now() });
  view.focus = () => heading.focus();
  return view;
}

// ---- the exported page of one run

function standalone(place, events) {
  const first = events.find(({ event }) => event === "run") ?? { question: "A run" };
  const view = runView(first);
  place.append(view.element);
  for (const event of events) view.take(event);
  if (!view.ended) view.fail("it was not over when it was exported");
  document.title = cut(first.question, 60) + " · t2s";
}
