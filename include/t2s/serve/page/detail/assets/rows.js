// ---- values: null, numbers (integers beyond 2^53 as BigInt), texts, {blob: bytes}

const isNumber = (value) => typeof value === "number" || typeof value === "bigint";

function textOf(value) {
  if (value === null || value === undefined) return "NULL";
  if (typeof value === "object") return "blob" in value ? "blob, " + counted(Number(value.blob), "byte") : JSON.stringify(value);
  return String(value);
}

function cellClass(value) {
  if (isNumber(value)) return "number";
  return value === null || value === undefined || typeof value === "object" ? "none" : null;
}

let collator;
const collated = (a, b) => (collator ??= new Intl.Collator("en", { numeric: true })).compare(a, b);

function compared(a, b) {
  // numbers before texts, null and blobs last
  const rank = (value) => (isNumber(value) ? 0 : typeof value === "string" ? 1 : 2);
  return rank(a) - rank(b) || (isNumber(a) ? (a < b ? -1 : a > b ? 1 : 0) : typeof a === "string" ? collated(a, b) : 0);
}

function sortedOrder(rows, column, up) {
  const keys = rows.map((row) => row[column]);
  const exists = (i) => isNumber(keys[i]) || typeof keys[i] === "string";
  const order = rows.map((_, i) => i).filter(exists);
  order.sort((i, j) => (up ? compared(keys[i], keys[j]) : compared(keys[j], keys[i])) || i - j);
  return [...order, ...rows.map((_, i) => i).filter((i) => !exists(i))];
}

// ---- export: a spreadsheet must not run a text as a formula

// A text that begins with = + - @, a tab or a line end gets an apostrophe in front, unless it is a number; numbers stay as they are.
function harmless(text) {
  return /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/.test(text) && !/^[+-]?\d+([.,]\d+)*(e[+-]?\d+)?$/i.test(text) ? "'" + text : text;
}

