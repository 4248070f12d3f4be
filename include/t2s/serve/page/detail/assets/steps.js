// ---- steps of a run. Attempts, candidates and calls are numbered from 0 in events, and from 1 for people.

const chip = (text, kind) => h("span", { class: "chip " + kind, dir: "auto" }, text);

function chips(title, list, kind) {
  return list?.length
    ? h(
        "div",
        { class: "chips" },
        h("span", { class: "soft" }, title),
        h(
          "div",
          null,
          list.map((text) => chip(text, kind)),
        ),
      )
    : null;
}

function entitiesOf({ entities, skeleton }) {
  const parts = [
    chips("Tables", entities?.tables, "table-name"),
    chips("Columns", entities?.columns, "column-name"),
    chips("Values", entities?.values, "value"),
    skeleton ? h("div", { class: "chips" }, h("span", { class: "soft" }, "Form"), h("code", { class: "skeleton" }, skeleton)) : null,
  ];
  return parts.some(Boolean) ? h("div", { class: "entities" }, parts) : null;
}

function remarksOf(remarks) {
  return remarks?.length
    ? h(
        "ul",
        { class: "remarks" },
        remarks.map(({ by, text }) => h("li", null, h("strong", null, by), " ", text)),
      )
    : null;
}

function demonstrationList(list) {
  return h(
    "ol",
    { class: "demonstrations" },
    list.map((shown) => h("li", null, h("p", { dir: "auto" }, shown.question), sqlBlock(shown))),
  );
}

function messageList(messages) {
  return h(
    "dl",
    { class: "messages" },
    messages.map(({ role, content }) => [h("dt", null, role), h("dd", null, h("pre", { dir: "auto" }, content))]),
  );
}

function candidateCards(candidates, chosen) {
  return h(
    "div",
    { class: "candidates" },
    candidates.map((one) => {
      const wins = one.chosen ?? (chosen && one.sql === chosen);
      const facts = [
        one.generator,
        typeof one.votes === "number" ? counted(one.votes, "vote") : null,
        typeof one.weight === "number" ? "weight " + one.weight.toFixed(2) : null,
      ]
        .filter(Boolean)
        .join(", ");
      return h(
        "section",
        { class: wins ? "card chosen" : "card" },
        h("h4", null, "Candidate ", one.number + 1, wins ? h("span", { class: "badge" }, "chosen") : null),
        facts ? h("p", { class: "soft" }, facts) : null,
        wins ? h("p", { class: "soft" }, "Its SQL is that of the answer.") : one.sql ? sqlBlock(one) : h("p", { class: "soft" }, "No SQL"),
      );
    }),
  );
}

