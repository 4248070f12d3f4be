// Asking, watching, cancelling, comparing, coming back.
import { readFileSync } from "node:fs";

import { ask, begun, check, expect, over, runChecks, same, text, watched } from "./harness.mjs";

const cityQuestion = "How many orders has each city placed since 2024?";

check(
  "a question is asked and answered, and every stage is shown",
  async (page, server) => {
    server.hold();
    await page.selectOption("#system", "dart-sql");
    await ask(page, cityQuestion);
    await page.waitForSelector(".steps li");
    expect(await page.locator(".badge.running").isVisible(), "while it runs, the page says so");
    server.release();
    await over(page);
    same(await text(page, ".state .badge"), "Answered", "state");
    const steps = await page.locator(".steps h4").allInnerTexts();
    same(
      steps,
      [
        "Model call 1: rewrite",
        "Question rewritten",
        "2 statements",
        "Samples and 2 demonstrations",
        "Model call 2: draft",
        "1 statement, 1 failed",
        "Attempt 1",
        "Model call 3: revise",
        "1 statement",
        "Attempt 2",
      ],
      "steps",
    );
    same(
      (await page.locator(".changes ins").count()) > 0 && (await page.locator(".changes del").count()) > 0,
      true,
      "changes of the question are marked",
    );
    same(
      await page.locator(".changes").evaluate((p) =>
        [...p.childNodes]
          .filter((n) => n.nodeName !== "INS")
          .map((n) => n.textContent)
          .join(""),
      ),
      cityQuestion,
      "the old question is what is left without the added words",
    );
    same(await page.locator(".answer .t-keyword").first().innerText(), "SELECT", "SQL in colours");
    same(await page.locator(".rows tbody tr").count(), 16, "rows");
    expect(
      (await text(page, ".spent")).includes("3 model calls · 3,074 + 163 tokens · 4 statements · 868 ms"),
      "calls, tokens, statements, time: " + (await text(page, ".spent")),
    );
    expect((await text(page, ".likely")).includes("86 % likely to be right"), "confidence");
    same(await page.locator(".waterfall tbody tr").count(), 7, "spans");
    same(await page.locator(".card").count(), 3, "candidates");
    same(await page.locator(".card.chosen").count(), 1, "the chosen one");
    expect((await text(page, ".remarks")).includes("It has customer_id"), "remarks");
    expect((await page.locator(".entities .chip").allInnerTexts()).includes("orders.placed"), "entities");
  },
  { mock: true },
);

check(
  "a revision is shown as a difference from the attempt before",
  async (page) => {
    await ask(page, cityQuestion);
    await over(page);
    const second = page.locator(".steps > li").last();
    same(await second.locator("del").allInnerTexts(), ["customer"], "removed");
    same(
      (await second.locator("ins").allInnerTexts()).map((t) => t.trim()),
      [", SUM(o.total)", "customer_id", "ORDER BY SUM(o.total) DESC"],
      "added",
    );
  },
  { mock: true },
);

check(
  "prompts are shown on demand",
  async (page) => {
    await ask(page, cityQuestion);
    await over(page);
    const prompt = page.locator(".steps details", { hasText: "Prompt" }).first();
    same(await prompt.locator("pre").count(), 0, "not before they are asked for");
    await prompt.locator("summary").click();
    expect((await prompt.locator("dd").last().innerText()).includes(cityQuestion), "the prompt");
  },
  { mock: true },
);

check(
  "cancel stops the run at the server",
  async (page, server) => {
    await ask(page, "wait for the model");
    await page.waitForSelector(".steps li");
    await page.click("#cancel");
    await over(page);
    same(await text(page, ".state .badge"), "Cancelled", "state");
    same(server.cancelled.length, 1, "runs cancelled at the server");
    same(await page.locator("#cancel").isVisible(), false, "the button goes");
    await ask(page, "names");
    await over(page);
    same(await text(page, ".state .badge"), "Answered", "the next question");
  },
  { mock: true, fresh: {} },
);

check(
  "two systems answer side by side",
  async (page) => {
    await page.selectOption("#other", "dart-sql");
    await ask(page, cityQuestion);
    await page.waitForSelector(".runs.beside");
    await over(page);
    const boxes = await page.locator(".run").evaluateAll((all) => all.map((one) => one.getBoundingClientRect().left));
    expect(boxes.length === 2 && boxes[1] > boxes[0] + 300, "two columns");
    expect((await text(page, "#verdict")).includes("Both give the same rows."), "verdict");
    expect(/\/runs\/[^/]+\?with=/.test(page.url()), "an address of both: " + page.url());
    await page.reload();
    await over(page);
    same(await page.locator(".run").count(), 2, "both after a reload");
  },
  { mock: true },
);

