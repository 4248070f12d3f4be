// The content of questions, cells, names and completions always stays text.
import { ask, begun, check, expect, over, runChecks, same, text, watched } from "./harness.mjs";
import { hostile } from "./mock_runs.mjs";

const markupOf = (page) =>
  page.evaluate(() => ({
    owned: window.owned,
    images: document.querySelectorAll("img, iframe, object, embed, base, a[href^='javascript']").length,
    scripts: [...document.scripts].filter((one) => !one.src && one.type !== "application/json").length,
    handlers: [...document.querySelectorAll("*")]
      .filter((one) => [...one.attributes].some(({ name }) => name.startsWith("on") || name === "style"))
      .filter((one) => one.hasAttribute("onerror") || one.hasAttribute("onclick") || one.hasAttribute("onload")).length,
  }));

async function openAll(page) {
  for (let i = 0; i < 4; ++i)
    await page.evaluate(() =>
      document.querySelectorAll("details:not([open])").forEach((one) => {
        one.open = true;
      }),
    );
  await page.waitForTimeout(100);
}

async function isText(page, scripts) {
  same(await markupOf(page), { images: 0, scripts, handlers: 0 }, "elements made from data");
}

check(
  "hostile texts stay texts in every place",
  async (page) => {
    await page.selectOption("#system", { index: 2 });
    await ask(page, "hostile " + hostile);
    await over(page);
    await openAll(page);
    await page.click(".rows td[dir] >> nth=0");
    await isText(page, 0);
    expect((await page.locator(".question").textContent()).includes("<img src=x onerror"), "the question is there, as a text");
    expect((await text(page, ".whole pre")).includes("<img src=x onerror"), "and the cell");
    await page.click("nav a[href='#history']");
    await page.waitForSelector("#history li");
    await isText(page, 0);
    await page.click("nav a[href='#ask']");
    await page.click("nav a[href='#tables']");
    await page.selectOption("#database", { index: 2 }, { force: true });
  },
  { mock: true },
);

check(
  "hostile readings and corrections stay texts",
  async (page) => {
    await begun(page);
    await ask(page, "ask back hostile " + hostile);
    await over(page);
    await isText(page, 0);
    await page.locator("summary", { hasText: "Correct this answer" }).click();
    await page.fill(".correction textarea", "SELECT '" + hostile + "'");
    await page.click(".correction button");
    await page.waitForSelector(".correction .rows");
    await isText(page, 0);
    await page.click("nav a[href='#corrections']");
    await page.waitForSelector("#corrections li");
    await isText(page, 0);
  },
  { mock: true, fresh: { corrects: true } },
);

check(
  "hostile names of tables and columns stay texts",
  async (page) => {
    await page.selectOption("#database", { index: 2 });
    await isText(page, 0);
    await page.click("nav a[href='#tables']");
    await page.waitForSelector(".drawing .box");
    await openAll(page);
    await isText(page, 0);
    same(await page.locator(".box").count(), 2, "boxes");
  },
  { mock: true },
);

check(
  "characters that cannot be seen, or turn the order, are shown by their numbers",
  async (page) => {
    await ask(page, "hostile " + hostile);
    await over(page);
    const signs = await page.locator(".question .sign").evaluateAll((all) => all.map((one) => one.textContent));
    same(signs, ["U+202E", "U+202C", "U+0007", "U+001B", "U+200B", "U+E0041"], "signs");
    const bare = await page.evaluate(() => document.body.innerText.match(/[\u202a-\u202e\u2066-\u2069\u0007\u001b\u200b]/g)?.length ?? 0);
    same(bare, 0, "such characters in the texts of the page");
  },
  { mock: true },
);

check(
  "joiners and variation selectors stay where a script or an emoji needs them, and show where they could hide something",
  async (page) => {
    const kept = "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645 \u{1f469}\u{1f3fd}\u200d\u{1f680} \u2764\ufe0f\u200d\u{1f525} 1\ufe0f\u20e3 \u845b\u{e0100}\u57ce";
    await ask(page, kept + " a\u00adb\u2060c\ufe0f \u00e9\ufe0f\ufe01 \u3164");
    await over(page);
    const signs = await page.locator(".question .sign").evaluateAll((all) => all.map((one) => one.textContent));
    same(signs, ["U+00AD", "U+2060", "U+FE0F", "U+FE01", "U+3164"], "signs");
    expect((await page.locator(".question").first().textContent()).startsWith(kept), "the others stay");
  },
  { mock: true },
);

check(
  "hostile texts stay texts in an exported page",
  async (page, server, context) => {
    await ask(page, "hostile " + hostile);
    await over(page);
    const exported = await watched(context, server);
    await exported.goto(server.url + (await page.getAttribute("text=Export", "href")));
    await exported.waitForSelector(".badge");
    await openAll(exported);
    await isText(exported, 1);
    expect((await exported.locator(".question").textContent()).includes("</script><script>"), "the question is there, as a text");
    same(exported.troubles, [], "what must not happen");
  },
  { mock: true },
);

check(
  "long words do not widen the page",
  async (page) => {
    await ask(page, "hostile " + hostile);
    await over(page);
    await openAll(page);
    const [scroll, client] = await page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.clientWidth]);
    expect(scroll <= client, `${scroll} px of ${client}`);
  },
  { mock: true, width: 320 },
);

check(
  "a CSV file has no formulas, and keeps numbers, quotes and line ends",
  async (page) => {
    await ask(page, "hostile");
    await over(page);
    const [download] = await Promise.all([page.waitForEvent("download"), page.click("text=Download CSV")]);
    const stream = await download.createReadStream();
    let csv = "";
    for await (const chunk of stream.setEncoding("utf8")) csv += chunk;
    const quoted = (value) => '"' + value.replaceAll('"', '""') + '"';
    same(
      csv,
      [
        `id,${quoted(hostile)},'=cmd|' /C calc'!A0`,
        `1,${quoted(hostile)},'=1+1`,
        "-2,'@SUM(A1),-3",
        ',"blob, 12 bytes",\'+x',
        '__proto__,constructor,"a\r\nb"',
        "",
      ].join("\r\n"),
      "the file",
    );
  },
  { mock: true },
);

check(
  "a number that a double cannot hold is shown as it is",
  async (page) => {
    await ask(page, "exact");
    await over(page);
    same(await text(page, ".rows td.number"), "9007199254740993", "number");
  },
  { mock: true },
);

runChecks();