function csvOf(columns, rows) {
  // RFC 4180; NULL is empty, and an empty text is ""
  const field = (value) => {
    if (value === null || value === undefined) return columns.length === 1 ? '""' : "";
    if (isNumber(value)) return String(value);
    const text = harmless(typeof value === "string" ? value : textOf(value));
    return text === "" || /[",\r\n]|^\s|\s$/.test(text) ? '"' + text.replaceAll('"', '""') + '"' : text;
  };
  return [columns, ...rows].map((row) => row.map(field).join(",") + "\r\n").join("");
}

function tabbed(columns, rows) {
  const field = (value) => {
    if (value === null || value === undefined) return "";
    const text = isNumber(value) ? String(value) : harmless(typeof value === "string" ? value : textOf(value));
    return /[\t\r\n"]/.test(text) ? '"' + text.replaceAll('"', '""') + '"' : text;
  };
  return [columns, ...rows].map((row) => row.map(field).join("\t")).join("\n");
}

function download(name, type, text) {
  const link = h("a", { href: URL.createObjectURL(new Blob([text], { type })), download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

// ---- the table

const rowHeight = 32; // as in the style sheet
const longestInCell = 300; // characters; the whole value is shown below the table

function columnWidth(name, rows, column) {
  // in characters, from the first 500 rows: columns keep their width while the table scrolls
  const wide = (text) => text.length + (text.match(/[\u1100-\uffdc]/g)?.length ?? 0);
  let most = wide(name) + 3;
  for (let i = 0; i < rows.length && i < 500; ++i) most = Math.max(most, wide(textOf(rows[i][column]).slice(0, 60)));
  return Math.min(Math.max(most, 5), 42);
}

// columns, rows: as in an answer. name: the name for screen readers. facts: the line above the table, with the number of rows. file, sql: what can be
// downloaded.
function rowTable({ columns, rows, name, facts, file, sql }) {
  const id = newId("rows");
  const numeric = columns.map((_, c) => rows.some((row) => isNumber(row[c])) && rows.every((row) => isNumber(row[c]) || row[c] === null));
  let order = rows.map((_, i) => i),
    sort = { column: -1, up: true };
  let first = -1,
    last = -1,
    active = null;

  const buttons = columns.map((column, c) => button(column, () => sortBy(c), { class: "sort", dir: "auto" }));
  const heads = columns.map((_, c) =>
    h("th", { scope: "col", "aria-sort": "none", class: numeric[c] ? "number" : null, "aria-colindex": c + 1 }, buttons[c]),
  );
  const widths = columns.map((column, c) => {
    const col = h("col");
    col.style.width = `calc(${columnWidth(column, rows, c)}ch + 1.75rem)`;
    return col;
  });
  const body = h("tbody");
  const table = h(
    "table",
    {
      role: "grid",
      tabindex: "0",
      "aria-label": name,
      "aria-rowcount": rows.length + 1,
      "aria-colcount": columns.length,
      "aria-describedby": id + "-help",
      keydown: moved,
      click: clicked,
    },
    h("colgroup", null, widths),
    h("thead", null, h("tr", { "aria-rowindex": 1 }, heads)),
    body,
  );
  const scroller = h("div", { class: "rows", scroll: () => requestAnimationFrame(() => draw()) }, table);
  const whole = h("div", { class: "whole", hidden: true });

  function drawRow(place) {
    const row = rows[order[place]];
    return h(
      "tr",
      { "aria-rowindex": place + 2 },
      columns.map((_, c) => {
        const value = row[c];
        return h(
          "td",
          {
            id: `${id}-${place}-${c}`,
            class: cellClass(value),
            dir: typeof value === "string" ? "auto" : null,
            "aria-colindex": c + 1,
            "aria-selected": active && active.row === place && active.column === c ? "true" : null,
          },
          cut(textOf(value), longestInCell),
        );
      }),
    );
  }

  function space(count) {
    if (!count) return null;
    const cell = h("td", { colspan: columns.length });
    cell.style.height = count * rowHeight + "px";
    return h("tr", { class: "space", "aria-hidden": "true" }, cell);
  }

  function draw(again = false) {
    const visible = Math.ceil((scroller.clientHeight || 400) / rowHeight);
    const top = Math.max(0, Math.floor(scroller.scrollTop / rowHeight));
    if (!again && (first === 0 || top >= first + 4) && (last === rows.length || top + visible <= last - 4)) return;
    first = Math.max(0, top - 16);
    last = Math.min(rows.length, top + visible + 16);
    const drawn = [];
    for (let i = first; i < last; ++i) drawn.push(drawRow(i));
    fill(body, space(first), drawn, space(rows.length - last));
    pointAt();
  }

  const cellAt = ({ row, column }) => body.querySelector(`#${id}-${row}-${column}`);

  function pointAt() {
    // the active cell may be outside the rows that are drawn
    const cell = active && cellAt(active);
    if (cell) table.setAttribute("aria-activedescendant", cell.id);
    else table.removeAttribute("aria-activedescendant");
  }

  function sortBy(column) {
    sort = sort.column !== column ? { column, up: true } : sort.up ? { column, up: false } : { column: -1, up: true };
    order = sort.column < 0 ? rows.map((_, i) => i) : sortedOrder(rows, sort.column, sort.up);
    heads.forEach((head, c) => head.setAttribute("aria-sort", sort.column !== c ? "none" : sort.up ? "ascending" : "descending"));
    choose(null);
    scroller.scrollTop = 0;
    draw(true);
    say(sort.column < 0 ? "In the order of the answer." : `Sorted by ${columns[column]}, ${sort.up ? "ascending" : "descending"}.`);
  }

  function choose(cell) {
    active = cell;
    for (const old of body.querySelectorAll("[aria-selected]")) old.removeAttribute("aria-selected");
    if (cell) {
      const top = cell.row * rowHeight,
        head = rowHeight + 2;
      if (top < scroller.scrollTop) scroller.scrollTop = top;
      else if (top + rowHeight + head > scroller.scrollTop + scroller.clientHeight)
        scroller.scrollTop = top + rowHeight + head - scroller.clientHeight;
      draw();
      const drawn = cellAt(cell);
      drawn?.setAttribute("aria-selected", "true");
      if (drawn) {
        if (drawn.offsetLeft < scroller.scrollLeft) scroller.scrollLeft = drawn.offsetLeft;
        else if (drawn.offsetLeft + drawn.offsetWidth > scroller.scrollLeft + scroller.clientWidth)
          scroller.scrollLeft = Math.min(drawn.offsetLeft, drawn.offsetLeft + drawn.offsetWidth - scroller.clientWidth);
      }
      if (!whole.hidden) showWhole();
    } else whole.hidden = true;
    pointAt();
  }

  function showWhole() {
    const value = rows[order[active.row]][active.column];
    fill(
      whole,
      h("p", null, columns[active.column], ", row ", amount(active.row + 1)),
      copyButton(() => textOf(value), "value"),
      h("pre", { dir: "auto", tabindex: "0", role: "group", "aria-label": "Whole value" }, cut(textOf(value), 100000)),
    );
    whole.hidden = false;
  }

  function moved(event) {
    if (event.target !== table || event.altKey) return;
    const page = Math.max(1, Math.floor(scroller.clientHeight / rowHeight) - 2),
      far = event.ctrlKey || event.metaKey;
    const at = active ?? { row: 0, column: 0 };
    const move = {
      ArrowDown: [1, 0],
      ArrowUp: [-1, 0],
      ArrowRight: [0, 1],
      ArrowLeft: [0, -1],
      PageDown: [page, 0],
      PageUp: [-page, 0],
      Home: [far ? -Infinity : 0, -Infinity],
      End: [far ? Infinity : 0, Infinity],
    }[event.key];
    if (far && event.key === "c" && active && getSelection().isCollapsed) copy(textOf(rows[order[at.row]][at.column]), "Value");
    else if (event.key === "Enter" && !far && active) showWhole();
    else if (event.key === "Escape" && !whole.hidden) whole.hidden = true;
    else if (move && rows.length) {
      const within = (value, count) => Math.max(0, Math.min(count - 1, value));
      choose(active ? { row: within(at.row + move[0], rows.length), column: within(at.column + move[1], columns.length) } : at);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }

  function clicked(event) {
    const cell = event.target.closest?.("td[aria-colindex]");
    if (!cell || !getSelection().isCollapsed) return;
    table.focus({ preventScroll: true });
    choose({
      row: Number(cell.parentElement.getAttribute("aria-rowindex")) - 2,
      column: Number(cell.getAttribute("aria-colindex")) - 1,
    });
    showWhole();
  }

  const ordered = () => order.map((i) => rows[i]);
  const tools =
    file && rows.length
      ? h(
          "div",
          { class: "tools" },
          copyButton(() => tabbed(columns, ordered()), "rows"),
          button("Download CSV", () => download(file + ".csv", "text/csv;charset=utf-8", csvOf(columns, ordered())), {
            class: "small",
          }),
          sql
            ? button("Download SQL", () => download(file + ".sql", "application/sql;charset=utf-8", sql + "\n"), { class: "small" })
            : null,
        )
      : null;
  const element = h(
    "div",
    { class: "table" },
    h("div", { class: "table-head" }, h("p", { class: "soft" }, facts ?? counted(rows.length, "row")), tools),
    rows.length
      ? [scroller, h("p", { id: id + "-help", class: "unseen" }, "Arrow keys move from cell to cell, Enter shows the whole value."), whole]
      : null,
  );
  if (rows.length) {
    draw(true);
    new ResizeObserver(() => draw()).observe(scroller);
  }
  return element;
}