check("the permalink gives the run again", async (page, server, context) => {
  await ask(page, "names of all customers");
  await over(page);
  expect(/\/runs\/[^/]+$/.test(page.url()), "the address is the run's");
  const rows = await text(page, ".rows tbody");
  await page.reload();
  await over(page);
  same(await text(page, ".question"), "names of all customers", "question");
  same(await page.inputValue("#question"), "names of all customers", "the form too");
  same(await text(page, ".rows tbody"), rows, "rows");
  await page.goBack();
  await page.waitForSelector(".example");
  same(await page.locator(".run").count(), 0, "back to the empty form");
  await page.goForward();
  await over(page);
  same(await text(page, ".question"), "names of all customers", "and forward again");
});

check("a run is exported as a page of its own that runs nothing else and asks for nothing", async (page, server, context) => {
  await ask(page, server.real ? "names" : cityQuestion);
  await over(page);
  const [download] = await Promise.all([page.waitForEvent("download"), page.click("text=Export")]);
  const file = await download.path();
  expect(readFileSync(file, "utf8").includes("sha256-"), "its policy is inside");
  await download.saveAs(file + ".html");
  const exported = await watched(context, { url: "file:" });
  await exported.goto("file://" + file + ".html");
  await exported.waitForSelector(".badge");
  same(await text(exported, ".badge"), await text(page, ".state .badge"), "state");
  same(await text(exported, ".rows tbody"), await text(page, ".rows tbody"), "rows");
  same(await exported.locator(".steps > li").count(), await page.locator(".steps > li").count(), "steps");
  same(exported.troubles, [], "what must not happen");
  const link = await page.getAttribute("text=Export", "href");
  const direct = await watched(context, server);
  await direct.goto(server.url + link);
  await direct.waitForSelector(".badge");
  same(direct.troubles, [], "sent by the server");
});

check(
  "a lost connection is taken up again, and no event is lost or shown twice",
  async (page, server) => {
    await ask(page, "break the connection");
    await over(page);
    same(await text(page, ".state .badge"), "Answered", "state");
    same(await page.locator(".steps h4").count(), 10, "steps");
    expect(
      server.requests.some((line) => /^GET \/v1\/runs\/r\d+ after \d+$/.test(line)),
      "it says what it has",
    );
  },
  { mock: true, fresh: {} },
);

check(
  "a busy server is asked again when it says so",
  async (page) => {
    await ask(page, "busy names");
    await page.waitForSelector(".notice:not([hidden])");
    expect((await text(page, ".notice")).includes("asked again in 1 s"), "it says when");
    await over(page);
    same(await text(page, ".state .badge"), "Answered", "state");
  },
  { mock: true, fresh: {} },
);

check(
  "a server that is gone is said to be gone, with what to do",
  async (page, server) => {
    await begun(page);
    await server.close();
    await ask(page, "names");
    await page.waitForSelector(".badge.bad");
    expect((await text(page, ".result")).includes("The server does not answer. See whether t2s serve is still running"), "what to do");
  },
  { mock: true, fresh: {} },
);

check(
  "a token is asked for, and then works for links too",
  async (page) => {
    await page.waitForSelector("#token");
    await page.fill("#token", "wrong");
    await page.keyboard.press("Enter");
    await page.waitForSelector("text=That is not the token");
    await page.fill("#token", "sesame");
    await page.keyboard.press("Enter");
    await begun(page);
    await ask(page, "names");
    await over(page);
    same(await text(page, ".state .badge"), "Answered", "state");
    await page.reload();
    await over(page);
    same(await page.locator("#token").count(), 0, "the cookie is enough");
  },
  { mock: true, fresh: { token: "sesame" } },
);

check("an unknown run says so", async (page, server) => {
  await page.goto(server.url + "/runs/unknown");
  await page.waitForSelector(".badge.bad");
  expect(/Ask|kept|no run/i.test(await text(page, ".result")), "what to do: " + (await text(page, ".result")));
});

