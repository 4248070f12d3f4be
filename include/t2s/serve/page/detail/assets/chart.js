// ---- charts: the page draws what an answer proposes, which is a specification of Vega-Lite with all its points

const most = { bars: 30, marked: 60 }; // a line with more points has no circles
const gap = { side: 12, tick: 6, bar: 26, part: 14, legend: 20, plot: 300 };
const letter = 7; // pixels of a character

// A number on an axis or beside a bar.
function figure(value) {
  if (Number.isInteger(value) && Math.abs(value) < 1e15) return amount(value);
  const text = String(Number(value.toPrecision(6)));
  const [whole, part] = text.split(".");
  return /^-?\d+$/.test(whole) && part && !part.includes("e") ? amount(whole) + "." + part : text;
}

// Round numbers that span the values: [first, ..., last], about `count` of them.
function roundTicks(least, greatest, count) {
  const span = Math.max(greatest - least, Math.abs(greatest) * 1e-9) || 1; // not so little that its parts are one number
  const power = 10 ** Math.floor(Math.log10(span / count));
  const step = power * [1, 2, 5, 10].find((by) => power * by * count >= span);
  const ticks = [];
  for (let i = Math.floor(least / step + 1e-9); ; ++i) {
    ticks.push(Number((i * step).toPrecision(12)));
    if (ticks.at(-1) >= greatest - step * 1e-9 && ticks.length > 1) return ticks;
  }
}

// Beginnings of years, months, days or parts of days between two times: [[milliseconds, label], ...].
function timeTicks(from, to, count) {
  const day = 86400000,
    days = (to - from) / day;
  const iso = (time, length) => new Date(time).toISOString().slice(0, length);
  const ticks = [];
  const begin = new Date(from);
  if (days > 60) {
    const months = days / 30 / count;
    const step = [1, 2, 3, 6, 12, 24, 60, 120, 240, 600, 1200, 12000].find((by) => by >= months) ?? 24000;
    let at = Math.ceil((begin.getUTCFullYear() * 12 + begin.getUTCMonth()) / step) * step;
    for (; ; at += step) {
      const time = new Date(0).setUTCFullYear(Math.floor(at / 12), at % 12, 1);
      if (time > to) return ticks;
      if (time >= from) ticks.push([time, iso(time, step % 12 ? 7 : 4)]);
    }
  }
  const step = [1 / 24, 1 / 8, 1 / 4, 1 / 2, 1, 2, 5, 10].find((by) => by * count >= days) ?? 20;
  for (let at = Math.ceil(from / (day * step)) * day * step; at <= to; at += day * step)
    ticks.push([at, step < 1 ? iso(at, 16).slice(5).replace("T", " ") : iso(at, 10)]);
  return ticks;
}

const unique = (values) => [...new Set(values)];

// What a chart has, read from its specification.
function chartOf({ kind, spec, left_out }) {
  const { values } = spec.data,
    { x, y, color, text } = spec.encoding;
  const lies = kind === "bar" || kind === "stacked";
  const first = lies ? y : x;
  return {
    kind,
    why: spec.description,
    leftOut: left_out,
    first: first?.title ?? "",
    measure: (lies ? x : (y ?? text)).title ?? "",
    field: first?.field,
    type: first?.type,
    points: values,
    series: color ? unique(values.map((point) => point.series)) : [],
  };
}

// The forms in which a chart can be drawn without saying something else: [[form, name], ...].
function formsOf(chart) {
  if (chart.kind === "number") return [["number", "Number"]];
  if (chart.kind === "stacked")
    return [
      ["stacked", "Stacked"],
      ["bar", "Side by side"],
    ];
  if (chart.kind !== "line") return [[chart.kind, chart.kind === "bar" ? "Bars" : "Points"]];
  const bars = chart.points.length <= most.bars && !chart.series.length;
  return [["line", "Line"], ["scatter", "Points"], ...(bars ? [["bar", "Bars"]] : [])];
}

const said = (point, chart) =>
  [point.label ?? point.series, chart.field && point[chart.field], point.value].filter((part) => part !== undefined).join(", ");

const chartText = (x, y, anchor, text, attributes) => svg("text", { x, y, "text-anchor": anchor, ...attributes }, text);

// The names of the series in rows above the plot, and the height of these.
function legendOf(chart, width) {
  let x = gap.side,
    y = 14;
  const drawn = chart.series.map((name, i) => {
    const shown = cut(name, 30),
      wide = shown.length * letter + 30;
    if (x > gap.side && x + wide > width) {
      x = gap.side;
      y += gap.legend;
    }
    const here = [svg("rect", { class: "series-" + i, x, y: y - 9, width: 10, height: 10 }), chartText(x + 15, y, "start", shown)];
    x += wide;
    return here;
  });
  return { drawn, height: chart.series.length ? y + 10 : 4 };
}