// Adds steps to a list as events come. Later events find the step that they complete by its number.
function stepList() {
  const list = h("ol", { class: "steps" });
  const prompts = new Map(),
    attempts = new Map(),
    latest = new Map();
  let statements = null;

  function step(title, at, ...body) {
    statements = null;
    const item = h("li", null, h("div", { class: "step-head" }, h("h4", null, title), h("span", { class: "soft" }, took(at))), body);
    list.append(item);
    return item;
  }

  function showAttempt({ item, before, event, title }, isAnswer) {
    // the SQL of the answer, its confidence and its rows stand with the answer
    const changed = event.sql && before?.sql && before.sql !== event.sql;
    fill(
      item.querySelector(".attempt"),
      event.why ? h("p", { class: "soft", dir: "auto" }, event.why) : null,
      isAnswer && !changed ? h("p", { class: "soft" }, "Its SQL is that of the answer.") : null,
      event.sql && (changed || !isAnswer) ? sqlBlock(event, changed ? before : null) : null,
      event.sql ? null : h("p", { class: "soft" }, "No SQL"),
      changed ? h("p", { class: "soft" }, "Changes from the attempt before are marked.") : null,
      entitiesOf(event),
      failureOf(event.failure),
      remarksOf(event.remarks),
      isAnswer ? null : likelihood(event.confidence),
      event.columns?.length && !isAnswer ? more("First rows", null, () => rowsOf(event, title + ", first rows")) : null,
    );
  }

  const show = {
    rewritten({ at, from, to }) {
      step("Question rewritten", at, h("p", { class: "changes", dir: "auto" }, changedWords(from, to)));
    },
    samples({ at, demonstrations, tables, text }) {
      const count = demonstrations?.length ?? 0;
      step(
        count ? "Samples and " + counted(count, "demonstration") : "Samples",
        at,
        chips("Tables", tables, "table-name"),
        count
          ? more("Show the " + (count === 1 ? "demonstration" : "demonstrations"), null, () => demonstrationList(demonstrations))
          : null,
        text ? more("Show the samples", null, () => h("pre", { dir: "auto" }, text)) : null,
      );
    },
    prompt({ at, call, stage, messages }) {
      const length = messages.reduce((sum, { content }) => sum + content.length, 0);
      const waits = h("p", { class: "soft" }, "Waiting for the model.");
      const item = step(
        `Model call ${call + 1}` + (stage ? `: ${stage}` : ""),
        at,
        more(`Prompt, ${counted(length, "character")}`, null, () => messageList(messages)),
        waits,
      );
      prompts.set(call, { item, waits });
    },
    completion({ at, call, text, others, prompt_tokens, completion_tokens, ms }) {
      const asked = prompts.get(call) ?? { item: step(`Model call ${call + 1}`, at) };
      asked.waits?.remove();
      put(
        asked.item,
        h("p", { class: "soft" }, `${amount(prompt_tokens ?? 0)} tokens in, ${amount(completion_tokens ?? 0)} out, ${took(ms ?? 0)}`),
        more(`Answer, ${counted(text.length, "character")}`, null, () => h("pre", { dir: "auto" }, text)),
        (others ?? []).map((other, i) =>
          more(`Answer ${i + 2}, ${counted(other.length, "character")}`, null, () => h("pre", { dir: "auto" }, other)),
        ),
      );
    },
    statement({ at, sql, rows, failure, ms }) {
      if (!statements) {
        const table = h("tbody");
        const item = step(
          "",
          at,
          h(
            "details",
            null,
            h("summary", null, "Show SQL"),
            h(
              "div",
              { class: "scroll", tabindex: "0", role: "group", "aria-label": "Statements" },
              h(
                "table",
                { class: "statements" },
                h(
                  "thead",
                  null,
                  h(
                    "tr",
                    null,
                    ["SQL", "Rows", "Time"].map((name) => h("th", { scope: "col" }, name)),
                  ),
                ),
                table,
              ),
            ),
          ),
        );
        statements = { title: item.querySelector("h4"), table, count: 0, failures: 0 };
      }
      statements.count += 1;
      statements.failures += failure ? 1 : 0;
      fill(statements.title, counted(statements.count, "statement"), statements.failures ? `, ${statements.failures} failed` : "");
      if (statements.count <= 200)
        statements.table.append(
          h(
            "tr",
            null,
            h("td", null, h("code", { dir: "ltr" }, cut(sql, 2000))),
            h("td", { class: failure ? "failure" : "number" }, failure ? cut(messageOf(failure), 300) : rows === null ? "" : amount(rows)),
            h("td", { class: "number" }, took(ms ?? 0)),
          ),
        );
    },
    attempt(event) {
      // the server sends the event again when the attempt has rows or remarks
      if (seenTokens.size > 500) seenTokens.clear();
      if (event.sql && event.tokens?.length) seenTokens.set(event.sql, event.tokens);
      const lane = event.candidate ?? -1,
        key = lane + " " + event.number;
      const title = (lane >= 0 ? `Candidate ${lane + 1}, attempt` : "Attempt") + ` ${event.number + 1}`;
      const shown = attempts.get(key) ?? { before: latest.get(lane), item: step(title, event.at, h("div", { class: "attempt" })) };
      attempts.set(key, shown);
      if (!shown.before || shown.before.number < event.number) latest.set(lane, event);
      Object.assign(shown, { event, title });
      showAttempt(shown, false);
    },
    answer({ sql }) {
      const last = [...attempts.values()].findLast(({ event }) => event.sql && event.sql === sql);
      if (last) showAttempt(last, true);
    },
    note({ at, span, key, value }) {
      if (span === null) step(`${key}: ${value}`, at);
    },
  };

  return {
    element: list,
    take(event) {
      if (Object.hasOwn(show, event.event)) show[event.event](event);
    },
    empty: () => list.childElementCount === 0,
  };
}
