import type { Page } from "playwright-core";
import t from "tap";
import type { AttemptFailure } from "../../../machines/tells.ts";
import { asChannelId } from "../../../src/core/ids.ts";
import { configureChannel, removeChannel } from "../../../src/domain/configure.ts";
import { until } from "../../delivery/through-service.ts";
import { channelNamed } from "../../desk/chat-of.ts";
import type { Service } from "../../harness/service.ts";
import { startService } from "../../harness/service.ts";
import { bot, webhooks } from "../../harness/service-config.ts";
import { openBrowser, untilFocused } from "../browser.ts";
import { sizes } from "../views.ts";
import { step } from "./conversation/conversation-world.ts";
import { openDeskPage, shoot } from "./desk-page.ts";
import { chatIdOf, goTo, rowOf } from "./inbox/inbox-page.ts";

t.setTimeout(300_000);
const browser = await openBrowser(t);

const panel = (page: Page) => page.getByRole("region", { name: "Not delivered", exact: true });
const details = (page: Page) => page.getByRole("region", { name: "Delivery" });

/** Pages of 1,440 and 1,024 px at a zoom of 200 %. */
const zoomed = [
  { width: 720, height: 450 },
  { width: 512, height: 384 },
];

const hostile = `<img src=x onerror="document.title='run'">`;
const address = "https://shop.example.com/…";
const error = (message: string, more: Partial<AttemptFailure> = {}): AttemptFailure => ({
  kind: "error_answer",
  code: "5",
  message,
  ...more,
});
/** The outcome of every attempt at the reply to each client. For other clients, no attempt gets an answer. */
const failures: Readonly<Record<string, AttemptFailure>> = {
  "Error text": error(`Mailbox is full ${hostile}`),
  "Hidden code": error("Internal words", { code: "17", isHidden: true }),
  Transferred: error("Mailbox is gone"),
  Closed: error("The customer left"),
};
const channels: Readonly<Record<string, string>> = { Disabled: "DISABLED01", Removed: "REMOVED001", Bot: "WITHBOT001" };
const names = [...Object.keys(failures), "Silent", "Disabled", "Removed"];

async function open(service: Service, name: string): Promise<string> {
  await service.say({ id: name, name }, `Hello from ${name}`, channels[name] ?? "MOBILEAPP1");
  return chatIdOf(service, name);
}

/**
 * Each running attempt of a failing reply fails; the bot fails too. There are more rounds than attempts, because an attempt that would leave too
 * late is withdrawn and made again.
 */
async function failAll(service: Service, texts: ReadonlyMap<string, AttemptFailure>): Promise<void> {
  for (let number = 1; number <= 5; number += 1) {
    await service.settle();
    for (const attempt of service.attempts) {
      const failure = texts.get(attempt.content.text);
      if (failure !== undefined)
        attempt.answer({ httpStatus: 200, failure, trace: { address, answer: null, note: null } });
    }
    for (const attempt of service.botAttempts) attempt.answer({ failure: error("The bot is broken") });
    await service.pass(3_000);
  }
  // An attempt without an outcome is given up after 8 s.
  await service.pass(15_000);
}

const service = await startService(t, { channels: { MOBILEAPP1: { webhooks } } });
await service.enter("lee");
const kim = await openDeskPage(browser, service, "kim");
const ada = await openDeskPage(browser, service, "ada");
/** The chats of the names that have one. */
const ids = new Map<string, string>();