// Bars lie, and begin at zero: [picture, height].
function barPicture(chart, width, form) {
  const categories = unique(chart.points.map((point) => point[chart.field]));
  const stacked = form === "stacked",
    apart = !stacked && chart.series.length > 1;
  const legend = legendOf(chart, width);
  const label = Math.min(Math.max(...categories.map((name) => String(name).length)) * letter, width * 0.35);
  const sums = categories.map((name) =>
    chart.points.filter((point) => point[chart.field] === name).reduce((sum, { value }) => sum + value, 0),
  );
  const values = stacked ? sums : chart.points.map(({ value }) => value);
  const ticks = roundTicks(Math.min(0, ...values), Math.max(0, ...values), width < 500 ? 3 : 6);
  const left = gap.side + label + 8,
    right = width - gap.side - 28;
  const at = (value) => left + ((value - ticks[0]) / (ticks.at(-1) - ticks[0])) * (right - left);
  const step = apart ? gap.part * chart.series.length + 8 : gap.bar;
  const bottom = legend.height + step * categories.length;
  const ends = new Map();
  const bars = chart.points.map((point) => {
    const name = point[chart.field],
      series = Math.max(0, chart.series.indexOf(point.series));
    const from = stacked ? (ends.get(name) ?? 0) : 0;
    ends.set(name, from + point.value);
    const y = legend.height + categories.indexOf(name) * step + 4 + (apart ? series * gap.part : 0);
    const [start, end] = [at(from), at(from + point.value)];
    return svg(
      "rect",
      {
        class: "mark series-" + series,
        x: Math.min(start, end),
        y,
        width: Math.abs(end - start),
        height: apart ? gap.part - 2 : gap.bar - 8,
      },
      svg("title", null, said(point, chart)),
    );
  });
  const names = categories.map((name, i) =>
    chartText(left - 8, legend.height + i * step + step / 2 + 4, "end", cut(String(name), Math.max(3, Math.floor(label / letter))), {
      dir: "auto",
    }),
  );
  const grid = ticks.map((tick) => [
    svg("line", { class: tick === 0 ? "zero" : "grid", x1: at(tick), x2: at(tick), y1: legend.height, y2: bottom }),
    chartText(at(tick), bottom + 16, "middle", figure(tick)),
  ]);
  return [[legend.drawn, grid, bars, names, chartText(right, bottom + 36, "end", cut(chart.measure, 60), { class: "axis" })], bottom + 44];
}

// Points on two axes, joined in the order of the first where they are a line: [picture, height].
function pointPicture(chart, width, form) {
  const legend = legendOf(chart, width);
  const timed = chart.type === "temporal";
  const placeOf = (point) => (timed ? Date.parse(point[chart.field]) : point[chart.field]);
  const places = chart.points.map(placeOf),
    values = chart.points.map(({ value }) => value);
  const fromZero = chart.kind === "line" ? [0] : []; // as the specification has it
  const rows = roundTicks(Math.min(...fromZero, ...values), Math.max(...fromZero, ...values), 5);
  const left = gap.side + Math.max(...rows.map((tick) => figure(tick).length)) * letter + gap.tick,
    right = width - gap.side - 16;
  const top = legend.height + 26,
    bottom = top + gap.plot;
  const count = Math.max(2, Math.floor(width / 130));
  const [least, greatest] = [Math.min(...places), Math.max(...places)];
  const columns = timed ? timeTicks(least, greatest, count) : roundTicks(least, greatest, count).map((tick) => [tick, figure(tick)]);
  const begin = timed ? least : columns[0][0],
    end = timed ? greatest : columns.at(-1)[0];
  const x = (place) => (end > begin ? left + ((place - begin) / (end - begin)) * (right - left) : (left + right) / 2);
  const y = (value) => bottom - ((value - rows[0]) / (rows.at(-1) - rows[0])) * (bottom - top);
  const grid = [
    rows.map((tick) => [
      svg("line", { class: tick === 0 ? "zero" : "grid", x1: left, x2: right, y1: y(tick), y2: y(tick) }),
      chartText(left - gap.tick, y(tick) + 4, "end", figure(tick)),
    ]),
    columns.map(([place, label]) => [
      svg("line", { class: "grid", x1: x(place), x2: x(place), y1: top, y2: bottom }),
      chartText(x(place), bottom + 16, "middle", label),
    ]),
  ];
  const of = (name) => chart.points.filter((point) => !chart.series.length || point.series === name);
  const lines = (chart.series.length ? chart.series : [undefined]).map((name, i) => [
    form === "line"
      ? svg("path", {
          class: "line series-" + i,
          d: of(name)
            .map((point, p) => `${p ? "L" : "M"}${x(placeOf(point)).toFixed(1)} ${y(point.value).toFixed(1)}`)
            .join(""),
        })
      : null,
    form === "scatter" || chart.points.length <= most.marked
      ? of(name).map((point) =>
          svg(
            "circle",
            {
              class: `mark series-${i}${form === "line" ? "" : " loose"}`,
              cx: x(placeOf(point)),
              cy: y(point.value),
              r: form === "line" ? 3 : 4,
            },
            svg("title", null, said(point, chart)),
          ),
        )
      : null,
  ]);
  const titles = [
    chartText(gap.side, legend.height + 12, "start", cut(chart.measure, 60), { class: "axis" }),
    chartText(right, bottom + 36, "end", cut(chart.first, 60), { class: "axis" }),
  ];
  return [[legend.drawn, grid, lines, titles], bottom + 44];
}

