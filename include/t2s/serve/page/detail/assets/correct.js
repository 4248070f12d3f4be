// ---- correcting an answer

// The form in which the right SQL of a question is given. sql: what it begins with.
function correctionForm(view, sql, actions) {
  const id = newId("right-sql");
  const field = h("textarea", { id, dir: "ltr", rows: 4, spellcheck: "false", autocomplete: "off", "aria-describedby": id + "-help" });
  const said = h("div", { class: "said", role: "status" });
  let busy = false;
  field.value = sql ?? "";
  const submit = async (event) => {
    event.preventDefault();
    if (busy) return;
    busy = true;
    fill(said, h("p", { class: "soft" }, "Trying it."));
    try {
      const kept = await actions.send("/v1/corrections", { database: view.database, question: view.question, sql: field.value });
      if (kept.proposed)
        fill(said, h("p", null, h("strong", null, "Proposed. "), "It counts once it is confirmed by who runs the server."));
      else
        fill(
          said,
          h(
            "p",
            null,
            h("strong", null, "Remembered. "),
            kept.replaced ? "It replaces the SQL that was remembered before." : "From now on this question gets this SQL.",
          ),
          rowsOf({ ...kept, row_count: undefined, cut: kept.more }, "Rows of the remembered SQL"),
          button("Ask again", () => actions.again(view), { class: "small" }),
        );
    } catch (problem) {
      fill(said, h("p", { class: "failure", dir: "auto" }, messageOf(problem)));
      field.focus();
    }
    busy = false;
  };
  return h(
    "form",
    { submit, class: "correction" },
    h("label", { for: id }, "The right SQL of this question"),
    h("div", { class: "ask" }, field),
    h(
      "p",
      { id: id + "-help", class: "soft" },
      actions.proposes()
        ? "It is remembered once who runs the server has confirmed it: for this question, and as an example for similar ones."
        : "It is run, and remembered if it reads and runs: for this question, and as an example for similar ones.",
    ),
    h("button", { type: "submit", class: "small" }, actions.proposes() ? "Propose" : "Remember"),
    said,
  );
}
