// ---- what the owner of a database knows: the lines of t2s learn

const kindsOfLearned = {
  key: "refers to",
  words: "is called",
  code: "means",
  time: "has times as",
  unit: "is in",
};

// One line, with the buttons that decide about it. send(decision) changes it at the server and resolves to the line as it is then.
function learnedLine(line, send) {
  const id = newId("learned");
  const name = [line.column ? line.table + "." + line.column : line.table, line.code === null ? null : ` '${line.code}'`];
  const field = h("input", { id, autocomplete: "off", spellcheck: "false", dir: "auto", "aria-describedby": id + "-why" });
  const said = h("p", { class: "failure", role: "alert" });
  field.value = line.value;
  const decide = async (state) => {
    fill(said);
    try {
      const now = await send({ line: line.line, text: line.text, state, ...(field.value !== line.value && { value: field.value }) });
      const changed = learnedLine(now, send);
      item.replaceWith(changed);
      changed.querySelector("input").focus();
      say(`${now.state}: ${name.join("")} ${kindsOfLearned[now.kind]} ${now.value}`);
    } catch (problem) {
      fill(said, messageOf(problem));
    }
  };
  const choice = (state, word) => button(word, () => decide(state), { class: "small", "aria-pressed": String(line.state === state) });
  const item = h(
    "li",
    { class: "learned " + line.state },
    h("label", { for: id }, h("code", { dir: "auto" }, name), " ", h("span", { class: "soft" }, kindsOfLearned[line.kind])),
    h("div", { class: "learned-line" }, field, choice("confirmed", "Confirm"), choice("rejected", "Reject")),
    h("p", { id: id + "-why", class: "soft", dir: "auto" }, line.evidence || "without evidence"),
    said,
  );
  return item;
}
