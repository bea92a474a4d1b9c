import type { Page } from "playwright-core";
import t from "tap";
import { startService } from "../harness/service.ts";
import { openBrowser, openPage, untilFocused } from "./browser.ts";
import { lookAt, sizes, viewOf } from "./views.ts";

t.setTimeout(300_000);
const browser = await openBrowser(t);
const service = await startService(t);
const open = (path: string, options = {}) => openPage(browser, `${service.url}/docs/${path}`, options);
const { page, context, complaints } = await open("");
const goTo = (path: string) => page.goto(`${service.url}/docs/${path}`);

const light = [viewOf("wide", "light", "all")];
const dark = [viewOf("phone", "dark", "all")];

const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
const field = (page: Page) => page.getByRole("searchbox", { name: "Search the documentation" });
const results = (page: Page) => page.getByRole("list", { name: "Results" }).getByRole("link");
const note = (page: Page) => page.locator("#note");

t.test("everybody can read the pages: light, dark and on a phone", async (t) => {
  await lookAt(t, page, "docs-home", light);
  for (const path of ["widget", "protocol/chat-channel", "backups"]) {
    await goTo(path);
    for (const viewport of [sizes.wide, sizes.phone]) {
      await page.setViewportSize(viewport);
      t.equal(await overflow(page), 0, `${path}, ${viewport.width} pixels wide`);
    }
  }
  const menu = page.getByRole("navigation", { name: "Documentation" });
  t.equal(await menu.isVisible(), false, "on a phone the navigation is folded");
  await page.getByText("All pages").click();
  await lookAt(t, page, "docs-menu", dark);
  t.equal(await menu.locator("[aria-current=page]").getAttribute("href"), "/docs/backups");
  await menu.locator("[href='/docs/quotas']").click();
  await page.waitForURL("**/docs/quotas");
  t.same(complaints, []);
});

t.test("a rule and a config key are found with only the keyboard", async (t) => {
  await page.setViewportSize(sizes.wide);
  await page.emulateMedia({ colorScheme: "light" });
  await goTo("quick-start");
  await page.keyboard.press("Tab");
  t.equal(await page.evaluate(() => document.activeElement?.textContent), "Skip to the text");
  await page.keyboard.press("/");
  await untilFocused(field(page));
  await note(page).getByText("Type a word").waitFor();
  await page.keyboard.type("CH-47");
  await results(page).first().waitFor();
  t.match(await results(page).first().innerText(), /^Protocol › .+ › CH-47 A notice .+\n/);
  t.same(await results(page).first().locator("mark").allInnerTexts(), ["CH-47"]);
  t.match(await note(page).innerText(), /^\d+ sections?$/);
  await lookAt(t, page, "docs-search", light);
  await page.keyboard.press("ArrowDown");
  await untilFocused(results(page).first());
  await page.keyboard.press("ArrowUp");
  await untilFocused(field(page));
  await page.keyboard.press("Enter");
  await page.waitForURL("**/docs/protocol/chat-channel#ch-47");

  await page.keyboard.press("/");
  await page.keyboard.type("limits.botPerSecond");
  await results(page).first().waitFor();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/docs\/(?!protocol\/chat-channel)/);
  t.match(await page.getByRole("main").innerText(), "limits.botPerSecond");
  t.same(complaints, []);
});

t.test("a button copies the code, and confirms this", async (t) => {
  await goTo("backups");
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const button = page.getByRole("button", { name: "Copy" }).first();
  await button.focus();
  await page.keyboard.press("Enter");
  await page.locator("#said").getByText("The code is copied.").waitFor();
  t.equal(
    await page.evaluate(() => navigator.clipboard.readText()),
    `${await page.locator("pre").first().innerText()}\n`,
  );
  await context.clearPermissions();
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error("not allowed"));
  });
  await button
    .or(page.getByRole("button", { name: "Copied" }))
    .first()
    .click();
  await page.locator("#said").getByText("The code is selected").waitFor();
  t.equal(await page.evaluate(() => getSelection()?.toString().trim()), await page.locator("pre").first().innerText());
  t.same(complaints, []);
});

t.test("the search reports that there is no result, or no index", async (t) => {
  await goTo("bots");
  await field(page).fill("<img src=x> qqqq");
  await note(page).getByText("Nothing was found for “<img src=x> qqqq”.").waitFor();
  await page.keyboard.press("Escape");
  t.equal(await note(page).innerText(), "");
  await untilFocused(field(page));
  await field(page).fill("bot");
  await results(page).first().waitFor();
  await page.getByRole("heading", { level: 1 }).click();
  t.equal(await results(page).count(), 0, "the list closes when the focus leaves it");

  await context.route("**/search.json", (route) => route.abort());
  await page.reload();
  await field(page).fill("bot");
  await note(page).getByText("The index could not be loaded.").waitFor();
  await context.unroute("**/search.json");
  await field(page).fill("bots");
  await results(page).first().waitFor();
});

t.test("a page is complete without scripts", async (t) => {
  const { page } = await open("bots", { javaScriptEnabled: false });
  t.equal(await page.getByRole("search").count(), 0, "controls that need scripts are not shown");
  t.equal(await page.getByRole("button").count(), 0);
  await page.getByRole("link", { name: /^Next / }).click();
  await page.waitForURL("**/docs/widget");
});
