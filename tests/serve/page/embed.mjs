// The component <t2s-ask> on a page of another site, whose Content-Security-Policy lets it load nothing but the component's script and answers.
import { accessible, check, expect, narrow, runChecks, same, text, writer } from "./harness.mjs";
import { hostile } from "./mock_runs.mjs";
import { serve } from "./mock_server.mjs";
import { openSite } from "./sites.mjs";

const site = await openSite();
const one = '<t2s-ask database="shop" label="Ask the shop"></t2s-ask>';

// Opens a page of the site with these elements.
async function visit(page, server, elements = one, how = {}) {
  await page.addInitScript(() => {
    window.heard = [];
    for (const name of ["t2s-answer", "t2s-error"])
      addEventListener(name, ({ target, detail }) => window.heard.push([name, target.id, detail.code ?? detail.sql, detail.status]));
  });
  await page.goto(site.add(server.url, elements, how));
  await page.waitForFunction(() => customElements.get("t2s-ask"));
}
const heard = (page) => page.evaluate(() => window.heard);
async function ask(page, question, where = "t2s-ask") {
  await page.locator(`${where} textarea`).fill(question);
  await page.locator(`${where} textarea`).press("Enter");
}
const over = (page, count = 1) => page.waitForFunction((count) => window.heard.length >= count, count);
const embedded = (name, run, { width, colorScheme, ...fresh } = {}) =>
  check(name, run, { width, colorScheme, fresh: { origins: [site.url], ...fresh } });

embedded("two lines embed it, and a question is answered with rows, SQL on demand and an event", async (page, server) => {
  await visit(page, server);
  await ask(page, "names of all customers");
  await over(page);
  same(await text(page, "t2s-ask .badge"), "Answered", "state");
  same(await page.locator("t2s-ask .rows tbody tr").count(), 6, "rows");
  same(await page.locator("t2s-ask .code").count(), 0, "SQL before it is asked for");
  await page.locator("t2s-ask summary", { hasText: "Show the SQL" }).click();
  same(await text(page, "t2s-ask .code pre"), "SELECT name, city, since FROM customers", "SQL");
  same(await heard(page), [["t2s-answer", "", "SELECT name, city, since FROM customers", null]], "events");
  expect(
    server.requests.every((line) => /^(GET|POST|OPTIONS|DELETE) \/(t2s-ask\.js|v1\/)/.test(line)),
    "requests " + server.requests,
  );
});

embedded("a chart is drawn, also as another form", async (page, server) => {
  await visit(page, server);
  await ask(page, "chart line");
  await over(page);
  await page.waitForSelector("t2s-ask .chart svg path.line");
  await page.locator("t2s-ask button", { hasText: "Bars" }).click();
  same(await page.locator("t2s-ask .chart rect.mark").count(), 4, "bars");
  const [file] = await Promise.all([page.waitForEvent("download"), page.locator("t2s-ask button", { hasText: "Download PNG" }).click()]);
  expect(file.suggestedFilename().endsWith(".png"), "a picture");
});

embedded("progress is shown while it runs, and Cancel ends the run at the server", async (page, server) => {
  await visit(page, server);
  await ask(page, "wait for the model");
  await page.waitForFunction(() => document.querySelector("t2s-ask").shadowRoot.querySelector(".doing")?.textContent === "draft");
  same(await text(page, "t2s-ask .badge"), "Running", "state");
  same(await page.locator("t2s-ask button.main").getAttribute("aria-disabled"), "true", "Ask while it runs");
  await page.locator("t2s-ask button", { hasText: "Cancel" }).click();
  await over(page);
  same(await text(page, "t2s-ask .badge"), "Cancelled", "state");
  same(server.cancelled, ["r1"], "cancelled at the server");
  same(await heard(page), [["t2s-error", "", "cancelled", 0]], "events");
  expect(await page.evaluate(() => document.activeElement.shadowRoot.activeElement.id === "question"), "the focus is in the question");
});

embedded("a component that is removed stops watching, and one that is moved goes on", async (page, server) => {
  await visit(page, server);
  server.hold();
  await ask(page, "names of all customers");
  await page.waitForSelector("t2s-ask .badge.running");
  await page.evaluate(() => document.querySelector("main").append(document.querySelector("t2s-ask")));
  server.release();
  await over(page);
  same(await text(page, "t2s-ask .badge"), "Answered", "state of the moved one");
  await ask(page, "wait for the model");
  await page.waitForSelector("t2s-ask .badge.running");
  await page.evaluate(() => document.querySelector("t2s-ask").remove());
  for (let i = 0; i < 100 && !server.left.length; ++i) await page.waitForTimeout(20);
  same(server.left, ["r2"], "runs whose stream was left: not that of the moved one");
  same(server.cancelled, [], "cancelled, which is for the server to do");
});

