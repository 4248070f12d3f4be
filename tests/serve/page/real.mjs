// real.mjs T2S DATABASE: the page with `t2s serve` itself, whose events the server of the other scripts imitates, and a model of this script.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";

import { ask, begun, check, expect, firstContent, over, runChecks, same, text, watched } from "./harness.mjs";

const [t2s, database] = process.argv.slice(2);
if (!existsSync(database)) {
  console.log(`SKIPPED: ${database} is not there (the program sqlite3 makes it)`);
  process.exit(77);
}

// A model: its first SQL names an unknown column, the next one does not; "wait" is never answered.
const waiting = new Set();
const model = createServer(async (request, response) => {
  let body = "";
  for await (const piece of request) body += piece;
  if (body.includes("wait for ever")) {
    waiting.add(response);
    response.on("close", () => waiting.delete(response));
    return;
  }
  const sql = `SELECT name, length_km FROM rivers ORDER BY ${body.includes("no such column") ? "length_km" : "lenght"} DESC LIMIT 3`;
  response.writeHead(200, { "Content-Type": "application/json" }).end(
    JSON.stringify({
      choices: [{ index: 0, message: { role: "assistant", content: "```sql\n" + sql + "\n```" }, finish_reason: "stop" }],
      usage: { prompt_tokens: 900, completion_tokens: 40 },
    }),
  );
}).listen(0, "127.0.0.1");
await once(model, "listening");
const modelUrl = `http://127.0.0.1:${model.address().port}/v1`;

const token = "open-sesame-and-stay-open";
const running = [];
async function started(...words) {
  const all = ["serve", "--db", "countries=" + database, "--bind", "127.0.0.1:0", "--llm", modelUrl, "--model", "tiny", ...words];
  if (!words.includes("--pipeline")) all.push("--pipeline", "few-shot-corrected");
  const program = spawn(t2s, all, { stdio: ["ignore", "pipe", "inherit"], env: { ...process.env, OPENAI_API_KEY: "k", T2S_PAGE: token } });
  running.push(program);
  const ended = once(program, "exit").then(([status]) => expect(false, `t2s serve goes on: status ${status}`));
  const [line] = await Promise.race([once(createInterface({ input: program.stdout }), "line"), ended]);
  return { url: new URL(line).origin, real: true };
}
const by = (page, system) => page.selectOption("#system", system);

check("an example is answered without a model, reloaded and exported", async (page, server, context) => {
  await by(page, "offline");
  await page.click(".example");
  await page.press("#question", "Enter");
  await over(page);
  expect((await text(page, ".state")).match(/^(Answered|Uncertain)/), await text(page, ".state"));
  const rows = await text(page, ".rows tbody");
  await page.reload();
  await over(page);
  same(await text(page, ".rows tbody"), rows, "rows after a reload");
  const exported = await watched(context, server);
  await exported.goto(server.url + (await page.getAttribute("text=Export", "href")));
  await exported.waitForSelector(".badge");
  same(await text(exported, ".rows tbody"), rows, "rows of the exported page");
  same(exported.troubles, [], "what must not happen");
});

check("an answer is drawn as the chart that t2s proposes, also on the exported page", async (page, server, context) => {
  await by(page, "offline");
  await ask(page, "How many countries are there in each continent?");
  await over(page);
  same(await page.locator(".chart rect.mark title").first().textContent(), "Africa, 54", "the first bar");
  same(await page.locator(".chart rect.mark").count(), 6, "bars");
  const exported = await watched(context, server);
  await exported.goto(server.url + (await page.getAttribute("text=Export", "href")));
  await exported.waitForSelector(".chart svg");
  const [file] = await Promise.all([exported.waitForEvent("download"), exported.getByRole("button", { name: "Download PNG" }).click()]);
  expect(file.suggestedFilename().endsWith(".png"), "a picture of the exported page");
  same(exported.troubles, [], "what must not happen");
});

check("SQL of a model that does not run is repaired without it, and the change is marked", async (page) => {
  await by(page, "few-shot-corrected");
  await ask(page, "What are the three longest rivers?");
  await over(page);
  same(
    (await page.locator(".steps h4").allInnerTexts()).filter((step) => /^(Model|Attempt|Samples)/.test(step)),
    ["Samples and 20 demonstrations", "Model call 1: draft", "Attempt 1", "Attempt 2"],
    "steps",
  );
  expect((await page.locator(".steps > li del").allInnerTexts()).includes("lenght"), "the misspelt name is marked as removed");
  expect((await page.locator(".steps > li ins").allInnerTexts()).includes("length_km"), "the right one is marked as added");
  expect((await text(page, ".failure")).includes("no such column"), "why the first does not run");
  expect((await text(page, ".spent")).startsWith("1 model call · 900 + 40 tokens"), await text(page, ".spent"));
  same(await page.locator(".answer .rows tbody tr").count(), 3, "rows");
  await page.locator(".steps summary", { hasText: "Prompt" }).first().click();
  await page.locator(".steps dd", { hasText: "three longest rivers" }).first().waitFor();  // the page fills the prompt in after the click
});