check(
  "uncertain, withheld, none and failed are said in words",
  async (page) => {
    for (const [question, state, words] of [
      ["uncertain", "Uncertain", "Check the SQL before you use the rows."],
      ["withheld", "Withheld", "less likely to be right than the minimum"],
      ["nothing", "No SQL", "no table of the database is named"],
      ["fail", "Failed", "start it, or choose the system offline"],
    ]) {
      await ask(page, question);
      await over(page);
      same(await text(page, ".state .badge"), state, "state");
      expect((await text(page, ".result")).includes(words), question + ": " + (await text(page, ".result")));
      if (question === "uncertain") expect((await text(page, ".missing")).includes('not read: "purple"'), "what speaks against it");
    }
  },
  { mock: true },
);

check(
  "a model that fails after the draft takes nothing away",
  async (page) => {
    await ask(page, "late");
    await over(page);
    same(await text(page, ".state .badge"), "Answered", "state");
    expect((await text(page, ".result")).includes("The model failed after the draft. the model at"), await text(page, ".result"));
    same(await page.locator(".rows tbody tr").count() > 0, true, "the rows are there");
  },
  { mock: true },
);

check(
  "two answers without rows are not the same rows",
  async (page) => {
    await page.selectOption("#other", "dart-sql");
    for (const question of ["broken", "nothing"]) {
      await ask(page, question);
      await over(page);
      await page.waitForSelector("#verdict p");
      const sql = question === "broken" ? " Their SQL is the same." : "";
      same(await text(page, "#verdict p"), "Neither system has an answer." + sql, question);
    }
  },
  { mock: true },
);

check(
  "the time goes on while the model is waited for",
  async (page) => {
    await ask(page, "wait for the model");
    await page.waitForSelector(".bar.open");
    const shown = () => page.locator("tr:has(.bar.open) td.number").first().innerText();
    const before = await shown();
    await page.waitForFunction((old) => document.querySelector("tr:has(.bar.open) td.number").innerText !== old, before);
    await page.keyboard.press("Escape");
    await over(page);
  },
  { mock: true },
);

check(
  "a question back is put with its readings, and the chosen one is the answer",
  async (page, server) => {
    await begun(page);
    await ask(page, "ask back");
    await over(page);
    same(server.asked.at(-1).ask_back, true, "the page asks for it");
    same(await text(page, ".asks-back p"), "Which column is meant?", "the question back");
    same(await page.locator(".asks-back button").allInnerTexts(), ["gives customers.name 6 rows", "gives makers.name 1 row"], "the readings");
    await page.locator(".asks-back button").nth(1).click();
    await page.waitForSelector(".asks-back [aria-pressed=true]");
    same(await text(page, ".answer .rows td"), "SELECT name FROM makers", "the rows are those of the reading");
    same(await text(page, ".answer > .result > .code pre"), "SELECT name FROM makers", "and so is the SQL");
    same(await text(page, ".state .badge"), "Answered", "state");
    same(await page.locator(".answer .likely").count(), 0, "the confidence was that of another answer");
    await page.locator("summary", { hasText: "Remember this answer" }).click();
    await page.locator(".correction button").click();
    await page.waitForSelector(".correction strong");
    same(server.corrections, [{ id: "c0", database: "shop", question: "ask back", sql: "SELECT name FROM makers" }], "remembered");
    await page.locator(".asks-back button").nth(0).click();
    await page.waitForFunction(() => document.querySelector(".asks-back button").getAttribute("aria-pressed") === "true");
    await page.reload();
    await over(page);
    same(await page.locator(".asks-back button").count(), 2, "after a reload it can be answered again");
  },
  { mock: true, fresh: { corrects: true } },
);