t.test(
  "[DEL-04, DEL-06, DEL-08, DEL-13, DEL-14, BOT-22, WH-38] failures in chats that nobody is viewing are shown without a click",
  async (t) => {
    const { runtime } = service.app;
    for (const id of Object.values(channels)) {
      const settings = channelNamed(service, id, ["kim", "lee"]);
      await configureChannel(runtime, { ...settings, webhooks: null, ...(id === "WITHBOT001" && { bot }) });
    }
    const looked = await open(service, "Looked at");
    await step(service, "kim", "accept", undefined, looked);
    for (const name of names) {
      const id = await open(service, name);
      ids.set(name, id);
      await step(service, "kim", "accept", undefined, id);
    }
    await goTo(kim.page, `#/inbox/mine/${looked}`);
    await goTo(ada.page, "#/archive");
    await rowOf(kim.page, "Silent").waitFor();
    const texts = new Map<string, AttemptFailure>();
    for (const [name, id] of ids) {
      await step(service, "kim", "messages", { type: "text", text: `Reply to ${name}` }, id);
      const failure = failures[name];
      if (failure !== undefined) texts.set(`Reply to ${name}`, failure);
    }
    await step(service, "kim", "transfer", { agentId: 2 }, ids.get("Transferred"));
    await step(service, "kim", "close", undefined, ids.get("Closed"));
    await open(service, "Bot");
    service.reports[0]?.answer({
      isFinal: true,
      failure: { kind: "gone", code: "gone", message: "HTTP status 410" },
    });
    await configureChannel(runtime, {
      ...channelNamed(service, "DISABLED01", ["kim", "lee"]),
      webhooks: null,
      enabled: false,
    });
    await removeChannel(runtime, asChannelId("REMOVED001"));
    await failAll(service, texts);
    await kim.page.waitForFunction(
      (all) => document.querySelector(".views .count.failing")?.textContent === all,
      `${names.length}`,
    );
    await ada.page.getByRole("link", { name: "Deliveries, 2 failed" }).waitFor();
    t.match(await panel(kim.page).innerText(), new RegExp(`${names.length} not delivered`));
    // Failures of one moment are collected before they are announced.
    await kim.page
      .getByRole("status")
      .filter({ hasText: /(was|were) not delivered/ })
      .first()
      .waitFor({ state: "attached" });
    for (const viewport of [...Object.values(sizes), { width: 768, height: 1_024 }, ...zoomed]) {
      await kim.page.setViewportSize(viewport);
      const [work, composer, failed] = await Promise.all(
        [".columns", ".composer", ".failures"].map((part) => kim.page.locator(part).boundingBox()),
      );
      const endOf = (box: typeof work = null): number => (box?.y ?? 0) + (box?.height ?? 0);
      t.ok(endOf(composer) <= endOf(work) + 1, `the composer is in the page at ${viewport.width} px`);
      t.ok(endOf(work) <= (failed?.y ?? 0) + 1, `the failures cover nothing at ${viewport.width} px`);
      t.ok((failed?.height ?? 100) < 60, `the failures are one line at ${viewport.width} px`);
    }
    await kim.page.setViewportSize(sizes.wide);
    const isApart = kim.page.waitForFunction(() => {
      const [notice, work] = [".toast", ".columns"].map((part) =>
        document.querySelector(part)?.getBoundingClientRect(),
      );
      return notice !== undefined && work !== undefined && notice.top >= work.bottom;
    });
    await kim.page.getByRole("button", { name: "Close", exact: true }).click();
    await isApart;
    t.pass("the undo of a close covers nothing and is not covered");
    await panel(kim.page).getByRole("button", { name: "Show all" }).click();
    const said = await panel(kim.page).innerText();
    for (const name of names) t.match(said, new RegExp(`A message to ${name} was not delivered`), name);
    for (const { message, isHidden } of Object.values(failures))
      t.equal(said.includes(message), isHidden !== true, message);
    await shoot(t, kim.page, "failures");
    await goTo(kim.page, "#/inbox/all");
    for (const name of names.filter((one) => one !== "Closed"))
      t.match(await rowOf(kim.page, name).innerText(), /Not delivered/, `the row of ${name} is marked`);
    await rowOf(kim.page, "Bot").waitFor();
    await ada.page
      .getByText(/2 events to servers failed/)
      .first()
      .waitFor();
    t.match(await panel(ada.page).innerText(), /The bot is broken|HTTP status 410/);
    await panel(ada.page).getByRole("link", { name: "Show failed deliveries" }).click();
    await ada.page.getByText("HTTP status 410").first().waitFor();
    await ada.page.getByRole("button", { name: "Mark as seen" }).click();
    await ada.page.getByRole("link", { name: "Deliveries", exact: true }).waitFor();
  },
);

