import type { BotSettings, ChannelSettings } from "../../../machines/channel/channel.types.ts";
import type { ClientFacts } from "../../../machines/chat/client.types.ts";
import type { AgentSignature } from "../../../machines/chat/message.types.ts";
import { policyFor } from "../../../machines/delivery/policies.ts";
import type { ClientMessageEvent } from "../../../machines/tells.ts";
import { encodeEvent } from "../../codec/c-webhook/webhook-event.ts";
import { shownValue } from "../../codec/json/value-path.ts";
import { isSampleBot } from "../../core/addresses/sample-bot.ts";
import { asChatId } from "../../core/ids.ts";
import type { Result } from "../../core/result.ts";
import { fail, ok } from "../../core/result.ts";
import type { Clock } from "../../ports/clock.ts";
import type {
  Outbound,
  OutboundAttempt,
  OutboundBotEvent,
  OutboundOutcome,
  OutboundWebhook,
  WebhookTarget,
} from "../../ports/outbound.ts";
import type { RequestPreview, RequestPreviews } from "../../ports/request-preview.ts";
import type { ChannelLogRow, Commits } from "../../ports/store.ts";
import type { BotTests } from "../bot/bot-tests.ts";
import { testChatId } from "../bot/bot-tests.ts";
import type { BotSays } from "../bot/sample-bot.ts";
import { sampleAnswers, takenAt } from "../bot/sample-bot.ts";
import { blankClient } from "../client/client-record.ts";
import { describeOutcome } from "../delivery/notices.ts";
import { newDeliveryId, newMessageId } from "../new-ids.ts";
import type { SharedEndpoints } from "../webhooks/shared-endpoints.ts";
import { endpointNamed } from "../webhooks/shared-endpoints.ts";

/** The parts of a channel that can be tested. */
export type TestTarget = "customer_system" | "webhooks" | "bot";

export interface ChannelTest {
  readonly settings: ChannelSettings;
  readonly target: TestTarget;
  /** Of the webhooks, the endpoint that gets the test; undefined for the webhook URL. */
  readonly endpoint: string | undefined;
  /** The administrator who requested the test. */
  readonly by: AgentSignature;
  /** The request for the test. */
  readonly cause: string;
}

export interface ChannelTestParts {
  readonly outbound: Pick<Outbound, "attempt" | "report" | "tellBot">;
  readonly botTests: BotTests;
  readonly previews: RequestPreviews;
  readonly shared: Pick<SharedEndpoints, "list">;
  readonly store: Commits;
  readonly clock: Clock;
  /** Makes an id for an entry of a channel's delivery log. */
  readonly newLogId: () => string;
}

export interface TestedChannel {
  readonly target: TestTarget;
  readonly outcome: OutboundOutcome;
  readonly request: RequestPreview;
  /** What the bot posted in answer; absent for other targets. */
  readonly posts?: readonly BotSays[];
}

/** A test that is ready to be sent. */
export interface TestErrand {
  readonly test: ChannelTest;
  readonly request: RequestPreview;
  /** Makes one attempt, in the same way as any other. */
  send(): Promise<Pick<TestedChannel, "outcome" | "posts">>;
}

/** Prepares a test without sending it. `conflict` when the channel is switched off, has no such target, or while its bot is tested. */
export function prepareTest(test: ChannelTest, parts: ChannelTestParts): Result<TestErrand> {
  const { settings, target } = test;
  if (!settings.enabled) return fail("conflict", "The channel is switched off: switch it on, then it can be tested.");
  if (target === "webhooks") {
    const receiver = receiverOf(test, parts);
    return receiver.ok ? ok(toWebhookErrand(test, receiver.value, parts)) : receiver;
  }
  if (target === "bot") {
    const { bot } = settings;
    if (bot === null) return fail("conflict", "The channel has no bot: connect one first.");
    const refused = isSampleBot(bot) ? null : parts.botTests.refusal(settings.id);
    return refused === null ? ok(toBotErrand(test, bot, parts)) : { ok: false, failure: refused };
  }
  if (test.endpoint !== undefined)
    return fail("invalid_request", 'Field endpoint must be absent, because target is not "webhooks".');
  return settings.kind === "widget"
    ? fail("conflict", "A widget has no customer system: messages go to the pages of its visitors.")
    : ok(toMessageErrand(test, parts));
}

/** A paused endpoint can be tested. Source: WH-43. */
function receiverOf(
  { settings: { webhooks }, endpoint }: ChannelTest,
  { shared }: ChannelTestParts,
): Result<WebhookTarget> {
  if (endpoint !== undefined) {
    const found = endpointNamed(endpoint, webhooks?.endpoints, shared);
    return found === undefined ? fail("conflict", `There is no endpoint ${shownValue(endpoint)}.`) : ok(found);
  }
  return webhooks === null || webhooks.url === ""
    ? fail("conflict", "The channel has no webhooks: set the URL of the webhooks first.")
    : ok(webhooks);
}

/**
 * Sends the test once. Only an entry in the channel's delivery log is stored. Resolves when the entry is durable, soon after the
 * time limit of an attempt. Source: DEL-28.
 */
