// screenshots.mjs WRITER FOLDER [WIDTH...]: pictures of the page in both themes, for people to look at.
import { mkdirSync } from "node:fs";
import { chromium } from "playwright-core";

import { serve } from "./mock_server.mjs";

const [writer, folder, ...widths] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });
const server = await serve({ writer });
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"] });
for (const colorScheme of ["light", "dark"]) {
  for (const width of widths.length ? widths.map(Number) : [320, 800, 1400]) {
    const page = await browser.newPage({ viewport: { width, height: 900 }, colorScheme });
    page.on("pageerror", (error) => console.log("error:", error.message));
    page.on("console", (message) => {
      if (message.type() === "error") console.log("console:", message.text());
    });
    const picture = (name) => page.screenshot({ path: `${folder}/${name}-${width}-${colorScheme}.png`, fullPage: true });
    const ask = async (question) => {
      await page.fill("#question", question);
      await page.press("#question", "Enter");
    };
    const over = () => page.waitForFunction(() => !document.body.classList.contains("busy"));
    await page.goto(server.url);
    await page.waitForSelector(".example");
    await picture("begin");
    await page.selectOption("#system", "dart-sql");
    await ask("How many orders has each city placed since 2024, and what did they cost?");
    await page.waitForTimeout(700);
    await picture("during");
    await over();
    await page.waitForTimeout(250);
    await picture("answer");
    await page.selectOption("#other", "offline");
    await ask("uncertain compare: purple customers");
    await over();
    await picture("compare");
    await page.selectOption("#other", "");
    await ask("all 10,000 orders");
    await over();
    await page.click(".rows td >> nth=9");
    await picture("many");
    await ask("hostile");
    await over();
    await picture("hostile");
    await ask("withheld");
    await over();
    await picture("withheld");
    await page.click("nav a[href='#tables']");
    await page.waitForSelector(".drawing");
    await page.focus(".box >> nth=3");
    await picture("tables");
    await page.click("nav a[href='#history']");
    await page.waitForSelector("#history li");
    await picture("history");
    await page.close();
  }
}
await browser.close();
await server.close();
