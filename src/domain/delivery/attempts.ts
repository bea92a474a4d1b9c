import { withoutBot } from "../../../machines/bot-conversation/steps.ts";
import type { ChannelSettings } from "../../../machines/channel/channel.types.ts";
import type { StartAttemptEffect } from "../../../machines/delivery/delivery.types.ts";
import type { AttemptFailure, MailCargo, WebhookCargo } from "../../../machines/tells.ts";
import type { Defects } from "../../actors/defects.ts";
import { assert } from "../../core/assert.ts";
import type { ChatLogEncoder } from "../../ports/chat-log-encoder.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Mailer, OutboundMail } from "../../ports/mailer.ts";
import type { Outbound, OutboundOutcome, WebhookOutcome } from "../../ports/outbound.ts";
import type { ReadRows } from "../../ports/store.ts";
import { StoreAwayError } from "../../ports/store-errors.ts";
import type { ChatLogMailParts } from "../chat/chat-log-mail.ts";
import { composeChatLog } from "../chat/chat-log-mail.ts";
import type { Directory } from "../directory.ts";
import { channelClosed } from "../directory.ts";
import type { ActorEvent } from "../effects.ts";
import { bodyOfWebhook } from "../webhooks/webhook-body.ts";
import { readDelivery } from "./delivery-queries.ts";

export interface AttemptParts extends WebhookAttemptParts, MailAttemptParts {
  readonly directory: Directory;
  readonly outbound: Outbound;
  readonly clock: Clock;
  readonly defects: Defects;
}

/** The outcome of an attempt, or why it was not made. */
type Attempted = Made | { readonly skipped: AttemptFailure } | Withdrawn;
type Withdrawn = { readonly isWithdrawn: true };
type Made = OutboundOutcome & Partial<Pick<WebhookOutcome, "crmAnswer" | "isFinal" | "retryAfterMs" | "isWithdrawn">>;

/**
 * Makes one attempt of a delivery and resolves with the event that its machine waits for. Uses the present settings. Calls `isLate`
 * again after the content was read: another process may have taken the attempt over by then. Source: CH-06, WH-41.
 */
export async function attemptNow(
  effect: StartAttemptEffect,
  parts: AttemptParts,
  isLate: () => boolean,
): Promise<ActorEvent> {
  const startedAtMs = parts.clock.nowMs();
  const outcome = await attemptOutside(effect, parts, isLate).catch((error: unknown): Attempted => {
    // The content could not be read, so nothing was sent.
    if (error instanceof StoreAwayError) return { isWithdrawn: true };
    parts.defects.releaseFailed(`attempt ${effect.attempt} of delivery ${effect.deliveryId}`, error);
    return defective(startedAtMs);
  });
  return toEvent(effect, outcome, parts);
}

/** Nothing was sent, so the attempt does not count. If other processes have already given it up, the event has no effect. */
export const withdrawn = ({ attempt }: StartAttemptEffect, { clock }: Pick<AttemptParts, "clock">): ActorEvent => ({
  type: "attempt.withdrawn",
  nowMs: clock.nowMs(),
  attempt,
});

const defective = (startedAtMs: number): Made => ({
  startedAtMs,
  durationMs: 0,
  httpStatus: null,
  failure: {
    kind: "connection",
    code: "connection",
    message: "Nothing could be sent because of an error in the service.",
  },
  trace: { address: null, answer: null, note: null },
});

function toEvent(effect: StartAttemptEffect, outcome: Attempted, parts: AttemptParts): ActorEvent {
  const nowMs = parts.clock.nowMs();
  const { attempt } = effect;
  if ("skipped" in outcome) return { type: "attempt.skipped", nowMs, attempt, failure: outcome.skipped };
  if (isWithdrawn(outcome)) return withdrawn(effect, parts);
  const { startedAtMs, durationMs, httpStatus, failure, trace, crmAnswer, isFinal, retryAfterMs } = outcome;
  const seen = { nowMs, attempt, startedAtMs, durationMs, trace };
  if (failure === null) {
    const answered = crmAnswer ? { crmAnswer } : {};
    return { type: "attempt.succeeded", ...seen, httpStatus: httpStatus ?? 0, ...answered };
  }
  return {
    type: "attempt.failed",
    ...seen,
    httpStatus,
    failure,
    ...(isFinal === true && { isFinal }),
    ...(retryAfterMs !== undefined && retryAfterMs > 0 && { retryAfterMs }),
  };
}

const isWithdrawn = (outcome: Made | Withdrawn): outcome is Withdrawn => outcome.isWithdrawn === true;

async function attemptOutside(
  effect: StartAttemptEffect,
  parts: AttemptParts,
  isLate: () => boolean,
): Promise<Attempted> {
  const { cargo } = effect;
  switch (cargo.kind) {
    case "webhook":
      return attemptWebhook(effect, cargo, parts, isLate);
    case "mail":
      return attemptMail(effect, cargo, parts, isLate);
    default:
      return attemptOnChannel(effect, cargo, parts);
  }
}

