// real_sites.mjs T2S DATABASE EXAMPLE: the component on a page of another site and the page of administrators, with `t2s serve` itself.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";

import { accessible, begun, ask as askPage, check, expect, over as overPage, runChecks, same, text } from "./harness.mjs";
import { openSite } from "./sites.mjs";

const [t2s, database, example] = process.argv.slice(2);
if (!existsSync(database)) {
  console.log(`SKIPPED: ${database} is not there (the program sqlite3 makes it)`);
  process.exit(77);
}

const folder = mkdtempSync(join(tmpdir(), "t2s-sites-"));
process.on("exit", () => rmSync(folder, { recursive: true }));
const file = (name, content) => {
  writeFileSync(join(folder, name), JSON.stringify(content));
  return join(folder, name);
};
const rules = file("rules.json", { roles: { reader: { tables: { countries: {}, rivers: {} } } } });
const users = file("users.json", {
  users: {
    ada: { token: "ada-has-sixteen-characters", role: "reader", admin: true, corrects: true },
    bob: { token: "bob-has-sixteen-characters", role: "reader" },
  },
});

const site = await openSite();
async function started(...words) {
  const all = ["serve", "--db", "countries=" + database, "--bind", "127.0.0.1:0", "--allow-origin", site.url, ...words];
  const program = spawn(t2s, all, { stdio: ["ignore", "pipe", "inherit"], env: { ...process.env, OPENAI_API_KEY: "" } });
  process.on("exit", () => program.kill("SIGKILL"));
  const ended = once(program, "exit").then(([status]) => expect(false, `t2s serve goes on: status ${status}`));
  ended.catch(() => {});
  const [line] = await Promise.race([once(createInterface({ input: program.stdout }), "line"), ended]);
  return { url: new URL(line).origin, real: true, site: site.url, program, close() {} };
}

const one = '<t2s-ask database="countries" label="Ask about countries"></t2s-ask>';
async function visit(page, server, elements = one) {
  await page.addInitScript(() => {
    window.heard = [];
    for (const name of ["t2s-answer", "t2s-error"]) addEventListener(name, ({ detail }) => window.heard.push(detail));
  });
  await page.goto(site.add(server.url, elements));
  await page.waitForFunction(() => customElements.get("t2s-ask"));
}
async function ask(page, question) {
  const before = await page.evaluate(() => window.heard.length);
  await page.locator("t2s-ask textarea").fill(question);
  await page.locator("t2s-ask textarea").press("Enter");
  await page.waitForFunction((count) => window.heard.length > count, before);
}

check("a question from another site is answered, with rows and a chart", async (page, server) => {
  await visit(page, server);
  await ask(page, "How many countries are there in each continent?");
  expect((await text(page, "t2s-ask .badge")).match(/^(Answered|Uncertain)/), await text(page, "t2s-ask .badge"));
  same(await page.locator("t2s-ask .rows tbody tr").count(), 6, "rows");
  same(await page.locator("t2s-ask .chart rect.mark").count(), 6, "bars");
});

for (const colorScheme of ["light", "dark"])
  check(
    `the page of the example works, ${colorScheme}`,
    async (page, server) => {
      await page.addInitScript(() => {
        window.heard = [];
        addEventListener("t2s-answer", ({ detail }) => window.heard.push(detail));
      });
      await page.goto(site.addAsItIs(readFileSync(example, "utf8").replaceAll("http://127.0.0.1:8765", server.url)));
      await page.waitForFunction(() => customElements.get("t2s-ask"));
      await ask(page, "How many rivers are there?");
      expect((await text(page, "#last")).startsWith("Rows of the last answer: 1"), await text(page, "#last"));
      await accessible(page, "the example");
    },
    { width: 375, colorScheme },
  );

check("a further question continues the conversation", async (page, server) => {
  const sent = [];
  page.on("request", (request) => {
    if (request.method() === "POST" && request.url().endsWith("/v1/ask")) sent.push(JSON.parse(request.postData()).conversation);
  });
  await visit(page, server);
  for (const question of ["How many rivers are there?", "How many countries are there?"]) await ask(page, question);
  same(sent[0], "new", "the first question");
  same(sent[1], await page.evaluate(() => window.heard[0].conversation), "the second one");
  expect(await page.locator("t2s-ask .follows").isVisible(), "it is said");
});

check("what is not for other sites is refused, whatever the site sends", async (page, server) => {
  await visit(page, server);
  const statuses = await page.evaluate(async (url) => {
    const readable = async (path, how) => {
      try {
        return (await fetch(url + path, how)).status;
      } catch {
        return "refused";
      }
    };
    return [
      await readable("/v1/runs"),
      await readable("/v1/admin/runs"),
      await readable("/v1/databases", { credentials: "include" }),
      await readable("/v1/databases"),
    ];
  }, server.url);
  // Credentials are never allowed, so that the browser withholds even a response that says who may read it.
  same(statuses, [403, 403, "refused", 200], "statuses");
  page.troubles.length = 0;
});

