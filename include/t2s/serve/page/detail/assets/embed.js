// ---- the component <t2s-ask>. Around these parts are the address of the server that gave them, t2sHome, and the style, t2sStyle.

const componentStyle = new CSSStyleSheet(); // allowed also where the site's Content-Security-Policy forbids <style>
componentStyle.replaceSync(t2sStyle);

// The properties that are attributes, too.
const reflected = {
  database: "database",
  system: "system",
  server: "server",
  theme: "theme",
  label: "label",
  placeholder: "placeholder",
  minConfidence: "min-confidence",
  maxRows: "max-rows",
};

function makeParts({ submit, cancel, forget }) {
  const field = h("textarea", { id: "question", rows: 2, "aria-describedby": "keys", enterkeyhint: "send" });
  const parts = {
    field,
    stop: button("Cancel", cancel, { hidden: true }),
    ask: h("button", { type: "submit", class: "main" }, "Ask"),
    follows: h(
      "p",
      { class: "follows soft", hidden: true },
      "The next question continues this conversation. ",
      button("Begin anew", forget, { class: "small" }),
    ),
    problem: h("div", { class: "problem", role: "alert" }),
    run: h("div", { class: "run", hidden: true }),
    said: h("p", { id: "said", class: "unseen", role: "status", "aria-live": "polite" }),
  };
  const form = h(
    "form",
    { submit },
    h("label", { class: "unseen", for: "question" }, "Question"),
    field,
    h("div", { class: "ask-line" }, h("p", { id: "keys", class: "soft" }, "Enter asks, Escape cancels"), parts.stop, parts.ask),
  );
  form.className = "ask";
  parts.whole = h("div", { class: "whole-ask", role: "group" }, form, parts.follows, parts.problem, parts.run, parts.said);
  return parts;
}

// One question: a view for `follow`. most: the most rows that are shown; send: posts a body to a path; say: speaks to screen readers.
function embeddedRun({ question, database, most, send, say }) {
  const badge = h("span", { class: "badge running" }, "Running"),
    doing = h("span", { class: "doing" }, "Asking"),
    notice = h("p", { class: "notice", hidden: true }),
    result = h("div", { class: "result" });
  const view = { question, id: null, conversation: null, ended: false, waiting: false, answer: null, problem: null };
  const open = [];
  view.content = [h("p", { class: "question", dir: "auto" }, question), h("p", { class: "state" }, badge, " ", doing), notice, result];

  function setState(kind, word, text) {
    badge.className = "badge " + kind;
    fill(badge, word);
    fill(doing, text);
  }

  function finish({ kind, word, text, more = "" }) {
    view.ended = true;
    view.note(null);
    setState(kind, word, text);
    say(`${word}. ${text}${more}`);
  }

  function draw(event, chosen) {
    const rows = event.rows?.slice(0, most);
    const shown = {
      ...event,
      rows,
      row_count: rows?.length < event.rows?.length ? (event.row_count ?? event.rows.length) : event.row_count,
    };
    fill(
      result,
      answerContent(shown, { file: "t2s-" + (view.id ?? "rows").replace(/[^\w-]/g, ""), chosen, choose }),
      event.sql ? more("Show the SQL", { class: "sql" }, () => sqlBlock(event)) : null,
    );
    async function choose(i) {
      view.note("Running the reading that you chose.");
      try {
        const reading = await readingOf(event, i, database, most, send);
        draw(reading, i);
        finish({ kind: "good", word: "Answered", text: counted(reading.rows.length, "row") + ", by the reading that you chose" });
        result.querySelector('[aria-pressed="true"]')?.focus();
      } catch (problem) {
        view.note("This reading could not be run: " + messageOf(problem));
      }
    }
  }

  const take = {
    run({ id, conversation }) {
      Object.assign(view, { id, conversation });
      setState("running", "Running", "Begun");
    },
    span({ name }) {
      open.push(name);
      setState("running", "Running", name);
    },
    end() {
      open.pop();
    },
    attempt({ number, failure }) {
      say(`Attempt ${number + 1}${failure ? " does not run" : ""}.`, false);
    },
    answer(event) {
      view.answer = event;
      draw(event);
      finish(verdictOf(event));
    },
    failed({ message, code = "" }) {
      view.problem = { status: 422, code: code || "failed", message: messageOf(message) };
      fill(result, h("p", { class: "failure", dir: "auto" }, view.problem.message));
      finish({ kind: "bad", word: "Failed", text: "No answer" });
    },
    cancelled() {
      view.problem = { status: 0, code: "cancelled", message: "the question was cancelled" };
      finish({ kind: "warn", word: "Cancelled", text: "Stopped before there was an answer" });
    },
  };
  view.take = (event) => {
    if (Object.hasOwn(take, event.event)) take[event.event](event);
  };
  view.note = (text) => {
    notice.hidden = !text;
    fill(notice, text);
  };
  return view;
}