check("an answer is corrected, and the question is then answered by it", async (page) => {
  await by(page, "offline");
  await ask(page, "How wet is the world?");
  await over(page);
  same(await text(page, ".state .badge"), "No SQL", "state");
  await page.locator("summary", { hasText: "Correct this answer" }).click();
  await page.fill(".correction textarea", "SELECT sum(length) FROM rivers");
  await page.click(".correction button");
  await page.waitForSelector(".correction .failure");
  expect((await text(page, ".correction .failure")).includes("Perhaps: SELECT sum(length_km) FROM rivers"), await text(page, ".correction .failure"));
  await page.fill(".correction textarea", "SELECT sum(length_km) FROM rivers;");
  await page.click(".correction button");
  await page.waitForSelector(".correction .rows");
  await page.locator(".said button", { hasText: "Ask again" }).click();
  await over(page);
  same(await text(page, ".state .badge"), "Answered", "state");
  same(await text(page, ".answer .code pre"), "SELECT sum(length_km) FROM rivers", "SQL");
  await page.click("nav a[href='#corrections']");
  await page.waitForSelector("#corrections li");
  await page.locator("#corrections button", { hasText: "Remove" }).click();
  await page.waitForFunction(() => !document.querySelector("#corrections li"));
});

check("two systems answer side by side", async (page) => {
  await by(page, "few-shot-corrected");
  await page.selectOption("#other", "offline");
  await ask(page, "What are the three longest rivers?");
  await over(page);
  await page.waitForSelector("#verdict p");
  same(await page.locator(".run").count(), 2, "runs");
  await page.reload();
  await over(page);
  await page.waitForSelector("#verdict p");
});

check("cancel ends the call of the model", async (page) => {
  await by(page, "few-shot-corrected");
  await ask(page, "wait for ever");
  await page.waitForSelector(".steps h4:has-text('Model call 1')");
  await page.keyboard.press("Escape");
  await over(page);
  same(await text(page, ".state .badge"), "Cancelled", "state");
  for (let i = 0; i < 50 && waiting.size; ++i) await page.waitForTimeout(100);
  same(waiting.size, 0, "calls of the model that are still under way");
});

check("a run that nobody watches any more ends", async (page) => {
  await by(page, "few-shot-corrected");
  await ask(page, "wait for ever");
  await page.waitForSelector(".steps h4:has-text('Model call 1')");
  await page.goto("about:blank");
  for (let i = 0; i < 300 && waiting.size; ++i) await page.waitForTimeout(100);
  same(waiting.size, 0, "calls of the model that are still under way");
});

check("hostile texts stay texts", async (page) => {
  const hostile = "</script><img src=x onerror=alert(1)> \u202e";
  await by(page, "offline");
  await ask(page, hostile);
  await over(page);
  expect((await page.locator(".question").textContent()).startsWith("</script><img src=x onerror=alert(1)>"), "the question");
  same(await page.locator("img").count(), 0, "images");
  same(await page.locator(".question .sign").allInnerTexts(), ["U+202E"], "signs");
});

check("time to first content", async (page, server) => {
  console.log(`        ${await firstContent(page, server.url)}`);
});

check("tables and history", async (page) => {
  await page.click("nav a[href='#tables']");
  await page.waitForSelector(".drawing .box");
  same(await page.locator(".drawing .box").count(), await page.locator(".table-list > details").count(), "tables");
  expect((await page.locator(".edge").count()) > 0, "keys");
  await page.click("nav a[href='#history']");
  await page.waitForSelector("#history li");
});

check("a token is asked for, and then the cookie is enough", async (page) => {
  const server = await started("--token", "env:T2S_PAGE");
  const own = await watched(page.context(), server);
  await own.goto(server.url);
  await own.waitForSelector("#token");
  await own.fill("#token", token);
  await own.keyboard.press("Enter");
  await begun(own);
  await by(own, "offline");
  await ask(own, "How many rivers are there?");
  await over(own);
  await own.reload();
  await over(own);
  same(await own.locator("#token").count(), 0, "fields for a token");
  same(own.troubles, [], "what must not happen");
});

check("a busy server says when the question is asked again", async (page) => {
  const server = await started("--runs", "1", "--waiting", "0");
  const pages = [await watched(page.context(), server), await watched(page.context(), server)];
  for (const one of pages) {
    await one.goto(server.url);
    await begun(one);
    await by(one, "few-shot-corrected");
  }
  await ask(pages[0], "wait for ever");
  await pages[0].waitForSelector(".steps h4:has-text('Model call 1')");
  await ask(pages[1], "What are the three longest rivers?");
  await pages[1].waitForSelector(".notice:not([hidden])");
  expect((await text(pages[1], ".notice")).includes("is asked again in"), await text(pages[1], ".notice"));
  await pages[0].keyboard.press("Escape");
  await over(pages[0]);
  await over(pages[1]);
  same(await pages[1].locator(".answer .rows tbody tr").count(), 3, "rows");
});

const folder = mkdtempSync(join(tmpdir(), "t2s-page-"));
process.on("exit", () => rmSync(folder, { recursive: true }));
const server = await started("--corrections", join(folder, "corrections"));
process.on("exit", () => running.forEach((program) => program.kill()));
await runChecks({ ...server, close() {} });
