import type { Page } from "playwright-core";
import t from "tap";
import type { AttemptFailure } from "../../../machines/delivery/delivery.types.ts";
import { asChannelId } from "../../../src/core/ids.ts";
import { configureChannel, removeChannel } from "../../../src/domain/configure.ts";
import { channelNamed } from "../../desk/chat-of.ts";
import type { Service } from "../../harness/service.ts";
import { startService } from "../../harness/service.ts";
import { bot, webhooks } from "../../harness/service-config.ts";
import { openBrowser } from "../browser.ts";
import { step } from "./conversation/conversation-world.ts";
import { openDeskPage, shoot } from "./desk-page.ts";
import { chatIdOf, goTo, rowOf } from "./inbox/inbox-page.ts";

t.setTimeout(300_000);
const browser = await openBrowser(t);

/** The real time from the commit of a failure until it is visible. */
const seenWithinMs = 5_000;
const panel = (page: Page) => page.getByRole("region", { name: "Not delivered", exact: true });

const error = (message: string, more: Partial<AttemptFailure> = {}): AttemptFailure => ({
  kind: "error_answer",
  code: "5",
  message,
  ...more,
});
/** The outcome of every attempt at the reply to each client. For other clients, no attempt gets an answer. */
const failures: Readonly<Record<string, AttemptFailure>> = {
  "Error text": error("Mailbox is full"),
  Refused: error("The connection was refused.", { kind: "connection", code: "connection" }),
  "Status 500": error("HTTP status 500", { kind: "http_status", code: "http_status" }),
  "Status 302": error("HTTP status 302: redirects are not followed", { kind: "http_status", code: "http_status" }),
  "Hidden code": error("Internal words", { code: "17", isHidden: true }),
  Strict: error("The answer is not the one the channel asks for.", {
    kind: "unexpected_answer",
    code: "unexpected_answer",
  }),
  Transferred: error("Mailbox is gone"),
  Closed: error("The customer left"),
};
const channels: Readonly<Record<string, string>> = { Disabled: "DISABLED01", Removed: "REMOVED001", Bot: "WITHBOT001" };
const names = [...Object.keys(failures), "Silent", "Disabled", "Removed"];

async function open(service: Service, name: string): Promise<string> {
  await service.say({ id: name, name }, `Hello from ${name}`, channels[name] ?? "MOBILEAPP1");
  return chatIdOf(service, name);
}

/** Each running attempt of a failing reply fails; the bot fails too. */
async function failAll(service: Service, texts: ReadonlyMap<string, AttemptFailure>): Promise<void> {
  for (let number = 1; number <= 3; number += 1) {
    await service.settle();
    for (const attempt of service.attempts) {
      const failure = texts.get(attempt.content.text);
      if (failure !== undefined) attempt.answer({ httpStatus: 200, failure });
    }
    for (const attempt of service.botAttempts) attempt.answer({ failure: error("The bot is broken") });
    await service.pass(3_000);
  }
  // An attempt without an outcome is given up after 8 s.
  await service.pass(15_000);
}