function chartPicture(chart, width, form) {
  const [content, height] = (form === "bar" || form === "stacked" ? barPicture : pointPicture)(chart, width, form);
  const name = `${chart.why} ${chart.measure} by ${chart.first}, ${counted(chart.points.length, "value")}. The table below has them.`;
  return svg("svg", { width, height, viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": name }, content);
}

// The picture as a file: what the style sheet says becomes attributes, since a file has none.
function downloadPng(picture, file) {
  const copyOf = picture.cloneNode(true);
  const elements = [...picture.querySelectorAll("*")];
  [...copyOf.querySelectorAll("*")].forEach((element, i) => {
    const style = getComputedStyle(elements[i]);
    for (const name of ["fill", "fill-opacity", "stroke", "stroke-width", "font-size", "font-weight", "font-family"])
      element.setAttribute(name, style.getPropertyValue(name));
  });
  const scale = 2,
    [width, height] = [picture.clientWidth, picture.clientHeight].map((length) => length * scale);
  const image = new Image();
  image.addEventListener("load", () => {
    const canvas = dress(h("canvas"), { width, height });
    const context = canvas.getContext("2d");
    context.fillStyle = getComputedStyle(picture.parentElement).backgroundColor;
    context.fillRect(0, 0, width, height);
    context.drawImage(image, 0, 0, width, height);
    canvas.toBlob((blob) => download(file + ".png", "image/png", blob));
  });
  image.addEventListener("error", () => say("The browser refuses to make the picture."));
  image.src = "data:image/svg+xml," + encodeURIComponent(new XMLSerializer().serializeToString(copyOf));
}

// The chart of an answer with its forms to choose from and what can be kept of it; null if the answer is best seen as a table.
function chartView(event, file) {
  if (!event.chart?.spec || !event.chart.spec.data.values.length) return null;
  const chart = chartOf(event.chart);
  const forms = [...formsOf(chart), ["none", "Table only"]];
  const place = h("div", { class: "chart-place" });
  let form = forms[0][0],
    width = 0;

  function draw() {
    png.hidden = form === "none" || form === "number";
    if (form === "none") return fill(place);
    if (form === "number")
      return fill(
        place,
        h("p", { class: "figure" }, h("strong", null, figure(chart.points[0].value)), " ", h("span", null, chart.measure)),
      );
    return fill(
      place,
      chartPicture(chart, Math.max(240, Math.min(width || place.clientWidth || 640, 900)), form),
      chart.leftOut ? h("p", { class: "soft" }, counted(chart.leftOut, "row"), " without a number: not drawn") : null,
    );
  }
  const buttons = forms.map(([name, text]) =>
    button(
      text,
      () => {
        form = name;
        buttons.forEach((one, i) => one.setAttribute("aria-pressed", String(forms[i][0] === form)));
        draw();
        say(form === "none" ? "The chart is hidden." : `${text}. ${chart.why}`);
      },
      { class: "small", "aria-pressed": String(name === form) },
    ),
  );
  const png = button("Download PNG", () => downloadPng(place.querySelector("svg"), file), { class: "small" });
  new ResizeObserver(([{ contentRect }]) => {
    if (Math.abs(contentRect.width - width) < 1) return;
    width = Math.floor(contentRect.width);
    draw();
  }).observe(place);
  draw();
  return h(
    "div",
    { class: "chart", role: "group", "aria-label": "Chart" },
    h("div", { class: "table-head" }, h("div", { class: "tools forms", role: "group", "aria-label": "Form of the chart" }, buttons), png),
    place,
  );
}
