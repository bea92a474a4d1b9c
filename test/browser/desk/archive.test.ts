import { readFileSync } from "node:fs";
import type { Locator, Page } from "playwright-core";
import type { Test } from "tap";
import t from "tap";
import { createManualClock } from "../../edge/manual-clock.ts";
import type { Service, ServiceOptions } from "../../harness/service.ts";
import { startService } from "../../harness/service.ts";
import { openBrowser } from "../browser.ts";
import { hostile, panel, step } from "./client/client-world.ts";
import { openDeskPage, shoot } from "./desk-page.ts";

const browser = await openBrowser(t);
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** A service with chats that Kim has closed, one per hour until now. */
async function startWithChats(t: Test, texts: readonly string[], options: ServiceOptions = {}): Promise<Service> {
  const service = await startService(t, {
    clock: createManualClock(Date.now() - texts.length * hourMs),
    ...options,
  });
  for (const [index, text] of texts.entries()) {
    const id = String(index + 1);
    await service.say({ id, name: `Client ${id}`, email: `c${id}@mailbox.example` }, text);
    await step(service, id, "accept");
    await step(service, id, "close");
    service.clock.advance(hourMs);
  }
  return service;
}

const results = (page: Page): Locator => page.getByRole("list", { name: "Closed chats" }).getByRole("listitem");
const field = (page: Page): Locator => page.getByRole("searchbox", { name: "Search closed chats" });
/** Only a failing test waits this long. */
const patienceMs = 30_000;

/** Waits until these are shown and the search has ended. The page's policy allows no other way. */
async function found(page: Page, names: readonly string[]): Promise<void> {
  const endMs = Date.now() + patienceMs;
  for (;;) {
    const shown = await page.evaluate(() => [
      document.querySelector(".results")?.getAttribute("aria-busy"),
      ...Array.from(document.querySelectorAll(".result .name"), (name) => name.textContent),
    ]);
    if (shown.join() === ["false", ...names].join()) return;
    if (Date.now() > endMs) throw new Error(`Expected ${names.join()}, got ${shown.join()}`);
    await page.evaluate(() => new Promise(requestAnimationFrame));
  }
}