export async function sendTest({ test, request, send }: TestErrand, parts: ChannelTestParts): Promise<TestedChannel> {
  const { outcome, posts } = await send();
  const { settings, target, cause } = test;
  const row: ChannelLogRow = {
    atMs: outcome.startedAtMs,
    kind: "test",
    cause,
    chatId: null,
    messageSeq: 0,
    text: describeTest(test, outcome),
  };
  await parts.store.commit({}, () => [{ table: "channelLog", key: [settings.id, parts.newLogId()], row }]);
  return { target, outcome, request, ...(posts && { posts }) };
}

const testId = "parley-test";

function toMessageErrand(test: ChannelTest, { outbound, previews, clock }: ChannelTestParts): TestErrand {
  const { settings, by: sender } = test;
  const nowMs = clock.nowMs();
  const text = `This is a test by ${sender.name} of the channel ${settings.name}. It is not for a customer.`;
  const content = { type: "text", text, media: null } as const;
  const attempt: OutboundAttempt = {
    settings,
    messageId: newMessageId(),
    deliveryId: newDeliveryId(nowMs),
    attempt: 1,
    content,
    sender,
    recipient: { senderId: testId, senderIdKind: "string" },
    timeoutMs: policyFor({ kind: "message", content, sender }).timeoutMs,
  };
  return {
    test,
    request: previews.message(attempt, nowMs),
    send: async () => ({ outcome: await outbound.attempt(attempt) }),
  };
}

/** The only event that needs no chat. Source: WH-18. */
const event = "offline_message";

function toWebhookErrand(test: ChannelTest, webhooks: WebhookTarget, parts: ChannelTestParts): TestErrand {
  const { id: channelId, name } = test.settings;
  const { outbound, previews, clock } = parts;
  const nowMs = clock.nowMs();
  const deliveryId = newDeliveryId(nowMs);
  const text = `This is a test by ${test.by.name} of the webhooks of ${name}. It is not from a visitor.`;
  const { head } = encodeEvent({
    event,
    channelId,
    client: nobody,
    page: null,
    // The ids of real messages are numbers.
    messageId: `${testId}-${deliveryId}`,
    text,
  });
  const report: OutboundWebhook = {
    channelId,
    webhooks,
    deliveryId,
    event,
    body: Buffer.from(head),
    attempt: 1,
    timeoutMs: policyFor({ kind: "webhook", event }).timeoutMs,
  };
  return {
    test,
    request: previews.webhook(report, nowMs),
    send: async () => ({ outcome: await outbound.report(report) }),
  };
}

/** The bot may answer in the chat of the test, which does not exist. Source: BOT-50. */
function toBotErrand(test: ChannelTest, bot: BotSettings, parts: ChannelTestParts): TestErrand {
  const { id: channelId, kind: channelKind } = test.settings;
  const { outbound, previews, botTests, clock } = parts;
  const nowMs = clock.nowMs();
  const event: ClientMessageEvent = {
    event: "CLIENT_MESSAGE",
    chatId: asChatId(testChatId),
    clientNumber: 0,
    sender: { name: nobody.name, url: null, hasContacts: false },
    agentsOnline: false,
    text: `This is a test by ${test.by.name}. It is not from a customer.`,
    buttonId: null,
    atMs: nowMs,
  };
  const telling: OutboundBotEvent = {
    channelId,
    channelKind,
    bot,
    eventId: newMessageId(),
    deliveryId: newDeliveryId(nowMs),
    event,
    attempt: 1,
    timeoutMs: policyFor({ kind: "bot_event", providerId: bot.providerId, event }).timeoutMs,
  };
  return {
    test,
    request: previews.bot(telling, nowMs),
    async send() {
      if (isSampleBot(bot)) return { outcome: takenAt(nowMs), posts: sampleAnswers(event) };
      const running = botTests.begin(channelId);
      try {
        const outcome = await outbound.tellBot(telling);
        return { outcome, posts: outcome.failure === null ? await running.posts() : [] };
      } finally {
        running.end();
      }
    },
  };
}

/** Used in place of a visitor; it needs no visitor number. */
const nobody: ClientFacts = { ...blankClient(testId, "string", 0), name: "Parley test" };

const targetNames: Readonly<Record<TestTarget, string>> = {
  customer_system: "the customer system",
  webhooks: "the webhooks",
  bot: "the bot",
};

/** Like `test of the webhooks by Ada (agent 4) to https://…: delivered, HTTP 200 after 12 ms`. */
function describeTest({ target, endpoint, by }: ChannelTest, outcome: OutboundOutcome): string {
  const { address } = outcome.trace;
  const where = address === null ? "" : ` to ${address}`;
  const whether = outcome.failure === null ? "delivered" : "not delivered";
  const what = endpoint === undefined ? targetNames[target] : `the endpoint ${endpoint}`;
  return `test of ${what} by ${by.name} (agent ${by.id})${where}: ${whether}, ${describeOutcome(outcome)}`;
}
