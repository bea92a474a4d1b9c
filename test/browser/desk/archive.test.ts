import { readFileSync } from "node:fs";
import type { Locator, Page } from "playwright-core";
import type { Test } from "tap";
import t from "tap";
import { until } from "../../delivery/through-service.ts";
import { createManualClock } from "../../edge/manual-clock.ts";
import type { Service } from "../../harness/service.ts";
import { startService } from "../../harness/service.ts";
import { openBrowser, untilFocused } from "../browser.ts";
import { hostile, panel, step } from "./client/client-world.ts";
import { openDeskPage, shoot, shootMain } from "./desk-page.ts";
import { goTo } from "./inbox/inbox-page.ts";

const browser = await openBrowser(t);
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** A service with chats that Kim closed three days ago, one per hour. */
async function startWithChats(t: Test, texts: readonly string[]): Promise<Service> {
  const service = await startService(t, { clock: createManualClock(Date.now() - 3 * dayMs) });
  for (const [index, text] of texts.entries()) {
    const id = String(index + 1);
    await service.say({ id, name: `Client ${id}`, email: `c${id}@mailbox.example` }, text);
    await step(service, id, "accept");
    await step(service, id, "close");
    service.clock.advance(hourMs);
  }
  return service;
}

const results = (page: Page): Locator => page.getByRole("table", { name: "Closed chats" }).locator(".result");
const field = (page: Page): Locator => page.getByRole("searchbox", { name: "Search closed chats" });
/** Only a failing test waits this long. */
const patienceMs = 30_000;

/** Waits until these are shown and the search has ended. The page's policy allows no other way. */
async function found(page: Page, names: readonly string[]): Promise<void> {
  const endMs = Date.now() + patienceMs;
  for (;;) {
    const shown = await page.evaluate(() => [
      document.querySelector(".results")?.getAttribute("aria-busy"),
      ...Array.from(document.querySelectorAll(".result .row-link"), (name) => name.textContent),
    ]);
    if (shown.join() === ["false", ...names].join()) return;
    if (Date.now() > endMs) throw new Error(`Expected ${names.join()}, got ${shown.join()}`);
    await page.evaluate(() => new Promise(requestAnimationFrame));
  }
}

const all = ["Client 4", "Client 3", "Client 2", "Client 1"];
const service = await startWithChats(t, ["Where is my Wheel?", "Café opening hours", hostile, '=1+1, "bolts",\nthen']);
const { page, complaints } = await openDeskPage(browser, service, "kim", "#/archive");

