// ---- elements. Data become text nodes only: every text reaches the page through shown().

// Characters that are invisible or change the order of others are shown as their numbers: two texts must not look alike. Joiners and
// variation selectors stay where scripts and emoji need them. The same characters as in core/detail/one_line.ipp, but for line ends.
const invisible = "\\x00-\\x08\\x0b-\\x1f\\x7f-\\x9f\\u2028\\u2029\\ufff9-\\ufffb\\p{Default_Ignorable_Code_Point}\\p{Bidi_Control}";
const visible = `[^\\x00-\\xa0\\u1680\\u2000-\\u200a\\u202f\\u205f\\u3000${invisible}]`; // beyond ASCII
const needed = [
  `(?<=${visible}[\\ufe00-\\ufe0f]?)[\\u034f\\u200c\\u200d]`,
  `(?<=${visible})[\\ufe00-\\ufe0f]`,
  "(?<=[#*0-9])[\\ufe00-\\ufe0f](?=\\u20e3)", // keycaps
  "(?<=[\\u3400-\\u9fff\\uf900-\\ufaff\\u{20000}-\\u{3ffff}])[\\u{e0100}-\\u{e01ef}]", // ideographs
  "(?<=[\\u1800-\\u180a\\u1810-\\u18aa])[\\u180b-\\u180d\\u180f]", // Mongolian
];
const unseen = new RegExp(`((?!${needed.join("|")})[${invisible}])`, "u");

function sign(character) {
  const element = document.createElement("span");
  element.className = "sign";
  element.textContent = "U+" + character.codePointAt(0).toString(16).toUpperCase().padStart(4, "0");
  return element;
}

function shown(text) {
  const parts = String(text).replaceAll("\r\n", "\n").split(unseen); // text, character, text, ...
  return parts.flatMap((part, i) => (i % 2 ? sign(part) : part ? document.createTextNode(part) : []));
}

function put(parent, ...children) {
  for (const child of children.flat(Infinity)) {
    if (child === null || child === undefined || child === false) continue;
    if (child instanceof Node) parent.append(child);
    else parent.append(...shown(child));
  }
  return parent;
}

function dress(element, attributes) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function") element.addEventListener(name, value);
    else element.setAttribute(name, value === true ? "" : value);
  }
  return element;
}

const h = (name, attributes, ...children) => put(dress(document.createElement(name), attributes), children);
const svg = (name, attributes, ...children) =>
  put(dress(document.createElementNS("http://www.w3.org/2000/svg", name), attributes), children);
const button = (text, click, attributes) => h("button", { type: "button", click, ...attributes }, text);
const fill = (element, ...children) => {
  element.replaceChildren();
  return put(element, children);
};
const byId = (id) => document.getElementById(id);

let lastNumber = 0;
const newId = (name) => name + "-" + ++lastNumber;

function more(summary, attributes, make) {
  // the content is made when it is first opened
  const details = h("details", attributes, h("summary", null, summary));
  details.addEventListener("toggle", () => {
    if (details.open && details.childElementCount === 1) put(details, make());
  });
  return details;
}

// ---- messages for screen readers

// The element that has the focus, also one within a component.
function focused() {
  let element = document.activeElement;
  while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
  return element;
}

const saying = new WeakMap(); // by live region: when it spoke last, and what it says next

// If now is false, at most one message in four seconds is read out: the last one. place: the live region; if left out that of the page, or of the
// component in which the user is.
function say(text, now = true, place = focused()?.getRootNode().getElementById("said") ?? byId("said")) {
  if (!place) return;
  const state = saying.get(place) ?? { at: 0, timer: 0 };
  saying.set(place, state);
  clearTimeout(state.timer);
  const wait = now ? 0 : Math.max(0, state.at + 4000 - Date.now());
  state.timer = setTimeout(() => {
    state.at = Date.now();
    fill(place, text);
  }, wait);
}

// ---- texts and figures

const amount = (n) => String(n).replace(/\B(?=(\d{3})+$)/g, ","); // not Intl: it delays the first paint by 20 ms
const counted = (n, what, many = what + "s") => amount(n) + " " + (n === 1 ? what : many);
const percent = (p) => Math.floor(p * 100 + 1e-9) + " %"; // rounded down: 0.749 must not look like 0.75, which may be a minimum

function took(ms) {
  if (ms < 10) return ms.toFixed(1) + " ms";
  if (ms < 1000) return Math.round(ms) + " ms";
  if (ms < 60000) return (ms / 1000).toFixed(2) + " s";
  return Math.floor(ms / 60000) + " min " + Math.round((ms % 60000) / 1000) + " s";
}

function cut(text, most) {
  if (text.length <= most) return text;
  return text.slice(0, most).replace(/[\ud800-\udbff]$/, "") + "…";
}

function moment(iso) {
  const time = new Date(iso);
  if (Number.isNaN(time.getTime())) return String(iso ?? "");
  const day = time.toDateString() === new Date().toDateString() ? {} : { year: "numeric", month: "short", day: "numeric" };
  return time.toLocaleString("en-GB", { ...day, hour: "2-digit", minute: "2-digit" });
}

function messageOf(problem) {
  // problem: a text, or {message, remedy} from the server
  if (typeof problem === "string") return problem;
  const message = problem?.message ?? problem?.text ?? JSON.stringify(problem);
  return problem?.remedy ? message + ": " + problem.remedy : message;
}

async function copy(text, what) {
  let done = false;
  try {
    await navigator.clipboard.writeText(text);
    done = true;
  } catch {
    // the clipboard needs a secure context: loopback or TLS
    const area = h("textarea", { class: "unseen", readonly: true, "aria-hidden": "true" });
    const before = focused();
    area.value = text;
    document.body.append(area);
    area.select();
    try {
      done = document.execCommand("copy");
    } catch {
      /* reported below */
    }
    area.remove();
    before?.focus?.();
  }
  say(done ? what + " copied." : "The browser refuses to copy. Select the text and copy it by hand.");
  return done;
}

function copyButton(text, what) {
  const element = button(
    "Copy",
    async () => {
      fill(element, (await copy(text(), what)) ? "Copied" : "Not copied");
      setTimeout(() => fill(element, "Copy"), 1500);
    },
    { class: "small", "aria-label": "Copy " + what },
  );
  return element;
}
