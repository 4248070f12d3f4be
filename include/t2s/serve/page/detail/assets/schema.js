// ---- the drawing: a table stands to the right of the tables that it refers to

const box = { head: 30, row: 20, pad: 12, gapX: 76, gapY: 22, most: 8, character: 7.4 };

function schemaGraph(tables) {
  const known = new Map(tables.map((table, i) => [table.name, i]));
  const nodes = tables.map((table, i) => {
    const foreign = new Set(table.foreign_keys.flatMap(({ columns }) => columns));
    const keys = table.columns.filter(({ name, primary_key }) => primary_key || foreign.has(name));
    const shownKeys = keys.slice(0, box.most),
      rest = table.columns.length - shownKeys.length;
    const lines = [...shownKeys.map(({ name }) => name), ...(rest ? [`and ${counted(rest, "column")}`] : [])];
    const longest = Math.max(table.name.length, ...lines.map((line) => line.length));
    return {
      i,
      table,
      foreign,
      keys: shownKeys,
      lines,
      to: new Set(),
      from: new Set(),
      layer: 0,
      width: Math.min(260, Math.max(110, longest * box.character + 44)),
      height: box.head + lines.length * box.row + 8,
    };
  });
  const edges = tables.flatMap((table, i) =>
    table.foreign_keys
      .filter(({ table: target }) => known.has(target))
      .map((key) => {
        const target = known.get(key.table);
        if (target !== i) {
          nodes[i].to.add(target);
          nodes[target].from.add(i);
        }
        return { from: i, to: target, key };
      }),
  );
  return { nodes, edges };
}

function layersOf(nodes) {
  const state = new Map(); // depth first, without recursion; an edge back to an open table is skipped
  for (const start of nodes) {
    const path = [[start.i, [...start.to]]];
    if (state.has(start.i)) continue;
    state.set(start.i, "open");
    while (path.length) {
      const [i, left] = path.at(-1),
        next = left.pop();
      if (next === undefined) {
        state.set(i, "done");
        path.pop();
        if (path.length) raise(path.at(-1)[0], i);
      } else if (!state.has(next)) {
        state.set(next, "open");
        path.push([next, [...nodes[next].to]]);
      } else if (state.get(next) === "done") raise(i, next);
    }
  }
  function raise(i, above) {
    nodes[i].layer = Math.max(nodes[i].layer, nodes[above].layer + 1);
  }
  const layers = [];
  for (const node of nodes) if (node.to.size || node.from.size) (layers[node.layer] ??= []).push(node);
  const placeIn = (layer) =>
    layer.forEach((node, place) => {
      node.place = place;
    });
  layers.forEach(placeIn);
  const middle = (node, near) => {
    const places = [...near].map((i) => nodes[i].place);
    return places.length ? places.reduce((a, b) => a + b) / places.length : node.place;
  };
  for (let sweep = 0; sweep < 4; ++sweep)
    for (const layer of sweep % 2 ? layers.toReversed() : layers) {
      layer.sort((a, b) => middle(a, sweep % 2 ? a.from : a.to) - middle(b, sweep % 2 ? b.from : b.to));
      placeIn(layer);
    }
  return layers.flatMap((layer) => {
    // a layer with many tables takes several columns
    const columns = Math.ceil(layer.length / 9),
      each = Math.ceil(layer.length / columns);
    return Array.from({ length: columns }, (_, i) => layer.slice(i * each, (i + 1) * each));
  });
}

function placed(graph) {
  // sets x and y of every table
  const columns = layersOf(graph.nodes);
  const heights = columns.map((column) => column.reduce((sum, node) => sum + node.height + box.gapY, -box.gapY));
  const tallest = Math.max(0, ...heights);
  let x = 1,
    bottom = 0,
    right = 0;
  columns.forEach((column, c) => {
    let y = 1 + (tallest - heights[c]) / 2;
    const width = Math.max(...column.map((node) => node.width));
    for (const node of column) {
      Object.assign(node, { x, y, width });
      y += node.height + box.gapY;
      bottom = Math.max(bottom, y);
    }
    x += width + box.gapX;
    right = Math.max(right, x - box.gapX);
  });
  const widest = Math.max(right, 900);
  let rowX = 1,
    rowY = bottom + (bottom ? 10 : 1),
    rowHeight = 0;
  for (const node of graph.nodes.filter(({ to, from }) => !to.size && !from.size)) {
    // tables without foreign keys to or from others stand in rows below
    if (rowX > 1 && rowX + node.width > widest) {
      rowX = 1;
      rowY += rowHeight + box.gapY;
      rowHeight = 0;
    }
    Object.assign(node, { x: rowX, y: rowY });
    rowX += node.width + box.gapY;
    rowHeight = Math.max(rowHeight, node.height);
    right = Math.max(right, rowX - box.gapY);
  }
  return { width: right + 30, height: Math.max(bottom - box.gapY, rowHeight ? rowY + rowHeight : 0) + 3 };
}

