import type { Locator, Page } from "playwright-core";
import type { Service } from "../../harness/service.ts";
import { bot } from "../../harness/service-config.ts";
import { step } from "../../visitors/visitor-channel.ts";

/** A name with markup, which must be shown as plain text. */
const hostileName = `Ann <img src=x onerror="document.title='run'">`;
const failureWords = "Mailbox is full";

/**
 * Plays chat 1: the bot gets the client's message and hands over, Kim replies, and the customer system refuses the reply three times, 3
 * s apart.
 */
export async function playFailingChat(service: Service): Promise<void> {
  await service.enter("kim", { available: true });
  await service.say({ id: "7", name: hostileName }, "My secret word is swordfish");
  await service.settle();
  await answerBot(service);
  await service.pass(2_000);
  const invitation = { event: "INVITE_AGENT", chat_id: "1" };
  const path = `/bots/webhooks/${bot.providerId}/${bot.token}`;
  const { status } = await service.call("POST", path, { body: invitation });
  if (status !== 200) throw new Error(`Expected the bot to be answered 200, got ${status}`);
  await answerBot(service);
  await service.pass(45_000);
  await step(service, "accept");
  await answerBot(service);
  await step(service, "messages", { type: "text", text: "Are you there?" });
  for (let attempt = 0; attempt < 3; attempt += 1) {
    await service.pass(500);
    service.attempts.at(-1)?.answer({ failure: { kind: "error_answer", code: "5", message: failureWords } });
    await service.settle();
    await service.pass(2_500);
  }
}

/** The bot accepts the events that it receives. */
async function answerBot({ botAttempts, settle }: Service): Promise<void> {
  await settle();
  for (const attempt of botAttempts) attempt.answer();
  await settle();
}

/** The steps that are drawn. */
export const steps = (page: Page): Locator => page.locator("a.step");

/** The headings of the columns, from left to right. */
export const heads = (page: Page): Promise<readonly string[]> =>
  page
    .locator(".sequence-shapes.columns .head")
    .evaluateAll((all) => all.map((head) => head.querySelector("title")?.textContent ?? ""));
