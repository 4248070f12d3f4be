// Measures the size of the page, the time to the first content, and scrolling and sorting 10,000 rows. Prints the figures.
import { ask, check, expect, firstContent, over, runChecks, same, text } from "./harness.mjs";

check("size, and time to first content", async (page, server) => {
  let bytes = 0;
  for (const path of ["/", "/page.css", "/page.js"]) bytes += (await (await fetch(server.url + path)).arrayBuffer()).byteLength;
  expect(bytes < 150000, bytes + " bytes");
  console.log(`        page: ${bytes} bytes; ${await firstContent(page, server.url)}`);
});

check(
  "10,000 rows scroll and sort",
  async (page) => {
    const began = Date.now();
    await ask(page, "all 10,000 orders");
    await over(page);
    const shown = Date.now() - began;
    same(await page.locator("table[role=grid]").first().getAttribute("aria-rowcount"), "10001", "rows");
    expect((await page.locator(".rows tbody tr").count()) < 100, "only some of them exist");
    expect((await text(page, ".table-head")).includes("The first 10,000 of 123,456 rows"), "how many there are");
    const frames = await page.evaluate(async () => {
      const place = document.querySelector(".rows"),
        times = [];
      let before = performance.now();
      for (let i = 1; i <= 120; ++i) {
        place.scrollTop = i * 2700;
        await new Promise(requestAnimationFrame);
        times.push(performance.now() - before);
        before = performance.now();
      }
      return times.sort((a, b) => a - b);
    });
    await page.waitForTimeout(100);
    same(await text(page, ".rows tbody tr:last-child td"), "10000", "the last row is reached");
    const sorts = {};
    for (const [column, name] of [
      [3, "numbers"],
      [1, "texts"],
    ]) {
      sorts[name] = await page.evaluate(async (c) => {
        const head = document.querySelectorAll(".rows .sort")[c],
          began = performance.now();
        head.click();
        const sorted = performance.now() - began;
        await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
        return [sorted, performance.now() - began];
      }, column);
    }
    same(await page.locator("th[aria-sort=ascending] .sort").innerText(), "name", "sorted by");
    const first = await page.locator(".rows tbody tr td:nth-child(2)").allInnerTexts();
    same(first.slice(0, 3), [...first].slice(0, 3).sort(new Intl.Collator("en", { numeric: true }).compare), "in order");
    same(first[0].startsWith("Aune "), true, "the least first");
    const p = (share) => frames[Math.floor(share * (frames.length - 1))].toFixed(1);
    console.log(
      `        10,000 rows: shown ${shown} ms after asking; frame while scrolling ${p(0.5)} ms (median), ${p(0.95)} ms (95 %); ` +
        Object.entries(sorts)
          .map(([name, [sorted, drawn]]) => `${name} sorted in ${sorted.toFixed(0)} ms, drawn in ${drawn.toFixed(0)} ms`)
          .join("; "),
    );
    if (process.env.T2S_TIMED) expect(frames[60] < 50 && sorts.texts[1] < 300, "responsive");
  },
  { mock: true },
);

check(
  "the columns stay where they are while rows come into view",
  async (page) => {
    await ask(page, "all 10,000 orders");
    await over(page);
    const places = () => page.locator(".rows th").evaluateAll((all) => all.map((one) => one.offsetLeft));
    const before = await places();
    await page.evaluate(() => {
      document.querySelector(".rows").scrollTop = 150000;
    });
    await page.waitForTimeout(150);
    same(await places(), before, "columns");
  },
  { mock: true },
);

runChecks();
