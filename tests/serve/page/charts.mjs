// Charts: the page draws what an answer proposes, in forms to choose from, and keeps it as PNG, CSV and SQL.
import { readFileSync } from "node:fs";

import { ask, begun, check, expect, over, runChecks, same, text } from "./harness.mjs";

async function charted(page, word) {
  await begun(page);
  await ask(page, "chart " + word);
  await over(page);
}

const forms = (page) => page.locator(".forms button").allInnerTexts();
const boxes = (page, selector) =>
  page.locator(selector).evaluateAll((all) => all.map((one) => one.getBBox()).map(({ x, y, width, height }) => ({ x, y, width, height })));

async function downloaded(page, name) {
  const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name }).click()]);
  return { name: file.suggestedFilename(), content: readFileSync(await file.path()) };
}

check(
  "bars are as long as their values, from zero",
  async (page, server) => {
    await charted(page, "bars");
    same(server.asked.at(-1).chart, true, "the page asks for a chart");
    same(await forms(page), ["Bars", "Table only"], "forms");
    const bars = await boxes(page, ".chart rect.mark"); // 400, 300, 200, 100, 0, -100
    same(bars.length, 6, "bars");
    same(Math.round((100 * bars[1].width) / bars[0].width), 75, "300 beside 400");
    same(Math.round((100 * bars[3].width) / bars[0].width), 25, "100 beside 400");
    same(bars[4].width, 0, "zero");
    same(Math.round(bars[5].x + bars[5].width), Math.round(bars[0].x), "a negative bar ends at zero");
    same(Math.round(bars[5].width), Math.round(bars[3].width), "-100 beside 100");
    expect((await text(page, ".chart-place")).includes("2 rows without a number: not drawn"), "what is left out");
    same(await page.locator(".rows tbody tr").count(), 6, "the table is below");
    expect(
      (await page.locator(".chart svg").getAttribute("aria-label")).startsWith("A number for each name. gain by city, 6 values"),
      "for screen readers",
    );
  },
  { mock: true },
);

check(
  "parts lie on each other, or side by side if that is chosen",
  async (page) => {
    await charted(page, "stacked");
    same(await forms(page), ["Stacked", "Side by side", "Table only"], "forms");
    const [tea, milk] = await boxes(page, ".chart rect.mark");
    same([Math.round(tea.x + tea.width), tea.y], [Math.round(milk.x), milk.y], "the second part begins where the first ends");
    await page.getByRole("button", { name: "Side by side" }).click();
    const [first, second] = await boxes(page, ".chart rect.mark");
    expect(second.y > first.y && Math.abs(second.x - first.x) < 1, "below each other, from zero");
    same(await page.locator('.forms [aria-pressed="true"]').innerText(), "Side by side", "the form that is shown");
    same(
      await page
        .locator(".chart svg > text")
        .filter({ hasText: /^(tea|milk)$/ })
        .count(),
      2,
      "names of the parts",
    );
  },
  { mock: true },
);

check(
  "points of a line stand at their times",
  async (page) => {
    await charted(page, "line");
    same(await forms(page), ["Line", "Points", "Bars", "Table only"], "forms");
    const at = await page.locator(".chart circle.mark").evaluateAll((all) => all.map((one) => Number(one.getAttribute("cx"))));
    same(Math.round(((at[1] - at[0]) / (at[3] - at[0])) * 8), 1, "one day of eight");
    same(Math.round(((at[2] - at[0]) / (at[3] - at[0])) * 8), 4, "four days of eight");
    same(await page.locator(".chart path.line").count(), 1, "lines");
    await page.getByRole("button", { name: "Points" }).click();
    same(await page.locator(".chart path.line").count(), 0, "lines of a cloud");
    await page.getByRole("button", { name: "Bars" }).click();
    same(await page.locator(".chart rect.mark").count(), 4, "bars");
    await charted(page, "lines");
    same(await page.locator(".chart path.line").count(), 2, "lines");
    same(await forms(page), ["Line", "Points", "Table only"], "no bars of several lines");
    const years = await page
      .locator(".chart svg > text")
      .filter({ hasText: /^(19|20)\d\d$/ })
      .allTextContents();
    expect(years.length >= 2, "years on the axis: " + years);
  },
  { mock: true },
);