class AskElement extends HTMLElement {
  static observedAttributes = ["label", "placeholder"];

  #token = null;
  #parts = makeParts({
    submit: (event) => {
      event.preventDefault();
      this.ask();
    },
    cancel: () => {
      this.focus();
      this.cancel();
    },
    forget: () => {
      this.forget();
      this.focus();
    },
  });
  #running = null; // {view, abort, server} of the question that is being answered
  #conversation = "new"; // what the next question says; null if the server has no conversations

  constructor() {
    super();
    const root = this.attachShadow({ mode: "open" });
    root.adoptedStyleSheets = [componentStyle];
    root.append(this.#parts.whole);
    this.#parts.field.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
      event.preventDefault();
      this.ask();
    });
    root.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || !this.#running || event.defaultPrevented) return;
      event.preventDefault();
      event.stopPropagation(); // a dialog of the site around it stays open
      this.cancel();
    });
    this.attributeChangedCallback();
  }

  connectedCallback() {
    for (const name of ["token", ...Object.keys(reflected)])
      if (Object.hasOwn(this, name)) {
        // it was set before this script was there
        const value = this[name];
        delete this[name];
        this[name] = value;
      }
  }

  disconnectedCallback() {
    queueMicrotask(() => {
      if (!this.isConnected) this.#running?.abort.abort(); // it was removed, not moved; the server ends runs that nobody watches
    });
  }

  attributeChangedCallback() {
    this.#parts.whole.setAttribute("aria-label", this.label || "Ask a database");
    this.#parts.field.setAttribute("placeholder", this.placeholder || "What do you want to know?");
  }

  // A text, or a function that gives one, also later. It is no attribute as long as the site does not write one.
  get token() {
    return this.#token ?? this.getAttribute("token");
  }
  set token(value) {
    this.#token = value;
  }

  focus(options) {
    this.#parts.field.focus(options);
  }

  // Forgets the conversation: the next question begins another one.
  forget() {
    this.#conversation &&= "new";
    this.#parts.follows.hidden = true;
  }

  // Asks a question, by default that in the field. Resolves to the answer, or to null without one: the event t2s-error says why.
  async ask(question = this.#parts.field.value) {
    const asked = String(question).trim();
    if (this.#running || !asked) {
      this.#say(asked ? "A question is being answered. Escape cancels it." : "Type a question first.");
      return null;
    }
    this.#parts.field.value = asked;
    const abort = new AbortController(),
      server = this.#server();
    const send = async (path, body) => parsed(await (await server.request("POST", path, { body })).text());
    const view = embeddedRun({
      question: asked,
      database: this.database,
      most: Math.max(1, Number(this.maxRows) || 1000),
      send,
      say: (text, now) => this.#say(text, now),
    });
    this.#running = { view, abort, server };
    this.#settle(view);
    this.#say("Asked.");
    try {
      await this.#follow(server, view, this.#bodyOf(asked), abort.signal);
    } catch (problem) {
      if (view.ended) console.error(problem);
      else if (abort.signal.aborted) view.take({ event: "cancelled" });
      else this.#complain(view, problem);
    }
    this.#running = null;
    this.#settle();
    return this.#report(view);
  }

  async cancel() {
    const { view, abort, server } = this.#running ?? {};
    if (!view) return;
    view.note("Cancelling.");
    if (!view.id) return abort.abort();
    setTimeout(() => abort.abort(), 3000);
    await server.request("DELETE", "/v1/runs/" + encodeURIComponent(view.id)).catch(() => abort.abort());
  }

  #say(text, now = true) {
    say(text, now, this.#parts.said);
  }

  #server() {
    const base = (this.server || t2sHome).replace(/\/+$/, "");
    const authorization = async () => {
      try {
        const token = typeof this.token === "function" ? await this.token(this) : this.token;
        return token ? "Bearer " + token : null;
      } catch (error) {
        throw new Problem(401, "This page has no token for the server: " + messageOf(error), { code: "token_missing" });
      }
    };
    return serverAt(base, { authorization, gone: "The server does not answer, or this site may not ask it. Try again later." });
  }

  #bodyOf(question) {
    return {
      question,
      ask_back: true,
      chart: true,
      ...(this.database && { database: this.database }),
      ...(this.system && { system: this.system }),
      ...(this.minConfidence && { min_confidence: Number(this.minConfidence) }),
      ...(this.#conversation && { conversation: this.#conversation }),
    };
  }

  async #follow(server, view, { conversation, ...body }, signal) {
    try {
      await server.follow(view, { body: { ...body, ...(conversation && { conversation }) } }, signal);
    } catch (problem) {
      // The server has no conversations, or has forgotten this one.
      if (!conversation || view.id || ![400, 404, 409, 410].includes(problem.status) || !/conversation/i.test(problem.message))
        throw problem;
      this.#conversation = conversation === "new" ? null : "new";
      await this.#follow(server, view, { ...body, conversation: this.#conversation }, signal);
    }
  }

  #complain(view, problem) {
    const isOfServer = problem instanceof Problem;
    view.ended = true;
    view.problem = {
      status: isOfServer ? problem.status : 0,
      code: isOfServer ? problem.code || (problem.status ? "refused" : "unreachable") : "failed",
      message: messageOf(problem),
    };
    if (!isOfServer) console.error(problem);
    else if (problem.status === 0)
      console.warn(
        `t2s-ask: no answer from ${this.server || t2sHome}. It runs? Then it must allow this site: t2s serve --allow-origin ${location.origin}`,
      );
    this.#parts.run.hidden = true;
    fill(
      this.#parts.problem,
      h("p", { dir: "auto" }, view.problem.message),
      button(
        "Try again",
        () => {
          this.focus();
          this.ask(view.question);
        },
        { class: "small" },
      ),
    );
  }

  // Shows a run that begins, or that nothing runs any more.
  #settle(view) {
    const { stop, ask, problem, run } = this.#parts;
    if (!view && this.shadowRoot.activeElement === stop) this.focus();
    stop.hidden = !view;
    ask.setAttribute("aria-disabled", String(Boolean(view)));
    if (!view) return;
    fill(problem);
    fill(run, view.content);
    run.hidden = false;
  }

  #report(view) {
    const { answer, problem } = view,
      conversation = answer && (answer.conversation ?? view.conversation);
    if (typeof conversation === "string" && this.#conversation) {
      this.#conversation = conversation;
      this.#parts.follows.hidden = false;
    }
    this.dispatchEvent(new CustomEvent(answer ? "t2s-answer" : "t2s-error", { detail: answer ?? problem, bubbles: true, composed: true }));
    return answer;
  }
}

for (const [property, attribute] of Object.entries(reflected))
  Object.defineProperty(AskElement.prototype, property, {
    configurable: true,
    enumerable: true,
    get() {
      return this.getAttribute(attribute) ?? "";
    },
    set(value) {
      if (value === null || value === undefined) this.removeAttribute(attribute);
      else this.setAttribute(attribute, value);
    },
  });

if (!customElements.get("t2s-ask")) customElements.define("t2s-ask", AskElement);