embedded("readings are offered, and one is chosen", async (page, server) => {
  await visit(page, server);
  await ask(page, "ask back");
  await over(page);
  await page.locator("t2s-ask .asks-back button").nth(1).click();
  await page.waitForSelector("t2s-ask .asks-back [aria-pressed=true]");
  same(await text(page, "t2s-ask .rows tbody"), "SELECT name FROM makers", "rows");
  same(await text(page, "t2s-ask .doing"), "1 row, by the reading that you chose", "state");
});

embedded("hostile cells, names and messages stay texts", async (page, server) => {
  await visit(page, server);
  for (const question of ["hostile " + hostile, "ask back hostile " + hostile, "chart hostile"]) {
    await ask(page, question);
    await over(page, 1);
    await page.evaluate(() => (window.heard = []));
    await page.evaluate(() =>
      document
        .querySelector("t2s-ask")
        .shadowRoot.querySelectorAll("details")
        .forEach((one) => (one.open = true)),
    );
    const found = await page.evaluate(() => ({
      owned: window.owned ?? null,
      elements: document
        .querySelector("t2s-ask")
        .shadowRoot.querySelectorAll("img, script, iframe, object, embed, base, [onerror], [onclick], a[href]").length,
    }));
    same(found, { owned: null, elements: 0 }, "elements made from data");
  }
  await narrow(page, "long words");
});

embedded("at most max-rows rows are shown", async (page, server) => {
  await visit(page, server, '<t2s-ask database="shop" max-rows="50"></t2s-ask>');
  await ask(page, "all 10,000 orders");
  await over(page);
  same(await text(page, "t2s-ask .table-head p"), "The first 50 of 123,456 rows", "facts");
  same(await page.locator("t2s-ask [role=grid]").getAttribute("aria-rowcount"), "51", "rows with their head");
});

embedded(
  "a wrong token is told, and a function may give the right one",
  async (page, server) => {
    await visit(page, server, '<t2s-ask database="shop" token="a-wrong-token-of-the-site"></t2s-ask>');
    await ask(page, "names of all customers");
    await over(page);
    same((await heard(page))[0].slice(0, 1).concat((await heard(page))[0][3]), ["t2s-error", 401], "event");
    same(await text(page, "t2s-ask [role=alert] p"), "a token is needed", "message");
    await page.evaluate(() => {
      window.asked = 0;
      document.querySelector("t2s-ask").token = async () => (++window.asked, "open-sesame-and-stay-open");
    });
    await page.locator("t2s-ask button", { hasText: "Try again" }).click();
    await over(page, 2);
    same(await text(page, "t2s-ask .badge"), "Answered", "state");
    expect(
      await page.evaluate(() => window.asked > 0 && !document.documentElement.outerHTML.includes("open-sesame")),
      "the token is not in the document",
    );
    await page.evaluate(() => {
      document.querySelector("t2s-ask").token = () => Promise.reject(new Error("signed out"));
    });
    await ask(page, "names of all customers");
    await over(page, 3);
    same(await text(page, "t2s-ask [role=alert] p"), "This page has no token for the server: signed out", "message");
  },
  { token: "open-sesame-and-stay-open" },
);

embedded("a server that is away is told, and asked again", async (page, server) => {
  await visit(page, server, '<t2s-ask id="a" server="http://127.0.0.1:9"></t2s-ask>', {});
  page.troubles.length = 0;
  await page.evaluate((url) => document.querySelector("t2s-ask").setAttribute("server", url + "/nowhere/"), server.url);
  await page.route("**/nowhere/**", (route) => route.abort());
  await ask(page, "names of all customers");
  await over(page);
  same(await heard(page), [["t2s-error", "a", "unreachable", 0]], "event");
  expect((await text(page, "t2s-ask [role=alert]")).startsWith("The server does not answer"), "message");
  same(await page.locator("t2s-ask textarea").inputValue(), "names of all customers", "the question stays");
  await page.evaluate(() => document.querySelector("t2s-ask").removeAttribute("server"));
  await page.locator("t2s-ask button", { hasText: "Try again" }).click();
  await over(page, 2);
  same(await text(page, "t2s-ask .badge"), "Answered", "state");
});

embedded("a busy server is asked again after the time that it says", async (page, server) => {
  await visit(page, server);
  await ask(page, "busy names");
  await page.locator("t2s-ask .notice", { hasText: "This one is asked again in 1 s." }).waitFor();
  await over(page);
  same(await text(page, "t2s-ask .badge"), "Answered", "state");
});

embedded("a connection that breaks is continued", async (page, server) => {
  await visit(page, server);
  await ask(page, "break it in the middle");
  await over(page);
  same(await text(page, "t2s-ask .badge"), "Answered", "state");
  expect(
    server.requests.some((line) => / after \d+$/.test(line)),
    "continued after the last event",
  );
});

