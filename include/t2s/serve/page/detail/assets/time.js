// ---- spans: {span, parent, name, at, end, notes}

function spanRows(spans) {
  // depth first; spans of one parent in the order in which they began
  const inside = new Map();
  for (const span of spans.values()) {
    const parent = spans.has(span.parent) ? span.parent : null;
    if (!inside.has(parent)) inside.set(parent, []);
    inside.get(parent).push(span);
  }
  const out = [];
  const open = (inside.get(null) ?? [])
    .slice()
    .reverse()
    .map((span) => [span, 0]);
  while (open.length) {
    const [span, depth] = open.pop();
    out.push([span, depth]);
    for (const child of (inside.get(span.span) ?? []).slice().reverse()) open.push([child, depth + 1]);
  }
  return out;
}

const mostSpans = 300;

function waterfall(spans, end) {
  const rows = spanRows(spans);
  const whole = Math.max(end, 0.001, ...rows.slice(0, mostSpans).map(([span]) => span.end ?? 0));
  const share = (ms) => (100 * Math.min(1, Math.max(0, ms / whole))).toFixed(3) + "%";
  const line = ([span, depth]) => {
    const until = span.end ?? end;
    const bar = h("span", { class: span.end === undefined ? "bar open" : "bar" });
    bar.style.marginInlineStart = share(span.at);
    bar.style.width = share(until - span.at);
    const name = h("th", { scope: "row" }, span.name);
    name.style.paddingInlineStart = Math.min(depth, 6) * 0.9 + "rem";
    const notes = [...span.notes].map(([key, value]) => `${key}: ${value}`).join("; ");
    put(name, notes ? [" ", h("span", { class: "soft" }, cut(notes, 120))] : null);
    return h("tr", null, name, h("td", { class: "number" }, took(until - span.at)), h("td", { class: "bars", "aria-hidden": "true" }, bar));
  };
  return [
    h(
      "table",
      { class: "waterfall" },
      h(
        "thead",
        { class: "unseen" },
        h("tr", null, h("th", { scope: "col" }, "Part"), h("th", { scope: "col" }, "Time"), h("td", { "aria-hidden": "true" })),
      ),
      h("tbody", null, rows.slice(0, mostSpans).map(line)),
    ),
    rows.length > mostSpans ? h("p", { class: "soft" }, "and ", counted(rows.length - mostSpans, "more part", "more parts")) : null,
  ];
}