t.test(
  "[DEL-04, DEL-06, DEL-08, DEL-13, DEL-14, BOT-22, WH-38] failures in chats that nobody is viewing are shown without a click",
  async (t) => {
    const service = await startService(t, { channels: { MOBILEAPP1: { webhooks } } });
    const { runtime } = service.app;
    for (const id of Object.values(channels)) {
      const settings = channelNamed(service, id, ["kim", "lee"]);
      await configureChannel(runtime, { ...settings, webhooks: null, ...(id === "WITHBOT001" && { bot }) });
    }
    const looked = await open(service, "Looked at");
    await step(service, "kim", "accept", undefined, looked);
    const ids = new Map<string, string>();
    for (const name of names) {
      const id = await open(service, name);
      ids.set(name, id);
      await step(service, "kim", "accept", undefined, id);
    }
    const kim = await openDeskPage(browser, service, "kim", `#/inbox/mine/${looked}`);
    const ada = await openDeskPage(browser, service, "ada", "#/archive");
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
    const failedAtMs = Date.now();
    const count = kim.page.locator(".views .failing .number");
    await kim.page.waitForFunction(
      (all) => document.querySelector(".views .failing .number")?.textContent === all,
      `${names.length}`,
    );
    await ada.page.getByRole("link", { name: "Deliveries, 2 failed" }).waitFor();
    t.ok(Date.now() - failedAtMs < seenWithinMs, `shown after ${Date.now() - failedAtMs} ms`);
    t.equal(await count.innerText(), `${names.length}`);
    t.match(await panel(kim.page).innerText(), new RegExp(`${names.length} not delivered`));
    // Failures of one moment are collected before they are announced.
    await kim.page
      .getByRole("status")
      .filter({ hasText: /(was|were) not delivered/ })
      .first()
      .waitFor({ state: "attached" });
    await panel(kim.page).getByRole("button", { name: "Show all" }).click();
    const said = await panel(kim.page).innerText();
    for (const name of names) t.match(said, new RegExp(`A message to ${name} was not delivered`), name);
    for (const { message, isHidden } of Object.values(failures))
      t.equal(said.includes(message), isHidden !== true, message);
    await shoot(t, kim.page, "failures-twelve");
    await goTo(kim.page, "#/inbox/all");
    for (const name of names.filter((one) => one !== "Closed"))
      t.match(await rowOf(kim.page, name).innerText(), /Not delivered/, `the row of ${name} is marked`);
    await rowOf(kim.page, "Bot").waitFor();
    await ada.page
      .getByText(/2 events to servers failed/)
      .first()
      .waitFor();
    t.match(await panel(ada.page).innerText(), /The bot is broken|HTTP status 410/);
    await ada.page.reload();
    await ada.page.getByRole("link", { name: "Deliveries, 2 failed" }).waitFor();
    await panel(ada.page).getByRole("link", { name: "Show failed deliveries" }).click();
    await shoot(t, ada.page, "failures-events");
    await ada.page.getByRole("button", { name: "Mark as seen" }).click();
    await ada.page.getByRole("link", { name: "Deliveries", exact: true }).waitFor();
    t.same([...kim.complaints, ...ada.complaints], []);
  },
);

t.test(
  "[DEL-05, DEL-06] a notice sends the message again, shows the result, leads to the chat, and can be dismissed",
  async (t) => {
    const service = await startService(t);
    await service.enter("lee");
    const id = await open(service, "Error text");
    await step(service, "kim", "accept", undefined, id);
    const { page, complaints } = await openDeskPage(browser, service, "kim", "#/settings");
    const lee = await openDeskPage(browser, service, "lee", "#/inbox/failed");
    await step(service, "kim", "messages", { type: "text", text: "Lost" }, id);
    const texts = new Map([["Lost", error("Mailbox is full")]]);
    await failAll(service, texts);
    await panel(page).getByText("A message to Error text was not delivered: Mailbox is full").waitFor();
    await goTo(lee.page, "#/inbox/all");
    await rowOf(lee.page, "Error text")
      .getByText(/Not delivered/)
      .waitFor();
    await goTo(lee.page, "#/inbox/failed");
    await lee.page.getByText("Every message was delivered.").waitFor();
    t.equal(await panel(lee.page).count(), 0, "while the agent who wrote is present, only this agent sees the notice");
    const again = panel(page).getByRole("button", { name: "Send again to Error text" });
    await again.focus();
    const sentAgain = page.waitForResponse(/resend$/);
    await page.keyboard.press("Enter");
    await panel(page).getByText("Sending again to Error text…").waitFor();
    await sentAgain;
    await failAll(service, texts);
    await panel(page).getByText("Sent again, without success.").waitFor();
    const sentOnceMore = page.waitForResponse(/resend$/);
    await again.click();
    await panel(page).getByText("Sending again to Error text…").waitFor();
    await sentOnceMore;
    await service.settle();
    service.attempts.at(-1)?.answer();
    await panel(page).getByText("Sent again and delivered to Error text.").waitFor();

    await step(service, "kim", "messages", { type: "text", text: "Lost" }, id);
    await failAll(service, texts);
    await panel(page).getByRole("link", { name: "Open chat with Error text" }).click();
    const bar = page.getByRole("region", { name: "Not delivered in this chat" });
    await bar.waitFor();
    await page.getByRole("link", { name: "Inbox, 1 not delivered" }).waitFor();
    await page.close();
    await service.settle();
    await rowOf(lee.page, "Error text").waitFor();
    await lee.page.getByRole("button", { name: "Put away" }).click();
    await panel(lee.page).waitFor({ state: "detached" });
    await rowOf(lee.page, "Error text").click();
    await lee.page.getByRole("button", { name: "Dismiss undelivered messages to Error text" }).click();
    await lee.page.getByText("Lee dismissed a message that was not delivered.").waitFor();
    await lee.page.locator(".views .failing").waitFor({ state: "detached" });
    t.same([...complaints, ...lee.complaints], []);
  },
);