function lineHeight(node, column) {
  const at = node.keys.findIndex(({ name }) => name === column);
  return node.y + (at < 0 ? box.head / 2 : box.head + 4 + at * box.row + box.row / 2);
}

function edgePath(from, to, key) {
  const startY = lineHeight(from, key.columns[0]),
    endY = lineHeight(to, key.references?.[0]);
  const endX = to.x + to.width;
  if (from === to || from.x <= endX) {
    // an edge within a table or a column, or to the right
    const start = from.x + from.width,
      out = Math.max(start, endX) + 26;
    return `M${start} ${startY} C${out} ${startY} ${out} ${endY} ${endX + 2} ${endY}`;
  }
  const bend = Math.max(24, (from.x - endX) / 2);
  return `M${from.x} ${startY} C${from.x - bend} ${startY} ${endX + bend} ${endY} ${endX + 2} ${endY}`;
}

function schemaDrawing(tables, listId) {
  const graph = schemaGraph(tables),
    size = placed(graph);
  const lines = graph.edges.map(({ from, to, key }) =>
    svg("path", {
      class: key.inferred ? "edge inferred" : "edge",
      d: edgePath(graph.nodes[from], graph.nodes[to], key),
      "marker-end": "url(#arrow)",
    }),
  );
  const near = (i, on) => {
    graph.edges.forEach(({ from, to }, e) => lines[e].classList.toggle("near", on && (from === i || to === i)));
    boxes.forEach((element, b) =>
      element.classList.toggle("near", on && (b === i || graph.nodes[i].to.has(b) || graph.nodes[i].from.has(b))),
    );
  };
  const boxes = graph.nodes.map((node) => {
    const text = (x, y, kind, content) =>
      svg("text", { x: node.x + x, y: node.y + y, class: kind }, cut(content, Math.floor((node.width - 40) / box.character) + 1));
    const refers = [...node.to].map((i) => tables[i].name);
    return svg(
      "a",
      {
        class: node.table.is_view ? "box view" : "box",
        href: `#${listId}-${node.i}`,
        tabindex: "0",
        "aria-label":
          `${node.table.name}, ${counted(node.table.columns.length, "column")}` + (refers.length ? `, refers to ${refers.join(", ")}` : ""),
        focus: () => near(node.i, true),
        blur: () => near(node.i, false),
        mouseenter: () => near(node.i, true),
        mouseleave: () => near(node.i, false),
        click: (event) => {
          event.preventDefault();
          openTable(`${listId}-${node.i}`);
        },
      },
      svg("rect", { x: node.x, y: node.y, width: node.width, height: node.height, rx: 6 }),
      text(12, 20, "name", node.table.name),
      svg("line", { x1: node.x, x2: node.x + node.width, y1: node.y + box.head, y2: node.y + box.head }),
      node.lines.map((line, l) => {
        const column = node.keys[l],
          y = box.head + 4 + l * box.row + 14;
        return [
          text(12, y, column ? "key" : "rest", line),
          column
            ? svg(
                "text",
                { x: node.x + node.width - 10, y: node.y + y, class: "mark", "text-anchor": "end" },
                column.primary_key ? "PK" : "FK",
              )
            : null,
        ];
      }),
    );
  });
  const picture = svg(
    "svg",
    { width: size.width, height: size.height, viewBox: `0 0 ${size.width} ${size.height}` },
    svg(
      "defs",
      null,
      svg(
        "marker",
        { id: "arrow", viewBox: "0 0 8 8", refX: 7, refY: 4, markerWidth: 8, markerHeight: 8, orient: "auto-start-reverse" },
        svg("path", { d: "M0 0.5 L7 4 L0 7.5 z", class: "arrow" }),
      ),
    ),
    lines,
    boxes,
  );
  return [zoomed(picture, size), graph.edges.some(({ key }) => key.inferred) ? h("p", { class: "soft" }, impliedKeys) : null];
}