check("a site that was not named gets neither the script nor an answer", async (page, server) => {
  const other = await openSite();
  await page.goto(other.add(server.url, one));
  const got = await page.evaluate(async (url) => {
    await new Promise((done) => setTimeout(done, 300));
    return [
      customElements.get("t2s-ask") === undefined,
      await fetch(url + "/v1/databases").then(
        () => "read",
        () => "refused",
      ),
    ];
  }, server.url);
  same(got, [true, "refused"], "what it got");
  page.troubles.length = 0; // the other site
  other.close();
});

check("a token is needed, is that of the user, and the cookie of the server's own page does not count", async (page) => {
  const server = await started("--rules", rules, "--users", users);
  page.ours.push(server.url);
  await page.goto(server.url + "/?token=bob-has-sixteen-characters");
  await begun(page);
  await visit(page, server);
  await ask(page, "How many rivers are there?");
  same(await page.evaluate(() => [window.heard[0].status, window.heard[0].code]), [401, "token_missing"], "without a token");
  await page.evaluate(() => (document.querySelector("t2s-ask").token = "no-such-token-anywhere"));
  await ask(page, "How many rivers are there?");
  same(await page.evaluate(() => [window.heard[1].status, window.heard[1].code]), [401, "token_wrong"], "a wrong token");
  await page.evaluate(() => (document.querySelector("t2s-ask").token = async () => "bob-has-sixteen-characters"));
  await ask(page, "How many rivers are there?");
  expect((await text(page, "t2s-ask .badge")).match(/^(Answered|Uncertain)/), await text(page, "t2s-ask .badge"));
  await page.goto(server.url + "/admin"); // as bob
  await page.waitForSelector("#problem p");
  expect((await text(page, "#problem p")).startsWith("you may not see this"), await text(page, "#problem p"));
  await page.goto(server.url + "/admin?token=ada-has-sixteen-characters");
  await page.waitForSelector(".admin table");
  const runs = await page
    .locator('table[aria-label="Runs"] tbody tr')
    .evaluateAll((rows) => rows.map((row) => [...row.cells].map((cell) => cell.textContent)));
  same(
    runs.map((row) => [row[1], row[2]]),
    [["bob", "How many rivers are there?"]],
    "runs",
  );
  const costs = await page
    .locator('table[aria-label="Costs by user"] tbody tr')
    .evaluateAll((rows) => rows.map((row) => [...row.cells].map((cell) => cell.textContent)));
  same(costs, [["bob", "1", "0", "0", "0"]], "costs");
});

check("a correction by another user is confirmed on the page of administrators, and then counts", async (page) => {
  const server = await started("--rules", rules, "--users", users, "--corrections", join(folder, "corrections"));
  page.ours.push(server.url);
  await page.goto(server.url + "/?token=bob-has-sixteen-characters");
  await begun(page);
  await askPage(page, "How wet is the world?");
  await overPage(page);
  await page.locator("summary", { hasText: "Correct this answer" }).click();
  await page.fill(".correction textarea", "SELECT sum(length_km) FROM rivers");
  await page.locator(".correction button", { hasText: "Propose" }).click();
  await page.locator(".said", { hasText: "Proposed." }).waitFor();
  await page.goto(server.url + "/admin?token=ada-has-sixteen-characters");
  await page.locator(".admin li button", { hasText: "Confirm" }).click();
  await page.waitForFunction(() => !document.querySelector(".admin li"));
  await page.goto(server.url + "/?token=bob-has-sixteen-characters");
  await begun(page);
  await askPage(page, "How wet is the world?");
  await overPage(page);
  same(await text(page, ".answer .code pre"), "SELECT sum(length_km) FROM rivers", "SQL");
});

check("a refused statement is on the page of administrators", async (page) => {
  const server = await started();
  page.ours.push(server.url);
  const refused = await fetch(server.url + "/v1/query", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ sql: "DELETE FROM rivers" }),
  });
  expect(refused.status !== 200, "it is refused");
  await page.goto(server.url + "/admin");
  await page.locator('table[aria-label="Refused statements"] td', { hasText: "DELETE FROM rivers" }).waitFor();
});

check("a server that was ended is told of", async (page) => {
  const server = await started();
  page.ours.push(server.url);
  await visit(page, server);
  server.program.kill("SIGKILL");
  await once(server.program, "exit");
  await ask(page, "How many rivers are there?");
  same(await page.evaluate(() => [window.heard[0].status, window.heard[0].code]), [0, "unreachable"], "event");
  expect((await text(page, "t2s-ask [role=alert]")).startsWith("The server does not answer"), "message");
});

await runChecks(await started(), async () => {});