check(
  "an answer is corrected, and corrections are listed and removed",
  async (page, server) => {
    await begun(page);
    await ask(page, "names of all customers");
    await over(page);
    same(await page.locator(".correction").count(), 0, "not before it is asked for");
    await page.locator("summary", { hasText: "Correct this answer" }).click();
    same(await page.inputValue(".correction textarea"), "SELECT name, city, since FROM customers", "it begins with the SQL of the answer");
    await page.fill(".correction textarea", "SELCT 1");
    await page.click(".correction button");
    await page.waitForSelector(".correction .failure");
    same(await text(page, ".correction .failure"), "Nothing was kept: the SQL fails.\nPerhaps: SELECT 1", "what is wrong");
    same(await page.inputValue(".correction textarea"), "SELCT 1", "what was typed stays");
    await page.fill(".correction textarea", "SELECT name FROM customers");
    await page.click(".correction button");
    await page.waitForSelector(".correction .rows");
    expect((await text(page, ".said")).startsWith("Remembered."), await text(page, ".said"));
    same(server.corrections[0].question, "names of all customers", "the question");
    await page.locator(".said button", { hasText: "Ask again" }).click();
    await over(page);
    await page.click("nav a[href='#corrections']");
    await page.waitForSelector("#corrections li");
    same(await text(page, "#corrections li p"), "names of all customers", "listed");
    same(await text(page, "#kept"), "1 correction", "how many");
    same(await page.getAttribute("#export-corrections", "href"), "/v1/corrections.json", "the file");
    await page.locator("#corrections button", { hasText: "Remove" }).click();
    await page.waitForFunction(() => !document.querySelector("#corrections li"));
    same(server.corrections.length, 0, "corrections at the server");
    expect((await text(page, "#kept")).startsWith("No answer was corrected yet"), await text(page, "#kept"));
  },
  { mock: true, fresh: { corrects: true } },
);

check(
  "who may not correct has no form for it",
  async (page) => {
    await ask(page, "ask back");
    await over(page);
    same(await page.locator(".correct, .correction").count(), 0, "forms");
    same(await page.locator("nav a[href='#corrections']").isVisible(), false, "the list");
    same(await page.locator(".asks-back button").count(), 2, "a question back is put all the same");
  },
  { mock: true },
);

check(
  "the owner decides what was proposed about a database",
  async (page, server) => {
    await begun(page);
    await page.click("nav a[href='#tables']");
    await page.waitForSelector(".learned");
    same(await page.locator(".learned").count(), 3, "lines");
    same(await text(page, ".learned label"), "returns.reason 'D' means", "what a line is about");
    await page.fill(".learned input >> nth=0", "");
    await page.click(".learned button >> nth=0");
    await page.waitForSelector(".learned .failure:not(:empty)");
    expect((await text(page, ".learned .failure")).includes("nothing behind the ="), await text(page, ".learned .failure"));
    await page.fill(".learned input >> nth=0", "damaged");
    await page.click(".learned button >> nth=0");
    await page.waitForSelector(".learned.confirmed >> nth=1");
    same([server.learned[0].state, server.learned[0].value], ["confirmed", "damaged"], "at the server");
    await page.locator(".learned").nth(1).locator("button", { hasText: "Reject" }).click();
    await page.waitForSelector(".learned.rejected");
    same([server.learned[1].state, server.learned[1].value], ["rejected", "customers.id"], "another one");
    server.learned[2].text = "changed by somebody else";
    await page.locator(".learned").nth(2).locator("button", { hasText: "Confirm" }).click();
    await page.waitForSelector(".learned .failure:not(:empty)");
    expect((await page.locator(".learned").nth(2).innerText()).includes("has been changed meanwhile"), "a line that others changed");
    same(await page.locator("img").count(), 0, "hostile texts stay texts");
  },
  { mock: true, fresh: { corrects: true } },
);

check("the history has what was asked, finds it and opens it", async (page) => {
  const first = "names first " + Date.now(); // a server of `t2s serve` may keep those of earlier checks
  await ask(page, first);
  await over(page);
  await ask(page, "names second");
  await over(page);
  await page.click("nav a[href='#history']");
  await page.waitForSelector("#history li");
  same(await text(page, "#history li a"), "names second", "the newest first");
  await page.fill("#filter", first);
  same(await page.locator("#history li").count(), 1, "found");
  await page.click("#history li a");
  await over(page);
  same(await text(page, ".question"), first, "opened");
});

check(
  "the answer comes first: its rows, then its SQL and confidence, each once",
  async (page) => {
    await ask(page, "How many customers are there?");
    await over(page);
    const kinds = await page.locator(".result > *").evaluateAll((all) => all.map((one) => one.className.split(" ")[0] || one.localName));
    same(kinds, ["h3", "table", "likely", "code"], "the parts of the answer");
    same(await page.locator(".code").count(), 1, "its SQL");
    same(await page.locator(".likely").count(), 1, "its confidence");
    expect((await text(page, ".steps li:last-child .attempt")).includes("Its SQL is that of the answer."), "the step refers to it");
  },
  { mock: true },
);