t.test(
  "[AUTH-14, AUTH-15, DEL-05, DEL-28, WH-38] the log of deliveries shows every attempt, and sends failed deliveries again",
  async (t) => {
    const { page } = ada;
    await goTo(page, "#/deliveries");
    await page.getByLabel("State").selectOption("failed");
    await page.getByRole("combobox", { name: "What", exact: true }).selectOption("message");
    await page.waitForURL(/kind=message/);
    const row = page.locator(".delivery-row").filter({ hasText: "Reply to Error text" });
    const outcome = row.locator(".outcome");
    await outcome.getByText(`Not delivered after 3 attempts: Mailbox is full ${hostile}`).waitFor();
    await shoot(t, page, "deliveries");
    await page.setViewportSize({ width: 360, height: 740 });
    const words = outcome.locator("span");
    const isCut = () => words.evaluate((element) => element.scrollWidth > element.clientWidth);
    t.equal(await isCut(), true, "on a phone the reason ends in an ellipsis");
    t.ok(((await outcome.boundingBox())?.height ?? 0) >= 44);
    await outcome.focus();
    await page.keyboard.press("Enter");
    t.equal(await outcome.getAttribute("aria-expanded"), "true");
    t.equal(await isCut(), false, "the page shows the complete reason");
    await page.setViewportSize(sizes.wide);
    await page.getByLabel("Reason").selectOption("gone");
    await page.waitForURL(/failure=gone/);
    await page.getByText("No delivery matches.").waitFor();
    await page.getByLabel("Reason").selectOption("");
    await row.getByRole("link").click();
    await details(page).getByText(address).first().waitFor();
    await page.keyboard.press("Escape");

    await page.getByRole("combobox", { name: "What", exact: true }).selectOption("webhook");
    await page.waitForURL(/kind=webhook/);
    await page.locator(".delivery-row", { hasText: "Reply to" }).first().waitFor({ state: "detached" });
    const accepted = page.locator(".delivery-row", { hasText: "Event: chat_accepted" });
    const begun = page.getByRole("columnheader", { name: "Started" });
    const idsShown = () =>
      page.locator(".row-link").evaluateAll((links) => links.map((link) => link.getAttribute("href")?.slice(13, 39)));
    const newestFirst = await idsShown();
    t.same(newestFirst, newestFirst.toSorted().reverse());
    await begun.getByRole("button").click();
    await page.waitForURL(/sort=createdAt/);
    await until(async () => (await idsShown()).join() === newestFirst.toReversed().join());
    t.equal(await begun.getAttribute("aria-sort"), "ascending");
    await begun.getByRole("button").click();
    await page.waitForURL((url) => !url.href.includes("sort"));
    await accepted.first().getByRole("link").click();
    await details(page).getByText("Content", { exact: true }).waitFor();
    t.match(await details(page).locator("pre").last().innerText(), /"event_name":"chat_accepted"/);
    await shoot(t, page, "delivery");
    const sent = service.reports.length;
    await details(page).getByRole("button", { name: "Send again" }).click();
    await page.getByText("It is on its way again.").waitFor();
    await untilFocused(details(page).getByRole("heading", { level: 2 }));
    await service.settle();
    t.equal(service.reports.length, sent + 1, "the event is sent again");
    t.same(service.reports.at(-1)?.json, service.reports[0]?.json);

    await goTo(kim.page, "#/deliveries?kind=message&state=failed");
    await kim.page.locator(".delivery-row", { hasText: "Reply to Error text" }).getByRole("link").click();
    await details(kim.page).getByText("Mailbox is full").first().waitFor();
    t.equal(await details(kim.page).getByText("shop.example.com").count(), 0, "an agent sees no address");
    t.equal(await page.title().then((title) => title.includes("run")), false);
  },
);

t.test(
  "[DEL-05, DEL-06] a notice sends the message again, shows the result, leads to the chat, and can be dismissed",
  async (t) => {
    const { page } = kim;
    const name = "Error text";
    const texts = new Map([[`Reply to ${name}`, error("Mailbox is full")]]);
    const lee = await openDeskPage(browser, service, "lee", "#/inbox/all");
    await rowOf(lee.page, name)
      .getByText(/Not delivered/)
      .waitFor();
    await panel(lee.page).getByText("A message to Transferred was not delivered").waitFor();
    t.notMatch(await panel(lee.page).innerText(), name, "the writer is present, so only the writer sees the notice");
    await goTo(page, "#/settings");
    await panel(page).getByText(`A message to ${name} was not delivered: Mailbox is full`).waitFor();
    const again = panel(page).getByRole("button", { name: `Send again to ${name}` });
    await again.focus();
    const sentAgain = page.waitForResponse(/resend$/);
    await page.keyboard.press("Enter");
    await panel(page).getByText(`Sending again to ${name}…`).waitFor();
    await sentAgain;
    await failAll(service, texts);
    await panel(page).getByText("Sent again, without success.").waitFor();
    const sentOnceMore = page.waitForResponse(/resend$/);
    await again.click();
    await panel(page).getByText(`Sending again to ${name}…`).waitFor();
    await sentOnceMore;
    await service.settle();
    service.attempts.at(-1)?.answer();
    await panel(page).getByText(`Sent again and delivered to ${name}.`).waitFor();

    await panel(page).getByRole("link", { name: "Open chat with Hidden code" }).click();
    await page.getByRole("region", { name: "Not delivered in this chat" }).waitFor();
    await page.close();
    await service.settle();
    const dismiss = lee.page.getByRole("button", { name: "Dismiss undelivered messages to Hidden code" });
    await goTo(lee.page, `#/inbox/all/${ids.get("Hidden code")}`);
    await dismiss.click();
    await lee.page.getByText("Lee dismissed a message that was not delivered.").waitFor();
    await lee.page.getByRole("button", { name: "Hide", exact: true }).click();
    await panel(lee.page).waitFor({ state: "detached" });
    t.same([...kim.complaints, ...ada.complaints, ...lee.complaints], []);
  },
);