const impliedKeys = "Dashed lines are keys that are not declared: names and values imply them.";

// A picture in a region that scrolls: it is drawn along with the pointer, and larger and smaller by buttons, by + and -, and by Ctrl and the wheel.
function zoomed(picture, { width, height }) {
  let scale = 1;
  const region = h(
    "div",
    {
      class: "drawing",
      role: "group",
      "aria-label": "Drawing of tables and keys. The list below says the same in words.",
      tabindex: "0",
      keydown: (event) => {
        const by = { "+": 1.25, "=": 1.25, "-": 0.8 }[event.key];
        if (event.ctrlKey || event.metaKey || event.altKey || (!by && event.key !== "0")) return;
        event.preventDefault();
        if (by) zoom(by);
        else whole();
      },
      wheel: (event) => {
        if (!event.ctrlKey) return;
        event.preventDefault();
        zoom(event.deltaY < 0 ? 1.1 : 1 / 1.1);
      },
      pointerdown: (event) => {
        if (event.button || event.pointerType !== "mouse" || event.target.closest("a")) return;
        const move = ({ movementX, movementY }) => region.scrollBy(-movementX, -movementY);
        region.addEventListener("pointermove", move);
        region.setPointerCapture(event.pointerId);
        region.addEventListener("pointerup", () => region.removeEventListener("pointermove", move), { once: true });
      },
    },
    picture,
  );
  function zoom(by) {
    // what is in the middle stays there
    const before = scale,
      middle = [region.scrollLeft + region.clientWidth / 2, region.scrollTop + region.clientHeight / 2];
    scale = Math.min(2, Math.max(0.1, scale * by));
    picture.setAttribute("width", width * scale);
    picture.setAttribute("height", height * scale);
    region.scrollTo((middle[0] * scale) / before - region.clientWidth / 2, (middle[1] * scale) / before - region.clientHeight / 2);
  }
  function whole() {
    const space = 40; // of the region around it
    zoom(Math.min(1, (region.clientWidth - space) / width, (region.clientHeight - space) / height) / scale);
  }
  const tools = h(
    "div",
    { class: "tools" },
    button("All tables", whole, { class: "small" }),
    button("Larger", () => zoom(1.25), { class: "small" }),
    button("Smaller", () => zoom(0.8), { class: "small" }),
  );
  requestAnimationFrame(whole); // once it has its place
  return [tools, region];
}

function openTable(id) {
  const details = byId(id);
  details.open = true;
  details.scrollIntoView({ block: "start" });
  details.querySelector("summary").focus();
}

function tableList(tables, listId) {
  return h(
    "div",
    { class: "table-list" },
    tables.map((table, i) => {
      const target = new Map(
        table.foreign_keys.flatMap((key) =>
          key.columns.map((column, k) => [
            column,
            key.table + (key.references?.[k] ? "." + key.references[k] : "") + (key.inferred ? ", as names and values imply" : ""),
          ]),
        ),
      );
      const facts = ({ name, primary_key, nullable }) =>
        [
          primary_key ? "primary key" : null,
          target.has(name) ? "refers to " + target.get(name) : null,
          nullable === false && !primary_key ? "never NULL" : null,
        ]
          .filter(Boolean)
          .join(", ");
      return h(
        "details",
        { id: `${listId}-${i}` },
        h(
          "summary",
          null,
          h("span", { class: "table-name", dir: "auto" }, table.name),
          h("span", { class: "soft" }, table.is_view ? "view, " : "", counted(table.columns.length, "column")),
        ),
        h(
          "div",
          { class: "scroll", tabindex: "0", role: "group", "aria-label": "Columns of " + table.name },
          h(
            "table",
            null,
            h(
              "thead",
              null,
              h(
                "tr",
                null,
                ["Column", "Type", ""].map((head) => (head ? h("th", { scope: "col" }, head) : h("td"))),
              ),
            ),
            h(
              "tbody",
              null,
              table.columns.map((column) =>
                h(
                  "tr",
                  null,
                  h("th", { scope: "row", dir: "auto" }, column.name),
                  h("td", { class: "soft" }, column.type ?? ""),
                  h("td", { class: "soft" }, facts(column)),
                ),
              ),
            ),
          ),
        ),
      );
    }),
  );
}