check(
  "SQL that is withheld is shown on demand alone, in the steps too",
  async (page) => {
    await page.selectOption("#minimum", "0.9");
    await ask(page, "withheld");
    await over(page);
    expect(!(await text(page, "#runs")).includes("SELECT"), "no SQL is shown: " + (await text(page, "#runs")));
    same(await page.locator(".steps").count(), 0, "no steps are shown");
    await page.locator("summary", { hasText: "Show the steps" }).click();
    expect((await text(page, ".steps")).includes("SELECT"), "on demand they are");
  },
  { mock: true },
);

check(
  "a minimum of 0 hides nothing while the run goes on",
  async (page, server) => {
    server.hold();
    await page.selectOption("#minimum", "0");
    await ask(page, cityQuestion);
    await page.waitForSelector(".result .code");
    expect(await page.locator(".badge.running").isVisible(), "the SQL of the first attempt is there before the end");
    await page.waitForSelector(".steps");
    server.release();
    await over(page);
  },
  { mock: true },
);

const listings = (server) => server.requests.filter((one) => one === "GET /v1/databases").length;

check(
  "examples that a server finds later are shown, also of a database after the first",
  async (page, server) => {
    await page.goto(server.url);
    await begun(page);
    await page.selectOption("#database", "museum");
    await page.waitForSelector(".example");
    same(await page.locator(".example").allInnerTexts(), ["How many paintings are there?"], "examples");
  },
  { mock: true, fresh: { starts: "late" } },
);

check(
  "examples are not waited for if only models answer",
  async (page, server) => {
    await page.clock.install();
    await page.goto(server.url);
    await begun(page);
    const before = listings(server);
    await page.clock.runFor(300000);
    await page.waitForLoadState("networkidle");
    same(listings(server), before, "requests for the list of databases");
  },
  { mock: true, fresh: { starts: "models" } },
);

check("a system is compared with others alone", async (page) => {
  const offered = (id) => page.locator(id + " option").evaluateAll((all) => all.map((one) => one.value).filter(Boolean));
  const systems = await offered("#system");
  for (const system of systems.slice(0, 3)) {
    await page.selectOption("#system", system);
    same(
      await offered("#other"),
      systems.filter((other) => other !== system),
      "those offered beside " + system,
    );
  }
});

check(
  "implied keys are dashed and said, and the drawing shows all tables or enlarges",
  async (page) => {
    await page.click("nav a[href='#tables']");
    await page.waitForSelector(".drawing .box");
    same(await page.locator(".edge.inferred").count(), 1, "dashed");
    await page.locator("summary", { hasText: "parcels" }).click();
    expect((await text(page, "details[open]")).includes("refers to orders.id, as names and values imply"), "said in the list");
    const width = () => page.locator(".drawing svg").evaluate((one) => one.getBoundingClientRect().width);
    const isWhole = () =>
      page.locator(".drawing").evaluate((one) => one.scrollWidth <= one.clientWidth && one.scrollHeight <= one.clientHeight);
    await page.waitForFunction(() => document.querySelector(".drawing").scrollHeight <= document.querySelector(".drawing").clientHeight);
    expect(await isWhole(), "all tables at first");
    const before = await width();
    await page.getByRole("button", { name: "Larger" }).click();
    expect((await width()) > before, "larger");
    await page.focus(".drawing");
    for (let i = 0; i < 9; ++i) await page.keyboard.press("+");
    expect(!(await isWhole()), "too large for its region");
    await page.getByRole("button", { name: "All tables" }).click();
    expect(await isWhole(), "all tables again");
  },
  { mock: true },
);

check("tables and keys are drawn and listed", async (page) => {
  await page.click("nav a[href='#tables']");
  await page.waitForSelector(".drawing .box");
  same(await page.locator(".drawing .box").count(), await page.locator(".table-list > details").count(), "as many boxes as entries");
  const boxes = await page
    .locator(".box rect")
    .evaluateAll((all) => all.map((r) => r.getBBox()).map(({ x, y, width, height }) => [x, y, x + width, y + height]));
  for (const a of boxes)
    for (const b of boxes)
      expect(a === b || a[2] <= b[0] || b[2] <= a[0] || a[3] <= b[1] || b[3] <= a[1], "boxes do not lie on each other");
  await page.focus(".box >> nth=0");
  await page.keyboard.press("Enter");
  expect(await page.evaluate(() => document.activeElement.closest("details")?.open), "Enter opens the entry of the list");
});

runChecks();