check(
  "a site that the server does not allow gets nothing",
  async (page, server) => {
    await page.goto(site.add(server.url, one));
    await page.waitForTimeout(500);
    same(await page.evaluate(() => customElements.get("t2s-ask") === undefined), true, "no component");
    same(server.asked, [], "questions");
  },
  { fresh: { origins: ["https://elsewhere.example"] } },
);

embedded(
  "the next question continues the conversation, until it begins anew",
  async (page, server) => {
    await visit(page, server);
    for (const [i, question] of ["names of all customers", "only those of Porto", "uncertain"].entries()) {
      if (i === 2) await page.locator("t2s-ask button", { hasText: "Begin anew" }).click();
      await ask(page, question);
      await over(page, i + 1);
    }
    same(
      server.asked.map(({ conversation }) => conversation),
      ["new", "c1", "new"],
      "conversations",
    );
    expect(await page.locator("t2s-ask .follows").isVisible(), "it says that the next one follows");
  },
  { conversations: true },
);

embedded("without conversations at the server every question stands alone", async (page, server) => {
  await visit(page, server);
  for (const i of [1, 2]) {
    await ask(page, "names of all customers");
    await over(page, i);
  }
  same(
    server.asked.map(({ conversation }) => conversation ?? null),
    ["new", null, null],
    "asked once whether there are some",
  );
  same(await page.locator("t2s-ask .follows").isVisible(), false, "no line about it");
});

embedded(
  "a conversation that the server has forgotten begins anew",
  async (page, server) => {
    await visit(page, server);
    for (const i of [1, 2]) {
      await ask(page, "names of all customers");
      await over(page, i);
    }
    same(
      server.asked.map(({ conversation }) => conversation),
      ["new", "c1", "new"],
      "conversations",
    );
    same(await text(page, "t2s-ask .badge"), "Answered", "state");
  },
  { conversations: "forgets" },
);

embedded("several on a page answer at the same time, each its own question", async (page, server) => {
  const two =
    '<t2s-ask id="a" database="shop" label="Ask the shop"></t2s-ask><t2s-ask id="b" database="museum" system="offline" min-confidence="0.9"></t2s-ask>';
  await visit(page, server, two);
  server.hold();
  await ask(page, "names of all customers", "#a");
  await ask(page, "uncertain", "#b");
  await page.waitForSelector("#b .badge.running");
  server.release();
  await over(page, 2);
  same([await text(page, "#a .question"), await text(page, "#b .question")], ["names of all customers", "uncertain"], "questions");
  same([await text(page, "#a .badge"), await text(page, "#b .badge")], ["Answered", "Uncertain"], "states");
  same(
    server.asked
      .map(({ database, system, min_confidence }) => [database, system ?? null, min_confidence ?? null])
      .slice(0, 1)
      .concat(
        server.asked
          .filter(({ database }) => database === "museum")
          .map(({ system, min_confidence }) => [system, min_confidence])
          .slice(-1),
      ),
    [
      ["shop", null, null],
      ["offline", 0.9],
    ],
    "what was asked",
  );
  await accessible(page, "two components");
});

embedded("attributes are properties, and those set before the script are kept", async (page, server) => {
  const early = `${one}`;
  await visit(page, server, early);
  const found = await page.evaluate(async () => {
    const element = document.querySelector("t2s-ask");
    element.placeholder = "What is sold?";
    element.maxRows = 20;
    element.theme = "dark";
    const other = document.createElement("t2s-ask");
    other.database = "museum";
    return [
      ["placeholder", "max-rows", "theme", "label"].map((name) => element.getAttribute(name)),
      element.shadowRoot.querySelector("textarea").placeholder,
      element.label,
      other.getAttribute("database"),
      element.token,
    ];
  });
  same(found, [["What is sold?", "20", "dark", "Ask the shop"], "What is sold?", "Ask the shop", "museum", null], "attributes");
  await page.goto("about:blank");
  await page.addInitScript(() =>
    document.addEventListener("readystatechange", () => {
      const element = document.querySelector("t2s-ask");
      if (element && !customElements.get("t2s-ask")) Object.assign(element, { token: () => "early", database: "museum" });
    }),
  );
  await visit(page, server, one);
  await ask(page, "names");
  await over(page);
  same(server.asked.at(-1).database, "museum", "the database that was set early");
});

embedded("a program asks, too", async (page, server) => {
  await visit(page, server);
  const answer = await page.evaluate(() => document.querySelector("t2s-ask").ask("names of all customers"));
  same(answer.rows.length, 6, "rows");
  same(await page.evaluate(() => document.querySelector("t2s-ask").ask("nothing")).then(({ sql }) => sql), null, "an answer without SQL");
  same(await text(page, "t2s-ask .badge"), "No SQL", "state");
  same(await page.evaluate(() => document.querySelector("t2s-ask").ask("fail")), null, "no answer");
});