check(
  "a cloud, a number and a table",
  async (page) => {
    await charted(page, "cloud");
    same(await page.locator(".chart circle.mark").count(), 6, "points");
    same(await page.locator(".chart circle.mark title").first().textContent(), "Aune, 1.5, 112", "what a point is");
    await charted(page, "number");
    same(await text(page, ".figure"), "1,234,567 count(*)", "the number");
    await charted(page, "table");
    same(await page.locator(".chart").count(), 0, "no chart");
    same(await page.locator(".rows tbody tr").count(), 1, "the table");
  },
  { mock: true },
);

check(
  "the form is chosen by the keyboard",
  async (page) => {
    await charted(page, "line");
    await page.locator(".forms button").first().focus();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    same(await page.locator('.forms [aria-pressed="true"]').innerText(), "Points", "after Tab and Enter");
    for (let i = 0; i < 2; ++i) await page.keyboard.press("Tab");
    await page.keyboard.press("Space");
    same(await page.locator(".chart svg").count(), 0, "the table only");
    same(await page.getByRole("button", { name: "Download PNG" }).isVisible(), false, "nothing to keep as a picture");
    await page.waitForFunction(() => document.querySelector("#said").textContent === "The chart is hidden.");
  },
  { mock: true },
);

for (const width of [320, 1200])
  check(
    `a chart fits a page of ${width} px and is kept as PNG, CSV and SQL`,
    async (page) => {
      await charted(page, "lines");
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "the page does not scroll sideways");
      const size = await page.locator(".chart svg").evaluate((one) => [one.clientWidth, one.clientHeight]);
      const png = await downloaded(page, "Download PNG");
      expect(png.name.endsWith(".png"), png.name);
      same(png.content.subarray(1, 4).toString(), "PNG", "a picture");
      same(
        [png.content.readUInt32BE(16), png.content.readUInt32BE(20)],
        size.map((length) => 2 * length),
        "twice as large as on the screen",
      );
      const colours = await page.evaluate(
        async (data) => {
          const bitmap = await createImageBitmap(new Blob([new Uint8Array(data)]));
          const canvas = document.createElement("canvas");
          Object.assign(canvas, { width: bitmap.width, height: bitmap.height });
          const context = canvas.getContext("2d");
          context.drawImage(bitmap, 0, 0);
          const pixels = context.getImageData(0, 0, canvas.width, canvas.height).data;
          const count = (r, g, b) => pixels.filter((v, i) => i % 4 === 0 && v === r && pixels[i + 1] === g && pixels[i + 2] === b).length;
          return [count(255, 255, 255) > 1000, count(0x0a, 0x58, 0xa8) > 100, count(0xb3, 0x5a, 0x00) > 100];
        },
        [...png.content],
      );
      same(colours, [true, true, true], "its ground and both lines");
      const csv = await downloaded(page, "Download CSV");
      expect(csv.content.toString().startsWith("c0,c1,c2\r\n1990,1990,tea\r\n"), csv.content.toString().slice(0, 40));
      const sql = await downloaded(page, "Download SQL");
      expect(sql.name.endsWith(".sql"), sql.name);
      same(sql.content.toString(), "SELECT name, city, since FROM customers\n", "SQL");
    },
    { mock: true, width },
  );

check(
  "names of a chart are texts and nothing else",
  async (page) => {
    await charted(page, "hostile");
    same(await page.locator(".chart rect.mark").count(), 2, "bars");
    same(await page.evaluate(() => globalThis.owned), undefined, "no script of a name ran");
    same(await page.locator(".chart img, .chart script").count(), 0, "elements of names");
    expect(
      (await page.locator(".chart svg > text").allTextContents()).some((one) => one.startsWith("<img")),
      "the name as a text",
    );
  },
  { mock: true },
);

runChecks();