type ChannelCargo = Extract<StartAttemptEffect["cargo"], { readonly kind: "message" | "bot_event" }>;

async function attemptOnChannel(
  effect: StartAttemptEffect,
  cargo: ChannelCargo,
  { directory, outbound }: AttemptParts,
): Promise<Attempted> {
  const channel = directory.find(effect.channelId);
  if (channel === undefined || !channel.settings.enabled)
    return { skipped: channelClosed(directory, effect.channelId) };
  return cargo.kind === "message"
    ? outbound.attempt(toMessage(effect, cargo, channel.settings))
    : tellBot(effect, cargo, channel.settings, outbound);
}

function toMessage(
  { recipient, messageId, attempt, timeoutMs }: StartAttemptEffect,
  { content, sender }: Extract<ChannelCargo, { readonly kind: "message" }>,
  settings: ChannelSettings,
) {
  assert(recipient !== null && messageId !== null, `message ${messageId} was attempted before its lane was opened`);
  return { settings, messageId, attempt, content, sender, recipient, timeoutMs };
}

/** Skipped when the bot was disconnected, also if another bot has replaced it. Source: BOT-08. */
async function tellBot(
  { channelId, messageId: eventId, attempt, timeoutMs }: StartAttemptEffect,
  cargo: Extract<ChannelCargo, { readonly kind: "bot_event" }>,
  { bot, kind: channelKind }: ChannelSettings,
  outbound: Outbound,
): Promise<Attempted> {
  assert(eventId !== null, "an event for a bot has no id");
  if (bot === null || bot.providerId !== cargo.providerId) return { skipped: withoutBot };
  return outbound.tellBot({ channelId, channelKind, bot, eventId, event: cargo.event, attempt, timeoutMs });
}

interface MailAttemptParts extends ChatLogMailParts {
  readonly mailer: Mailer;
}

/** One attempt to send the log of a closed chat, or an agent's answer to a left message. Source: WH-27. */
async function attemptMail(
  effect: StartAttemptEffect,
  cargo: MailCargo,
  parts: MailAttemptParts,
  isLate: () => boolean,
): Promise<Attempted> {
  const { deliveryId, timeoutMs } = effect;
  const mail = await ("answer" in cargo
    ? composeAnswer(effect, cargo.answer, parts)
    : composeChatLog(effect.chatId, cargo, parts));
  if (mail === null) {
    const message = "The text of the mail is no longer stored.";
    return { skipped: { kind: "no_target", code: "no_target", message } };
  }
  if (isLate()) return { isWithdrawn: true };
  return parts.mailer.send({ ...mail, to: cargo.to, messageId: deliveryId, timeoutMs });
}

type Composed = Pick<OutboundMail, "subject" | "text" | "dateMs" | "isByPerson"> | null;

/** The date is the time of writing, so that each attempt sends the same mail. */
async function composeAnswer(
  { deliveryId }: StartAttemptEffect,
  { subject, text }: { readonly subject: string; readonly text: string },
  { store }: MailAttemptParts,
): Promise<Composed> {
  const delivery = await readDelivery(store, deliveryId);
  if (delivery === undefined) return null;
  const { createdAtMs: dateMs } = delivery.context;
  return { subject, text: text.endsWith("\n") ? text : `${text}\n`, dateMs, isByPerson: true };
}

interface WebhookAttemptParts {
  readonly directory: Directory;
  readonly outbound: Outbound;
  readonly store: ReadRows;
  readonly chatLog: ChatLogEncoder;
}

/** One attempt to send an event to the owner's server, at the present address. Source: WH-41. */
export async function attemptWebhook(
  { chatId, channelId, deliveryId, attempt, timeoutMs }: StartAttemptEffect,
  { event }: WebhookCargo,
  { directory, outbound, store, chatLog }: WebhookAttemptParts,
  isLate: () => boolean,
): Promise<Attempted> {
  const webhooks = directory.find(channelId)?.settings.webhooks ?? null;
  if (webhooks === null) return { skipped: noUrl };
  const row = await store.read("webhook", [Number(chatId), deliveryId]);
  if (row === undefined) return { skipped: noBody };
  const body = await bodyOfWebhook(row, chatId, { store, chatLog });
  if (isLate()) return { isWithdrawn: true };
  return outbound.report({ channelId, webhooks, deliveryId, event, body, attempt, timeoutMs });
}

const noTarget = (message: string): AttemptFailure => ({ kind: "no_target", code: "no_target", message });
const noUrl = noTarget("The channel has no webhook URL any more.");
const noBody = noTarget("The event is no longer stored.");
