// The page of those who run the server, and what leads to it.
import { accessible, begun, check, expect, narrow, over, ask, runChecks, same, text, writer } from "./harness.mjs";
import { serve } from "./mock_server.mjs";

const cells = (page, name) =>
  page
    .locator(`table[aria-label="${name}"] tbody tr`)
    .evaluateAll((rows) => rows.map((row) => [...row.cells].map((cell) => cell.textContent)));
const opened = async (page, server) => {
  await page.goto(server.url + "/admin");
  await page.waitForSelector(".admin section");
};

check("runs, costs and statements are tables", async (page) => {
  const runs = await cells(page, "Runs");
  same(runs.length, 4, "runs");
  same(
    runs[1],
    ["2026-03-01T08:00:00Z", "ada", "How many orders are there?", "withheld", "NULL", "812", "3", "1000", "60", "shop", "dart-sql", "tiny"],
    "a run",
  );
  same(
    await cells(page, "Costs by user"),
    [
      ["ada", "3", "5", "2500", "120"],
      ["bob", "5", "0", "0", "0"],
    ],
    "costs by user",
  );
  same(
    await cells(page, "Costs by model"),
    [
      ["tiny", "3", "5", "2500", "120"],
      ["no model", "5", "0", "0", "0"],
    ],
    "costs by model",
  );
  same(
    await cells(page, "Costs by day"),
    [
      ["2026-03-01", "6", "1", "500", "20"],
      ["2026-02-28", "2", "4", "2000", "100"],
    ],
    "costs by day",
  );
  same(
    (await cells(page, "Refused statements"))[0].slice(1, 5),
    ["ada", "statement_denied", "only statements that read are run", "DELETE FROM orders"],
    "refused",
  );
  same((await cells(page, "Slow statements"))[0].slice(0, 5), ["2401", "5", "2026-03-01T09:00:00Z", "ada", "first rows of orders"], "slow");
  expect((await text(page, ".admin")).includes("in memory"), "it says what is kept only in memory");
  await page.locator("table[aria-label=Runs] .sort", { hasText: "status" }).click();
  same(
    (await cells(page, "Runs")).map((row) => row[3]),
    ["answered", "failed", "running", "withheld"],
    "sorted by status",
  );
});

check(
  "corrections are confirmed and rejected, and one that cannot be kept says why",
  async (page, server) => {
    await opened(page, server);
    const list = page.locator(".admin li");
    same(await list.count(), 2, "those that wait");
    await list.nth(1).locator("button", { hasText: "Confirm" }).click();
    await list.nth(1).locator(".failure", { hasText: "Nothing was kept" }).waitFor();
    await list.nth(1).locator("button", { hasText: "Reject" }).click();
    await page.waitForFunction(() => document.querySelectorAll(".admin li").length === 1);
    same(await page.evaluate(() => document.activeElement.id), "main", "the focus stays on the page");
    await list.nth(0).locator("button", { hasText: "Confirm" }).click();
    await page.waitForFunction(() => document.querySelectorAll(".admin li").length === 0);
    same(
      server.decided,
      [
        ["p2", "rejected"],
        ["p1", "confirmed"],
      ],
      "what was decided",
    );
  },
  { fresh: { admin: true } },
);

check(
  "what t2s learn proposed is decided",
  async (page, server) => {
    await opened(page, server);
    const lines = page.locator(".admin .learned");
    same(await lines.count(), 2, "those that nobody has decided");
    await lines.nth(0).locator("input").fill("delivered late");
    await lines.nth(0).locator("button", { hasText: "Confirm" }).click();
    await page.waitForSelector(".admin .learned.confirmed");
    same(server.learned[0].value, "delivered late", "the value");
    await accessible(page, "with lines of t2s learn");
    await page.click("#refresh");
    await page.waitForFunction(() => document.querySelectorAll(".admin .learned").length === 1);
  },
  { fresh: { admin: true, corrects: true }, width: 375 },
);

check("hostile names and questions stay texts", async (page) => {
  const found = await page.evaluate(() => ({
    owned: window.owned ?? null,
    images: document.querySelectorAll("main img, main script, main iframe").length,
  }));
  same(found, { owned: null, images: 0 }, "elements made from data");
  expect((await cells(page, "Runs"))[0][1].startsWith("<img src=x onerror"), "the name is there, as a text");
});

for (const colorScheme of ["light", "dark"])
  for (const width of [375, 1200])
    check(
      `no findings of axe, ${colorScheme}, ${width} px`,
      async (page) => {
        await page.locator("table[aria-label=Runs] tbody td >> nth=2").click();
        await accessible(page, "admin");
        await narrow(page, "admin");
      },
      { colorScheme, width },
    );

check("the keyboard alone is enough", async (page) => {
  const focused = () =>
    page.evaluate(
      () => document.activeElement.getAttribute("aria-label") ?? (document.activeElement.id || document.activeElement.textContent.trim()),
    );
  const order = [];
  while (order.at(-1) !== "Confirm the correction of How did it go?" && order.length < 100) {
    await page.keyboard.press("Tab");
    order.push(await focused());
  }
  same(order.slice(0, 6), ["Skip to the content", "t2s", "Ask", "Admin", "theme", "refresh"], "first");
  same(order.filter((name) => /^(Runs|Costs|Refused|Slow)/.test(name)).length, 6, "all tables are reached");
  await page.keyboard.press("Shift+Tab");
});

check(
  "others are told that they may not see it, and the page of questions does not lead there",
  async (page, server) => {
    await page.goto(server.url + "/admin");
    await page.waitForSelector("#problem p");
    same(await text(page, "#problem p"), "you may not see this", "message");
    await accessible(page, "a refusal");
    await page.goto(server.url);
    await begun(page);
    same(await page.locator("nav a[href='/admin']").isVisible(), false, "link");
  },
  { fresh: { admin: false } },
);

check(
  "a token is asked for",
  async (page, server) => {
    await page.goto(server.url + "/admin");
    await page.fill("#token", "open-sesame-and-stay-open");
    await page.keyboard.press("Enter");
    await page.waitForSelector(".admin section");
    same(await page.locator("#token").count(), 0, "fields for a token");
  },
  { fresh: { token: "open-sesame-and-stay-open", admin: true } },
);

check(
  "a user who may not correct proposes",
  async (page, server) => {
    await page.goto(server.url);
    await begun(page);
    expect(await page.locator("nav a[href='/admin']").isVisible(), "a link for administrators");
    await ask(page, "names of all customers");
    await over(page);
    await page.locator("summary", { hasText: "Correct this answer" }).click();
    await page.locator(".correction button", { hasText: "Propose" }).click();
    await page.locator(".correction .said", { hasText: "Proposed. It counts once it is confirmed" }).waitFor();
    same(server.corrections.length, 1, "proposals");
  },
  { fresh: { proposes: true, admin: true } },
);

await runChecks(await serve({ writer, admin: true }), async (page, server) => {
  await page.goto(server.url + "/admin");
  await page.waitForSelector(".admin section, #problem > *");
});
