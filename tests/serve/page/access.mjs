// The page by keyboard only, on narrow screens, for screen readers, in both themes.
import { accessible, ask, begun, check, expect, narrow, over, runChecks, same, text } from "./harness.mjs";

for (const colorScheme of ["light", "dark"]) {
  for (const width of [320, 1400]) {
    check(
      `no findings of axe, ${colorScheme}, ${width} px`,
      async (page, server) => {
        await accessible(page, "the empty form");
        await ask(page, server.real ? "names" : "How many orders has each city placed since 2024?");
        await page.waitForSelector(".steps li");
        await accessible(page, "while it runs");
        await over(page);
        await page.evaluate(() =>
          document.querySelectorAll("details").forEach((one) => {
            one.open = true;
          }),
        );
        await page.waitForTimeout(100);
        await page.click(".rows td >> nth=0");
        await accessible(page, "the answer");
        if (!server.real) {
          await page.selectOption("#other", "dart-sql");
          for (const question of ["uncertain", "withheld", "all 10,000 orders", "chart stacked", "chart lines", "chart number"]) {
            await ask(page, question);
            await over(page);
            await accessible(page, question);
          }
        }
        await page.click("nav a[href='#tables']");
        await page.waitForSelector(".drawing");
        await page.evaluate(() =>
          document.querySelectorAll(".table-list details").forEach((one) => {
            one.open = true;
          }),
        );
        await accessible(page, "tables");
        await page.click("nav a[href='#history']");
        await page.waitForSelector("#history li");
        await accessible(page, "history");
      },
      { colorScheme, width },
    );
  }
}

check(
  "no findings of axe where answers are corrected",
  async (page) => {
    await begun(page);
    await ask(page, "ask back");
    await over(page);
    await page.locator("summary", { hasText: "Correct this answer" }).click();
    await page.click(".correction button");
    await page.waitForSelector(".correction .rows");
    await page.locator(".asks-back button").nth(1).click();
    await page.waitForSelector(".asks-back [aria-pressed=true]");
    await accessible(page, "a question back");
    await page.click("nav a[href='#corrections']");
    await page.waitForSelector("#corrections li");
    await accessible(page, "corrections");
    await page.click("nav a[href='#tables']");
    await page.waitForSelector(".learned");
    await accessible(page, "what the owner knows");
  },
  { mock: true, fresh: { corrects: true }, width: 320 },
);

check("the keyboard alone is enough", async (page) => {
  const focused = () => page.evaluate(() => document.activeElement.id || document.activeElement.textContent.trim().slice(0, 30));
  const order = [];
  for (let i = 0; i < 12; ++i) {
    await page.keyboard.press("Tab");
    order.push(await focused());
  }
  same(
    order.slice(0, 10),
    ["Skip to the question", "t2s", "Ask", "Tables", "History", "theme", "database", "system", "other", "minimum"],
    "order of the first ten",
  );
  same(order.slice(10), ["question", "ask-button"], "then the question and the button");
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.type("names of all customers");
  await page.keyboard.press("Control+Enter");
  await over(page);
  same(await focused(), "question", "the focus stays where one types");
  expect((await page.locator(":focus-visible").count()) === 1, "the focus can be seen");
  let steps = 0;
  while (await page.evaluate(() => document.activeElement.getAttribute("role") !== "grid")) {
    await page.keyboard.press("Tab");
    expect(++steps < 25, "the table is reached by Tab");
  }
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowRight");
  const active = await page.evaluate(
    () => document.getElementById(document.activeElement.getAttribute("aria-activedescendant")).textContent,
  );
  same(active, await page.locator(".rows tbody tr >> nth=1").locator("td >> nth=1").innerText(), "the active cell");
  await page.keyboard.press("Enter");
  same(await text(page, ".whole pre"), active, "Enter shows the whole value");
  await page.keyboard.press("Escape");
  same(await page.locator(".whole").isVisible(), false, "Escape closes it");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  same(await page.locator("th[aria-sort=ascending]").count(), 1, "Enter on a head sorts");
});

check(
  "Escape cancels, and the buttons are reached in order",
  async (page, server) => {
    await page.focus("#question");
    await page.keyboard.type("wait for the model");
    await page.keyboard.press("Enter");
    await page.waitForSelector(".steps li");
    await page.keyboard.press("Tab");
    same(await page.evaluate(() => document.activeElement.id), "cancel", "Cancel follows the question");
    await page.keyboard.press("Shift+Tab");
    await page.keyboard.press("Escape");
    await over(page);
    same(await text(page, ".state .badge"), "Cancelled", "state");
    expect((await text(page, "#said")).startsWith("Cancelled"), "and it is said");
  },
  { mock: true },
);

check("the skip link goes to the question", async (page) => {
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  same(await page.evaluate(() => document.activeElement.id), "question", "focus");
});

check(
  "nothing scrolls sideways at 320 px but tables in their own regions",
  async (page, server) => {
    await narrow(page, "the empty form");
    await ask(page, server.real ? "names" : "How many orders has each city placed since 2024?");
    await over(page);
    await page.evaluate(() =>
      document.querySelectorAll("details").forEach((one) => {
        one.open = true;
      }),
    );
    await page.waitForTimeout(100);
    await narrow(page, "the answer");
    const regions = await page
      .locator(".scroll, .rows")
      .evaluateAll(
        (all) => all.filter((one) => one.scrollWidth > one.clientWidth && one.tabIndex < 0 && !one.querySelector("[tabindex='0']")).length,
      );
    same(regions, 0, "regions that scroll and cannot be focused");
    for (const view of ["tables", "history"]) {
      await page.click(`nav a[href='#${view}']`);
      await page.waitForTimeout(200);
      await narrow(page, view);
    }
  },
  { width: 320 },
);

check(
  "what is said is short and not often",
  async (page) => {
    await page.evaluate(() => {
      window.said = [];
      new MutationObserver(() => {
        const now = document.getElementById("said").textContent;
        if (now) window.said.push(now);
      }).observe(document.getElementById("said"), { childList: true });
    });
    await ask(page, "How many orders has each city placed since 2024?");
    await over(page);
    const said = await page.evaluate(() => window.said);
    expect(said.length >= 2 && said.length <= 4 && said.every((one) => one.length < 80), JSON.stringify(said));
    same(said.at(-1), "Answered. 16 rows, 86 % likely to be right", "the last");
  },
  { mock: true },
);

check("the theme can be chosen and is kept", async (page) => {
  const back = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await back();
  await page.selectOption("#theme", "dark");
  const dark = await back();
  expect(light !== dark, "another colour");
  await page.reload();
  await begun(page);
  same(await back(), dark, "after a reload");
  await page.selectOption("#theme", "");
  same(await back(), light, "as the system has it");
});

check(
  "nothing moves where less motion is asked for",
  async (page) => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    await ask(page, "wait for the model");
    await page.waitForSelector(".badge.running");
    same(await page.evaluate(() => document.getAnimations().length), 0, "animations");
    await page.keyboard.press("Escape");
    await over(page);
  },
  { mock: true },
);

runChecks();
