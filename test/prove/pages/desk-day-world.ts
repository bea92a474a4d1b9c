import type { Locator, Page } from "playwright-core";
import { rowOf } from "../../browser/desk/inbox/inbox-page.ts";
import type { Service } from "../../harness/service.ts";
import { bot } from "../../harness/service-config.ts";

/** The actions of two agents at their desks during a day, and the messages that other systems receive. */

export const header = (page: Page): Locator => page.locator(".chat-header");
export const composer = (page: Page): Locator => page.locator(".composer textarea");
export const said = (page: Page, text: string): Locator => page.locator("[data-seq]").filter({ hasText: text });

/** New chats wait while the pointer is over the list. */
const leaveList = (page: Page): Promise<void> => page.mouse.move(800, 300);

/** Opens the chat of a client, at any place in the list. */
export async function openChat(page: Page, view: string, name: string): Promise<void> {
  await leaveList(page);
  await page.evaluate((hash) => {
    location.hash = hash;
  }, `#/inbox/${view}`);
  await rowOf(page, name).locator("a").first().click();
  await header(page).getByText(name, { exact: true }).waitFor();
}

export async function reply(page: Page): Promise<void> {
  await header(page)
    .getByRole("button", { name: /^(Reply|Take over from bot)$/ })
    .click();
  await composer(page).waitFor();
}

export async function write(page: Page, text: string): Promise<void> {
  await composer(page).fill(text);
  await page.keyboard.press("Enter");
  await said(page, text).waitFor();
}

/** From now on the customer system accepts each attempt at once. */
export function takeEverything(service: Service): { stop(): void } {
  let isStopped = false;
  let taken = 0;
  const take = (): void => {
    if (isStopped) return;
    for (const attempt of service.attempts.slice(taken)) attempt.answer();
    taken = service.attempts.length;
    setTimeout(take, 10).unref();
  };
  take();
  return {
    stop() {
      isStopped = true;
    },
  };
}

/** The messages that each customer received, in order, every message once. */
export function gotten(service: Service): ReadonlyMap<string, readonly string[]> {
  const texts = new Map<string, string[]>();
  const seen = new Set<string>();
  for (const { recipient, messageId, content } of service.attempts) {
    if (seen.has(messageId)) continue;
    seen.add(messageId);
    const list = texts.get(recipient.senderId) ?? [];
    texts.set(recipient.senderId, [...list, content.text]);
  }
  return texts;
}

/** The posts of the bot. */
export async function botPosts(service: Service, event: object): Promise<void> {
  const { status } = await service.call("POST", `/bots/webhooks/${bot.providerId}/${bot.token}`, { body: event });
  if (status !== 200) throw new Error(`Expected the bot to be answered 200, got ${status}.`);
  await service.settle();
}

/** Opens the next row with the keyboard. Returns the client's name in the open chat, or null if another agent took the chat meanwhile. */
async function openNext(page: Page): Promise<string | null> {
  await page.keyboard.press("j");
  const row = await page.evaluate(() => document.querySelector(".chat-row:focus")?.getAttribute("data-chat") ?? null);
  if (row === null) return null;
  await page.keyboard.press("Enter");
  const opened = await page.waitForFunction((chatId) => {
    const name = document.querySelector(".chat-header h1")?.textContent ?? null;
    const isGone = document.querySelector(`[data-chat="${chatId}"]`) === null;
    return name !== null || isGone ? { name } : null;
  }, row);
  return (await opened.jsonValue())?.name ?? null;
}

async function backToWaiting(page: Page): Promise<void> {
  await page.evaluate(() => {
    location.hash = "#/inbox/waiting";
  });
  await page.locator(".chat-header").waitFor({ state: "detached" });
}

/** Whether this agent got the open chat, which two agents want. The other agent may have closed it already. */
async function isTakenByMe(page: Page): Promise<boolean> {
  const taken = await page.waitForFunction(() => {
    const words = document.querySelector(".chat-header .state")?.textContent ?? "";
    return /^(With |Closed)/.test(words) ? words : null;
  });
  return (await taken.jsonValue()) === "With you";
}

/** Answers and closes all waiting chats, one after another and with only the keyboard. Returns their number. */
export async function serveAll(page: Page): Promise<number> {
  await backToWaiting(page);
  await leaveList(page);
  const rows = page.locator(".chat-item");
  let served = 0;
  while ((await rows.count()) > 0) {
    const name = await openNext(page);
    if (name !== null) await page.keyboard.press("r");
    if (name !== null && (await isTakenByMe(page))) {
      await page.locator(".composer textarea:focus").waitFor();
      await page.keyboard.type(`Answer for ${name}`);
      await page.keyboard.press("Enter");
      await said(page, `Answer for ${name}`).waitFor();
      await page.keyboard.press("Escape");
      await page.keyboard.press("e");
      await header(page).locator(".state.closed").waitFor();
      served += 1;
    }
    await backToWaiting(page);
  }
  return served;
}