t.test(
  "closed chats are found while the agent types; the words are marked, and no text is read as markup",
  async (t) => {
    const service = await startWithChats(t, [
      "Where is my Wheel?",
      "Café opening hours",
      hostile,
      "Wheels and wheel bolts",
    ]);
    const { page, complaints } = await openDeskPage(browser, service, "kim", "#/archive");
    await found(page, ["Client 4", "Client 3", "Client 2", "Client 1"]);
    await shoot(t, page, "archive");
    await page.keyboard.press("/");
    await page.keyboard.type("whee");
    // Half of the word finds the same chats. If the test types slowly, the page searches for that half first.
    await page.waitForURL(/#\/archive\?q=whee$/);
    await found(page, ["Client 4", "Client 1"]);
    t.same(await page.locator(".result mark").allInnerTexts(), ["Whee", "whee", "Whee"]);
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
    await shoot(t, page, "archive-nothing");
    await page.goBack();
    t.same(complaints, []);
  },
);

t.test("filters are in the address; each filter narrows the results, alone or together with others", async (t) => {
  const service = await startWithChats(t, ["one", "two", "three"], {
    clock: createManualClock(Date.now() - 3 * dayMs),
  });
  const day = (daysAgo: number): string => {
    const date = new Date(Date.now() - daysAgo * dayMs);
    return [date.getFullYear(), date.getMonth() + 1, date.getDate()]
      .map((part) => String(part).padStart(2, "0"))
      .join("-");
  };
  const { page } = await openDeskPage(browser, service, "ada", `#/archive?from=${day(4)}&q=one`);
  await found(page, ["Client 1"]);
  t.equal(await page.getByLabel("From").inputValue(), day(4));
  await field(page).fill("");
  await found(page, ["Client 3", "Client 2", "Client 1"]);
  await page.getByLabel("From").fill(day(0));
  await found(page, []);
  await page.getByLabel("From").fill("");
  await found(page, ["Client 3", "Client 2", "Client 1"]);
  await page.getByLabel("Agent").selectOption("Lee");
  await found(page, []);
  await page.getByLabel("Agent").selectOption("Kim");
  await page.getByLabel("Channel").selectOption("MOBILEAPP1");
  await page.waitForURL(/#\/archive\?channel=MOBILEAPP1&agent=1$/);
  await found(page, ["Client 3", "Client 2", "Client 1"]);
  await page.reload();
  await found(page, ["Client 3", "Client 2", "Client 1"]);
  t.equal(await page.getByLabel("Agent").inputValue(), "1");
});

t.test("[WJ-13] a closed chat opens read-only beside the client's data, with only the keyboard", async (t) => {
  const service = await startWithChats(t, ["Where is my wheel?", "Hours?"]);
  const { page, complaints } = await openDeskPage(browser, service, "kim", "#/archive?q=wheel");
  await found(page, ["Client 1"]);
  await page.keyboard.press("j");
  await page.keyboard.press("Enter");
  await page.waitForURL(/#\/archive\/1\?q=wheel$/);
  const chat = page.getByRole("main", { name: "Chat with Client 1" });
  await chat.getByText("Where is my wheel?").waitFor();
  await panel(page).getByText("Visitor 1, first chat").waitFor();
  t.equal(await chat.getByRole("textbox").count(), 0, "there is no field for a message");
  await found(page, ["Client 1"]);
  await shoot(t, page, "archive-chat");
  await page.keyboard.press("Escape");
  await page.waitForURL(/#\/archive\?q=wheel$/);
  await found(page, ["Client 1"]);
  t.same(complaints, []);
});

t.test(
  "after a short or empty page the next one is loaded; chats that are not indexed yet and failures are reported",
  async (t) => {
    const service = await startWithChats(t, ["one", "two"]);
    const { page } = await openDeskPage(browser, service, "kim", "#/inbox");
    const token = await service.logIn("kim");
    const { body } = await service.call("GET", "/api/archive", { token });
    let asked = 0;
    const pages = [
      { status: 500, json: { error: { code: "internal_error", message: "Something broke." } } },
      { json: { chats: [], cursor: "b", complete: false } },
      { json: { chats: body.chats.slice(0, 1), cursor: "c", complete: false } },
      { json: { chats: body.chats.slice(1), cursor: null, complete: false } },
    ];
    await page.route(/\/api\/archive\?/, async (route) => {
      const answer = pages[asked];
      asked += 1;
      if (answer === undefined) await route.continue();
      else await route.fulfill(answer);
    });
    await page.goto(`${service.url}/desk/#/archive`);
    await page.getByRole("alert").getByText("Something broke.").waitFor();
    await shoot(t, page, "archive-failed");
    await page.getByRole("button", { name: "Try again" }).click();
    await found(page, ["Client 2", "Client 1"]);
    await page.getByText("Older chats are still being indexed").waitFor();
    await shoot(t, page, "archive-indexing");
    await page.getByRole("button", { name: "Search again" }).click();
    await page.getByText("Older chats are still being indexed").waitFor({ state: "detached" });
  },
);

/** Lets the page save with a Blob, because a test cannot press the button of the browser's own dialog. */
const withoutPicker = (page: Page): Promise<unknown> =>
  page.evaluate("delete Object.getPrototypeOf(window).showSaveFilePicker, delete window.showSaveFilePicker");

async function exportAs(page: Page, format: string): Promise<string> {
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export", exact: true }).click();
  await page.getByRole("button", { name: format }).click();
  return readFileSync(await (await download).path(), "utf8");
}

t.test("found chats are exported: a harmless row for each chat, or all messages", async (t) => {
  const service = await startWithChats(t, ["=1+1", 'He said "no",\nthen left', "+44 20", "other"]);
  const { page, complaints } = await openDeskPage(browser, service, "kim", "#/archive");
  await found(page, ["Client 4", "Client 3", "Client 2", "Client 1"]);
  await withoutPicker(page);
  await page.getByRole("button", { name: "Export", exact: true }).click();
  await shoot(t, page, "archive-export");
  await page.keyboard.press("Escape");
  const table = await exportAs(page, "Table (CSV)");
  const rows = table.split("\r\n");
  t.equal(rows.length, 6, "the file has a head, a row for each chat, and a final line break");
  t.match(rows[0], /^\ufeffchat,channel,/);
  t.match(rows[2], /^3,MOBILEAPP1,.*,'\+44 20$/);
  t.match(rows[3], /"He said ""no"",\nthen left"$/);
  t.match(rows[4], /,'=1\+1$/);
  await page.getByText("Exported 4 chats.").waitFor();

  await field(page).fill("other");
  await found(page, ["Client 4"]);
  const lines = (await exportAs(page, "Everything (JSON Lines)")).trimEnd().split("\n");
  t.equal(lines.length, 1, "the file has only the found chats");
  t.match(JSON.parse(lines[0] ?? ""), { id: "4", client: { name: "Client 4" }, messages: [{ seq: 1, text: "other" }] });
  t.same(complaints, []);
});

t.test("an export is written to the chosen file, continues after a failure, and can be cancelled", async (t) => {
  const service = await startWithChats(t, ["one", "two"]);
  const { page } = await openDeskPage(browser, service, "kim", "#/archive");
  await found(page, ["Client 2", "Client 1"]);
  // Passed as text, because the helpers that the compiler adds to functions are not on the page.
  await page.evaluate(`
    window.written = [];
    const write = async (text) => void written.push(text);
    const createWritable = async () => ({ write, close: () => write("closed"), abort: () => write("aborted") });
    window.showSaveFilePicker = async () => ({ createWritable });
  `);
  const written = (): Promise<readonly string[]> =>
    page.evaluate(() => (window as unknown as { written: string[] }).written);
  let failures = 0;
  await page.route(/\/api\/chats\/1\/messages\?/, async (route) => {
    failures += 1;
    if (failures === 1)
      await route.fulfill({ status: 503, json: { error: { code: "overloaded", message: "Too busy." } } });
    else if (failures === 2)
      await route.fulfill({ status: 409, json: { error: { code: "conflict", message: "Not now." } } });
    else await route.continue();
  });
  const start = async (): Promise<void> => {
    await page.getByRole("button", { name: "Export", exact: true }).click();
    await page.getByRole("button", { name: /JSON Lines/ }).click();
  };
  await start();
  await page.getByText("Too busy. Trying again…").waitFor();
  await page.getByText("Not now.").waitFor();
  await shoot(t, page, "archive-export-stopped");
  t.same(await written(), [], "no partial file is left");
  await page.getByRole("button", { name: "Go on" }).click();
  await page.getByText("Exported 2 chats.").waitFor();
  const [lines = "", end] = await written();
  t.same(
    lines
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line).id),
    ["2", "1"],
  );
  t.equal(end, "closed");
  failures = 1;
  await start();
  await page.getByText("Not now.").waitFor();
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("button", { name: "Export", exact: true }).waitFor();
  t.same((await written()).slice(2), ["aborted"]);
});