t.test(
  "[WJ-13] closed chats are found while the agent types, are narrowed by filters, and open read-only with the keyboard",
  async (t) => {
    await found(page, all);
    await shootMain(t, page, "archive");
    await page.keyboard.press("/");
    await page.keyboard.type("whee");
    // Half of the word finds the same chats. If the test types slowly, the page searches for that half first.
    await page.waitForURL(/#\/archive\?q=whee$/);
    await found(page, ["Client 1"]);
    t.same(await page.locator(".result mark").allInnerTexts(), ["Whee"]);
    await field(page).fill("cafe");
    await page.keyboard.press("Enter");
    await found(page, ["Client 2"]);
    t.same(await page.locator(".result mark").allInnerTexts(), ["Café"], "words are split as in the archive");
    await field(page).fill("img onerror");
    await found(page, ["Client 3"]);
    t.match(await results(page).innerText(), hostile);
    t.equal(await page.locator(".result b, .result img").count(), 0);
    await field(page).fill("c1@mailbox.example");
    await found(page, ["Client 1"]);
    t.match(await results(page).innerText(), "c1@mailbox.example", "the found text is shown if it is not in the row");
    await field(page).fill("nowhere");
    await page.getByText("Nothing was found. Try fewer words, or other filters.").waitFor();
    await page.keyboard.press("Escape");
    await found(page, all);
    await page.keyboard.press("Escape");
    await page.keyboard.press("j");
    await untilFocused(page.locator(".result .row-link").first());

    const closed = page.getByRole("columnheader", { name: "Closed" });
    t.equal(await closed.getAttribute("aria-sort"), "descending");
    await closed.getByRole("button").press("Enter");
    await found(page, all.toReversed());
    t.equal(await closed.getAttribute("aria-sort"), "ascending");
    await page.waitForURL(/#\/archive\?sort=closedAt$/);
    await closed.getByRole("button").click();
    await found(page, all);

    const day = (daysAgo: number): string => {
      const date = new Date(Date.now() - daysAgo * dayMs);
      return [date.getFullYear(), date.getMonth() + 1, date.getDate()]
        .map((part) => String(part).padStart(2, "0"))
        .join("-");
    };
    await page.getByLabel("From").fill(day(0));
    await found(page, []);
    await page.getByLabel("From").fill(day(4));
    await found(page, all);
    await page.getByLabel("Channel").selectOption("MOBILEAPP1");
    await page.waitForURL(
      new RegExp(`#/archive\\?from=${day(4)}&channel=MOBILEAPP1$|#/archive\\?channel=MOBILEAPP1&from=${day(4)}$`),
    );
    await page.reload();
    await found(page, all);
    t.equal(await page.getByLabel("From").inputValue(), day(4), "the filters are in the address");
    t.equal(await page.getByLabel("Channel").inputValue(), "MOBILEAPP1");

    await page.goto(`${service.url}/desk/#/archive?q=wheel`);
    await found(page, ["Client 1"]);
    await page.keyboard.press("j");
    await page.keyboard.press("Enter");
    await page.waitForURL(/#\/archive\/1\?q=wheel$/);
    const chat = page.getByRole("main", { name: "Chat with Client 1" });
    await chat.getByText("Where is my Wheel?").waitFor();
    await panel(page).getByText("Visitor 1, first chat").waitFor();
    t.equal(await chat.getByRole("textbox").count(), 0, "there is no field for a message");
    await found(page, ["Client 1"]);
    await shoot(t, page, "archive-chat");
    await page.keyboard.press("Escape");
    await page.waitForURL(/#\/archive\?q=wheel$/);
    await found(page, ["Client 1"]);
    t.same(complaints, []);
  },
);

t.test("a failed search is shown, and so are chats that are not indexed yet", async (t) => {
  const token = await service.logIn("kim");
  const { body } = await service.call("GET", "/api/archive", { token });
  let asked = 0;
  const pages = [
    { status: 500, json: { error: { code: "internal_error", message: "Something broke." } } },
    { json: { chats: body.chats, cursor: null, complete: false } },
  ];
  await page.route(/\/api\/archive\?/, async (route) => {
    const answer = pages[asked];
    asked += 1;
    if (answer === undefined) await route.continue();
    else await route.fulfill(answer);
  });
  await goTo(page, "#/archive");
  await page.getByRole("alert").getByText("Something broke.").waitFor();
  await page.getByRole("button", { name: "Try again" }).click();
  await found(page, all);
  await page.getByText("Older chats are still being indexed").waitFor();
  await page.getByRole("button", { name: "Search again" }).click();
  await page.getByText("Older chats are still being indexed").waitFor({ state: "detached" });
  await found(page, all);
  t.ok(asked > pages.length, "the button asked the service");
});

t.test("found chats are exported as a download or into the chosen file, and an export continues", async (t) => {
  const start = async (format: string): Promise<void> => {
    await page.getByRole("button", { name: "Export", exact: true }).click();
    await page.getByRole("button", { name: format }).click();
  };
  // Lets the page save with a Blob, because a test cannot press the button of the browser's own dialog.
  await page.evaluate("delete Object.getPrototypeOf(window).showSaveFilePicker, delete window.showSaveFilePicker");
  const download = page.waitForEvent("download");
  await start("Table (CSV)");
  const rows = readFileSync(await (await download).path(), "utf8").split("\r\n");
  t.equal(rows.length, 6, "the file has a head, a row for each chat, and a final line break");
  t.match(rows[0], /^\ufeffchat,channel,/);
  t.match(rows[1], /,"'=1\+1, ""bolts"",\nthen"$/, "no cell is a formula");
  await page.getByText("Exported 4 chats.").waitFor();

  // Passed as text, because the helpers that the compiler adds to functions are not on the page.
  await page.evaluate(`
    window.written = [];
    const write = async (text) => void written.push(text);
    const createWritable = async () => ({ write, close: () => write("closed"), abort: () => write("aborted") });
    window.showSaveFilePicker = async () => ({ createWritable });
  `);
  const written = (): Promise<readonly string[]> =>
    page.evaluate(() => (window as unknown as { written: string[] }).written);
  const refused = { status: 409, json: { error: { code: "conflict", message: "Not now." } } };
  await page.route(/\/api\/chats\/1\/messages\?/, (route) => route.fulfill(refused));
  await start("Everything (JSON Lines)");
  await page.getByText("Not now.").waitFor();
  t.same(await written(), [], "no partial file is left");
  await page.unroute(/\/api\/chats\/1\/messages\?/);
  await page.getByRole("button", { name: "Continue" }).click();
  await until(async () => (await written()).length === 2);
  const [lines = "", end] = await written();
  const chats = lines
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  t.same(
    chats.map(({ id }) => id),
    ["4", "3", "2", "1"],
  );
  t.match(chats[3], { client: { name: "Client 1" }, messages: [{ seq: 1, text: "Where is my Wheel?" }] });
  t.equal(end, "closed");
});
