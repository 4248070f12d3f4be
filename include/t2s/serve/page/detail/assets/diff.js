// ---- differences: lists of [kind, item], kind one of " ", "+" and "-"

const words = (text) => text.match(/\s+|[\p{L}\p{N}_]+|[^\s\p{L}\p{N}_]/gu) ?? [];

function difference(before, after, key = (item) => item) {
  const a = before.map(key),
    b = after.map(key);
  let head = 0,
    tail = 0;
  while (head < a.length && head < b.length && a[head] === b[head]) ++head;
  while (tail < a.length - head && tail < b.length - head && a.at(-1 - tail) === b.at(-1 - tail)) ++tail;
  const middle = changes(a.slice(head, a.length - tail), b.slice(head, b.length - tail));
  const out = [];
  for (let i = 0; i < head; ++i) out.push([" ", after[i]]);
  for (const [kind, i] of middle) out.push([kind, kind === "-" ? before[head + i] : after[head + i]]);
  for (let i = after.length - tail; i < after.length; ++i) out.push([" ", after[i]]);
  return joined(out, key);
}

function changes(a, b) {
  // longest common subsequence; items are indices into b, or into a if they were removed
  const width = b.length + 1;
  const all = (kind, list) => list.map((_, i) => [kind, i]);
  if ((a.length + 1) * width > 4e6) return [...all("-", a), ...all("+", b)];
  const most = new Uint16Array((a.length + 1) * width);
  for (let i = a.length - 1; i >= 0; --i)
    for (let j = b.length - 1; j >= 0; --j)
      most[i * width + j] =
        a[i] === b[j] ? most[(i + 1) * width + j + 1] + 1 : Math.max(most[(i + 1) * width + j], most[i * width + j + 1]);
  const out = [];
  let i = 0,
    j = 0;
  const same = () => i < a.length && j < b.length && a[i] === b[j];
  const loses = (di, dj) => most[(i + di) * width + j + dj] < most[i * width + j];
  while (i < a.length || j < b.length) {
    const kind = out.at(-1)?.[0],
      blank = same() && !a[i].trim(); // white space extends a change if the common subsequence stays as long
    if (blank && kind === "+" && !loses(0, 1)) out.push(["+", j++]);
    else if (blank && kind === "-" && !loses(1, 0)) out.push(["-", i++]);
    else if (same()) {
      out.push([" ", j]);
      ++i;
      ++j;
    } else if (j === b.length || (i < a.length && !loses(1, 0))) out.push(["-", i++]);
    else out.push(["+", j++]);
  }
  return out;
}

function joined(list, key) {
  // white space between two changes belongs to both: changed phrases are easier to read than single words
  const out = [];
  let removed = [],
    added = [];
  const flush = () => {
    out.push(...removed.map((item) => ["-", item]), ...added.map((item) => ["+", item]));
    removed = [];
    added = [];
  };
  list.forEach(([kind, item], i) => {
    if (kind === "-") removed.push(item);
    else if (kind === "+") added.push(item);
    else if (removed.length && added.length && !key(item).trim() && list[i + 1] && list[i + 1][0] !== " ") {
      removed.push(item);
      added.push(item);
    } else {
      flush();
      out.push([" ", item]);
    }
  });
  flush();
  return out;
}

function marked(list, draw) {
  // runs of one kind are one <ins> or <del>
  const nodes = [];
  let open = null,
    openKind = " ";
  for (const [kind, item] of list) {
    if (kind !== openKind) {
      open = kind === " " ? null : h(kind === "+" ? "ins" : "del");
      if (open) nodes.push(open);
      openKind = kind;
    }
    const drawn = draw(item);
    if (open) put(open, drawn);
    else nodes.push(drawn);
  }
  return nodes;
}

const changedWords = (from, to) => marked(difference(words(from), words(to)), (word) => word);

// ---- SQL

const kinds = new Set(["keyword", "name", "function", "string", "number", "operator", "comment"]);

const drawToken = ([text, kind]) => (kinds.has(kind) ? h("span", { class: "t-" + kind }, text) : text);

const seenTokens = new Map(); // by SQL: a candidate has the SQL of an attempt, whose tokens are known

function tokensOf({ sql, tokens }) {
  return tokens?.length ? tokens : (seenTokens.get(sql) ?? words(sql ?? "").map((word) => [word, ""]));
}

function coloured(holder, before) {
  if (!before || before.sql === holder.sql) return tokensOf(holder).map(drawToken);
  const list = difference(tokensOf(before), tokensOf(holder), (token) => token[0]);
  return marked(list, drawToken);
}

function sqlBlock(holder, before) {
  // shows a difference if there is SQL to compare with
  return h(
    "div",
    { class: "code" },
    h("pre", { dir: "ltr" }, h("code", null, coloured(holder, before))),
    copyButton(() => holder.sql, "SQL"),
  );
}
