import { mkdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import t from "tap";
import { openDemo } from "../../src/demo/demo.ts";
import { findBarriers, openBrowser, openPage } from "./browser.ts";

const screenshots = join(tmpdir(), "parley-screenshots");

const bubbles = (page: Page) => page.locator("#bubbles li");
const said = (page: Page) => page.locator("#bubbles .said").allInnerTexts();

t.test("the demo's chat page", async (t) => {
  mkdirSync(screenshots, { recursive: true });
  const demo = await openDemo({ port: 0 }, () => undefined);
  t.teardown(() => demo.close());
  await demo.start();
  const { chatPage } = await demo.stayUp();
  const browser = await openBrowser(t);

  await t.test("a person writes with the keyboard alone and sees the agent's answers in order", async (t) => {
    const { page, complaints } = await openPage(browser, chatPage, { viewport: { width: 1000, height: 800 } });
    await page.locator("#support[data-state=online]").waitFor();
    await page.screenshot({ path: join(screenshots, "empty.png") });
    await page.keyboard.type("Is my order");
    await page.keyboard.press("Shift+Enter");
    await page.keyboard.type("on its <b>way</b>?");
    await page.keyboard.press("Enter");
    await bubbles(page).nth(2).waitFor();
    const texts = await said(page);
    t.equal(texts[0], "Is my order\non its <b>way</b>?");
    t.match(texts[1], /scripted agent/);
    t.match(texts[2], "on its <b>way</b>?");
    await page.getByText("Sent ·").waitFor();
    t.equal(await page.inputValue("#text"), "", "the field is empty again");
    t.equal(await page.evaluate(() => document.activeElement?.id), "text", "and still has the focus");
    await page.keyboard.press("Tab");
    t.equal(await page.evaluate(() => document.activeElement?.textContent), "Send");
    await page.keyboard.press("Shift+Tab");
    await page.keyboard.press("Shift+Tab");
    t.equal(await page.evaluate(() => document.activeElement?.id), "log", "the conversation can be scrolled by keys");
    await page.screenshot({ path: join(screenshots, "light.png") });
    t.same(await findBarriers(page), []);
    t.same(complaints, []);
  });

  await t.test("a reload shows the conversation again, another tab is another customer", async (t) => {
    const { page, context } = await openPage(browser, chatPage, {});
    await page.locator("#text").fill("Hello");
    await page.keyboard.press("Enter");
    await bubbles(page).nth(2).waitFor();
    const before = await said(page);
    await page.reload();
    await bubbles(page).nth(2).waitFor();
    t.same(await said(page), before);
    const other = await context.newPage();
    await other.goto(chatPage);
    await other.locator("#support[data-state=online]").waitFor();
    t.equal(await bubbles(other).count(), 0);
    t.not(await other.locator("#you").innerText(), await page.locator("#you").innerText());
  });

  await t.test("it works on a small dark screen", async (t) => {
    const { page, complaints } = await openPage(browser, chatPage, {
      viewport: { width: 390, height: 700 },
      colorScheme: "dark",
    });
    await page.locator("#text").fill(`A long word: ${"x".repeat(300)}`);
    await page.keyboard.press("Enter");
    await bubbles(page).nth(2).waitFor();
    const scroll = await page.evaluate(() => ({
      page: document.documentElement.scrollWidth - document.documentElement.clientWidth,
      log: (document.getElementById("log")?.scrollWidth ?? 0) - (document.getElementById("log")?.clientWidth ?? 0),
    }));
    t.same(scroll, { page: 0, log: 0 }, "nothing stands beyond the edge");
    await page.screenshot({ path: join(screenshots, "dark-390.png") });
    t.same(await findBarriers(page), []);
    t.same(complaints, []);
  });

  await t.test("a message that cannot be sent says so, and is sent again in place", async (t) => {
    const { page, context } = await openPage(browser, chatPage, { viewport: { width: 390, height: 700 } });
    await page.locator("#support[data-state=online]").waitFor();
    await context.setOffline(true);
    await page.locator("#text").fill("Are you there?");
    await page.keyboard.press("Enter");
    const again = page.getByRole("button", { name: "Send again" });
    await again.waitFor();
    await page.screenshot({ path: join(screenshots, "failed.png") });
    t.same(await findBarriers(page), []);
    await context.setOffline(false);
    await again.click();
    await bubbles(page).nth(2).waitFor();
    t.equal((await said(page)).filter((text) => text === "Are you there?").length, 1);
  });

  await t.test("nothing of the page may come from elsewhere or be written into it", async (t) => {
    const { headers } = await fetch(chatPage);
    const policy = headers.get("content-security-policy") ?? "";
    t.match(policy, "default-src 'none'");
    t.notMatch(policy, /unsafe|\*|https?:|data:/);
    const html = await (await fetch(chatPage)).text();
    t.notMatch(html, /<style|style=|<script[^>]*>[^<]|\son\w+=/i, "no inline script or style");
  });
});