embedded("the keyboard alone is enough, and Tab goes through it and on", async (page, server) => {
  await visit(page, server);
  const focused = () =>
    page.evaluate(() => {
      const inner = document.activeElement.shadowRoot?.activeElement ?? document.activeElement;
      return inner.id || inner.getAttribute("role") || inner.textContent.trim();
    });
  await page.keyboard.press("Tab");
  same(await focused(), "question", "first");
  await page.keyboard.type("names of all customers");
  await page.keyboard.press("Tab");
  same(await focused(), "Ask", "then the button");
  await page.keyboard.press("Enter");
  await over(page);
  const order = [];
  while (order.at(-1) !== "end" && order.length < 30) {
    await page.keyboard.press("Tab");
    order.push(await focused());
  }
  same(
    order.filter((name) => ["grid", "Show the SQL", "end"].includes(name)),
    ["grid", "Show the SQL", "end"],
    "order " + order,
  );
  expect((await page.locator(":focus-visible").count()) > 0, "the focus can be seen");
  while ((await focused()) !== "grid") await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  same(await text(page, "t2s-ask .whole pre"), "Brandt", "the whole value of the second row");
  while ((await focused()) !== "question") await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Control+a");
  await page.keyboard.type("wait for the model");
  await page.keyboard.press("Enter");
  await page.waitForSelector("t2s-ask .badge.running");
  await page.keyboard.press("Escape");
  await over(page, 2);
  same(await text(page, "t2s-ask .badge"), "Cancelled", "Escape cancels");
});

embedded("what is said to screen readers is short, and said in the component", async (page, server) => {
  await visit(page, server);
  await page.evaluate(() => {
    window.said = [];
    const place = document.querySelector("t2s-ask").shadowRoot.getElementById("said");
    new MutationObserver(() => place.textContent && window.said.push(place.textContent)).observe(place, { childList: true });
  });
  await ask(page, "How many orders has each city placed since 2024?");
  await over(page);
  const said = await page.evaluate(() => window.said);
  expect(said.length >= 2 && said.length <= 4 && said.every((one) => one.length < 80), JSON.stringify(said));
  same([said[0], said.at(-1)], ["Asked.", "Answered. 16 rows, 86 % likely to be right"], "first and last");
  await page.locator("t2s-ask .sort").first().click();
  await page.waitForFunction(() => window.said.at(-1).startsWith("Sorted by city"));
});

const background = (page) => page.evaluate(() => getComputedStyle(document.querySelector("t2s-ask")).backgroundColor);
embedded(
  "it has the colours of the page around it, of its theme, and of the variables",
  async (page, server) => {
    await visit(page, server);
    same(await background(page), "rgb(18, 21, 24)", "a page in both schemes on a dark system");
    await page.evaluate(() => document.querySelector("t2s-ask").setAttribute("theme", "light"));
    same(await background(page), "rgb(255, 255, 255)", "theme light");
    await page.evaluate(() => document.querySelector("t2s-ask").style.setProperty("--t2s-background", "rgb(250, 240, 230)"));
    same(await background(page), "rgb(250, 240, 230)", "a variable");
    await visit(page, server, one, { scheme: "light" });
    same(await background(page), "rgb(255, 255, 255)", "a light page on a dark system");
  },
  { colorScheme: "dark" },
);

for (const colorScheme of ["light", "dark"])
  for (const width of [375, 1200])
    embedded(
      `no findings of axe, ${colorScheme}, ${width} px`,
      async (page, server) => {
        await visit(page, server, one, { styled: true });
        await accessible(page, "the empty form");
        await ask(page, "wait for the model");
        await page.waitForSelector("t2s-ask .badge.running");
        await accessible(page, "while it runs");
        await page.keyboard.press("Escape");
        await over(page);
        const questions = [
          "uncertain",
          "withheld",
          "all 10,000 orders",
          "chart stacked",
          "chart lines",
          "chart number",
          "ask back",
          "broken",
          "fail",
          "nothing",
        ];
        for (const [i, question] of questions.entries()) {
          await ask(page, question);
          await over(page, i + 2);
          await page.evaluate(() =>
            document
              .querySelector("t2s-ask")
              .shadowRoot.querySelectorAll("details")
              .forEach((one) => (one.open = true)),
          );
          await page.waitForTimeout(50);
          await accessible(page, question);
          await narrow(page, question);
        }
        await page.route("**/v1/ask", (route) => route.abort());
        await ask(page, "names");
        await over(page, questions.length + 2);
        await accessible(page, "a problem");
      },
      { width, colorScheme, conversations: true },
    );

await runChecks({ ...(await serve({ writer, origins: [site.url] })), site: site.url }, async () => {});
