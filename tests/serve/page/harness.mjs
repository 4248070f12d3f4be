// A browser, a server and named checks. Prints a line for each check; the exit status says whether all succeeded.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

import { chromium } from "playwright-core";

import { serve } from "./mock_server.mjs";

export const arguments_ = process.argv.slice(2); // WRITER [URL of a running `t2s serve`]
export const [writer, realUrl] = arguments_;

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

const checks = [];
export const check = (name, run, options = {}) => checks.push({ name, run, ...options });

export function expect(holds, what) {
  if (!holds) throw new Error("not so: " + what);
}
export function same(found, expected, what) {
  const [a, b] = [JSON.stringify(found), JSON.stringify(expected)];
  if (a !== b) throw new Error(`${what}: ${a} instead of ${b}`);
}

// Collects from the start what a page must never do: script errors, requests that its policy refuses, requests to other hosts.
export async function watched(context, server) {
  const page = await context.newPage();
  page.ours = [server.url, server.site].filter(Boolean); // further servers are added by checks
  page.troubles = [];
  page.on("pageerror", (error) => page.troubles.push("error of the script: " + error.message));
  page.on("console", (message) => {
    if (/Content.Security.Policy|TrustedHTML|Trusted/i.test(message.text())) page.troubles.push("policy: " + message.text());
  });
  page.on("request", (request) => {
    if (!page.ours.some((url) => request.url().startsWith(url)) && !/^(blob|data|file):/.test(request.url()))
      page.troubles.push("request to " + request.url());
  });
  page.on("dialog", (dialog) => {
    page.troubles.push("dialog");
    dialog.dismiss();
  });
  await page.addInitScript(() =>
    addEventListener("securitypolicyviolation", (event) =>
      console.error("Content Security Policy: " + event.violatedDirective + " " + event.blockedURI),
    ),
  );
  return page;
}

export const ask = async (page, question) => {
  await page.fill("#question", question);
  await page.press("#question", "Enter");
};
export const over = (page) =>
  page.waitForFunction(
    () => document.querySelector(".run .badge") && !document.querySelector(".badge.running") && !document.body.classList.contains("busy"),
  );
export const begun = (page) => page.waitForSelector("#database option", { state: "attached" });

// The time from the request of the page to the first content: five times in ms, ascending.
export async function firstContent(page, url) {
  const times = [];
  for (let i = 0; i < 5; ++i) {
    await page.goto("about:blank");
    await page.goto(url);
    const seen = await page.waitForFunction(() => performance.getEntriesByName("first-contentful-paint")[0]?.startTime);
    times.push(await seen.jsonValue());
  }
  times.sort((a, b) => a - b);
  if (process.env.T2S_TIMED) expect(times[2] < 100, `first content within 100 ms: ${times[2]} ms`);
  return `first content after ${times[2].toFixed(0)} ms (median of 5, ${times.map((t) => t.toFixed(0)).join(" ")})`;
}

export async function accessible(page, where) {
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ["violations"] }));
  const found = violations.map(
    ({ id, impact, nodes }) =>
      `${impact}: ${id} ${nodes
        .slice(0, 3)
        .map(({ target, failureSummary }) => target.join(" ") + " " + failureSummary.split("\n").slice(1).join(" "))
        .join(" | ")}`,
  );
  same(found, [], where);
}

// Whether a page scrolls sideways.
export async function narrow(page, where) {
  const [scroll, client] = await page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.clientWidth]);
  expect(scroll <= client, `${where}: ${scroll} px of ${client}`);
}

export const text = (page, selector) => page.locator(selector).first().innerText();

// open: opens what the checks are about, by default the page of the server.
export async function runChecks(given, open) {
  const server = given ?? (realUrl ? { url: realUrl, real: true, close() {} } : await serve({ writer }));
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"] });
  let failures = 0;
  for (const { name, run, width = 1200, colorScheme = "light", mock, fresh } of checks) {
    if (mock && server.real) continue;
    const own = fresh ? { ...(await serve({ writer, ...fresh })), site: server.site } : server;
    const context = await browser.newContext({
      viewport: { width, height: 800 },
      colorScheme,
      acceptDownloads: true,
      permissions: ["clipboard-read", "clipboard-write"],
    });
    context.setDefaultTimeout(15000);
    const page = await watched(context, own);
    try {
      if (open) await open(page, own);
      else await page.goto(own.url);
      if (!fresh && !open) await begun(page);
      await run(page, own, context);
      same(page.troubles, [], "what must not happen");
      console.log("ok      " + name);
    } catch (error) {
      ++failures;
      console.log(`FAILED  ${name}\n        ${error.message}`);
    }
    await context.close();
    own.release?.();
    if (fresh) await own.close();
  }
  await browser.close();
  await server.close();
  console.log(failures ? `${failures} of ${checks.length} checks failed` : "all checks hold");
  process.exit(failures ? 1 : 0);
}
