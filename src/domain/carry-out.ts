import { withoutBot } from "../../machines/bot-conversation/steps.ts";
import type { ChannelSettings, WebhookEndpoint } from "../../machines/channel/channel.types.ts";
import type { StartAttemptEffect } from "../../machines/delivery/delivery.types.ts";
import { policyFor } from "../../machines/delivery/policies.ts";
import type { AttemptFailure, MailCargo, WebhookCargo } from "../../machines/tells.ts";
import type { Hands } from "../actors/actor-system.ts";
import type { Defects } from "../actors/defects.ts";
import type { Release } from "../actors/draft.ts";
import type { CarryOut } from "../actors/executor.ts";
import type { Limits } from "../config/limits.ts";
import { isSampleBot } from "../core/addresses/sample-bot.ts";
import { assert } from "../core/result.ts";
import type { ChatLogEncoder } from "../ports/chat-log-encoder.ts";
import type { Clock } from "../ports/clock.ts";
import type { Log } from "../ports/log.ts";
import type { Mailer, OutboundMail } from "../ports/mailer.ts";
import type { Outbound, OutboundOutcome, WebhookOutcome } from "../ports/outbound.ts";
import type { Peers } from "../ports/peers.ts";
import type { ReadRows } from "../ports/store.ts";
import { StoreAwayError } from "../ports/store-errors.ts";
import type { TellSampleBot } from "./bot/sample-bot.ts";
import type { CallEffects } from "./call/call-effects.ts";
import { composeChatLog } from "./chat/chat-log-mail.ts";
import { readDelivery } from "./delivery/delivery-actor.ts";
import type { Notices } from "./delivery/notices.ts";
import type { Directory } from "./directory.ts";
import { channelClosed } from "./directory.ts";
import type { ActorEvent, ReleasedEffect } from "./effects.ts";
import type { Feed } from "./feed/feed.ts";
import type { VisitorFeed } from "./feed/visitor-feed.ts";
import type { AttemptWatch } from "./telemetry/attempt-metrics.ts";
import type { SharedEndpoints } from "./webhooks/shared-endpoints.ts";
import { endpointNamed, sharedMark } from "./webhooks/shared-endpoints.ts";
import { bodyOfWebhook } from "./webhooks/webhook-body.ts";

/** Who carries out the released effects. */
export interface Carriers {
  readonly directory: Directory;
  readonly feed: Feed;
  readonly visitorFeed: VisitorFeed;
  readonly attempts: Attempts;
  readonly calls: CallEffects;
  readonly notices: Notices;
  readonly log: Log;
}

type Released<Type extends ReleasedEffect["type"]> = Release<Extract<ReleasedEffect, { readonly type: Type }>>;
type CarryOutTable = { readonly [Type in ReleasedEffect["type"]]: (release: Released<Type>) => void };

/** Carries out each released effect after its commit is durable. */
export function createCarryOut(carriers: Carriers): CarryOut {
  const { directory, feed, visitorFeed, attempts, calls, notices, log } = carriers;
  const table: CarryOutTable = {
    "effect.agent.publish": ({ effect, revision }) => directory.keepAgent(effect, revision),
    "effect.attempt.start": attempts.start,
    "effect.call.publish": calls.publish,
    "effect.call.start": calls.start,
    "effect.channel.publish": ({ effect, revision }) => directory.keepChannel(effect, revision),
    "effect.offline.publish": ({ effect }) => feed.showOfflineMessage(effect.number),
    "effect.typing.publish": ({ effect, actor }) => feed.showTyping(actor, effect),
    "effect.typing.send": (release) => {
      notices.send(release);
      visitorFeed.showTyping(release.effect);
    },
    "effect.unseen.publish": () => feed.showUnseen(),
    // The text may contain a receiver's response, so it is a separate field.
    "effect.administrator.tell": ({ effect: { channelId, chatId, text }, actor }) =>
      log.warn(
        { channelId, chatId, actor, text },
        "an event was not delivered to the owner's server, and is lost unless it is replayed",
      ),
  };
  // `release` of this folder accepts only the effects of the table.
  return (release) => table[release.effect.type as ReleasedEffect["type"]](release as never);
}

/** Makes attempts. Each outcome becomes an event. */
export interface Attempts {
  start(release: Release<StartAttemptEffect>): void;
}

/** What one attempt works with beside its content and its receiver. */
interface AttemptRun {
  readonly notices: Notices;
  readonly watch: AttemptWatch;
  readonly isLate: IsLate;
  readonly hands: Hands;
}

export const createAttempts = (parts: AttemptParts, run: AttemptRun): Attempts => ({
  start: (release) => run.hands.isUnderWay(attempt(release, parts, run), release.actor, "request"),
});

async function attempt(
  release: Release<StartAttemptEffect>,
  parts: AttemptParts,
  { notices, watch, isLate, hands }: AttemptRun,
): Promise<void> {
  const { effect, actor, conversation } = release;
  // The next attempt of a grid keeps its distance from the stored start of this one, also when only that is known. The short wait for a
  // notice does not count: it belongs to the attempt.
  const isLateForGrid = policyFor(effect.cargo).kind === "grid" && parts.clock.nowMs() > release.leavesByMs;
  // "Typing has ended" is sent before the message that ended it. Later attempts keep their time. Source: CH-49.
  const isMessage = effect.cargo.kind === "message";
  const before = isMessage && effect.attempt === 1 ? notices.waitFor(conversation) : null;
  if (before !== null) await before;
  const cause = `attempt ${effect.attempt} of ${actor}`;
  const watched = watch.spans === null ? null : watch.spans(release, cause);
  watch.botTurns.noteAttempt(effect, release.atMs);
  const isLateNow = (): boolean => isLate(release);
  const event = isLateNow() || isLateForGrid ? withdrawn(effect, parts) : await attemptNow(effect, parts, isLateNow);
  watch.durations.note(effect, event);
  const target = { kind: "actor" as const, actor, conversation };
  if (watched !== null) await watched.ended(event);
  const taken = hands.post.untilDone({ target, event, cause });
  hands.isUnderWay(taken, actor);
  await taken;
  watched?.isTaken();
}

/**
 * The maximum time between the composition of a commit and the release of its effects. It is shorter than the silence after which
 * other processes treat a process as dead and carry out its stored work (5 s).
 */
const leavesWithinMs = 3_000;
/** The same for a single process. The deadline of an attempt or a call is this much longer than the time limit of the request. */
const leavesAloneWithinMs = 5_000;

export type IsLate = (release: Release) => boolean;

/**
 * Whether the deadline of a released effect may fire before its outcome is known. That is so if the commit took too long, or if
 * this process stopped for a while after it. The next attempt would then run in parallel with this one, in this process or in the
 * process that took the deadline over. Source: DEL-02, CALL-06.
 */
export const createIsLate = ({ isAlone }: Peers, clock: Clock): IsLate => {
  const withinMs = isAlone ? leavesAloneWithinMs : leavesWithinMs;
  return ({ atMs }) => clock.nowMs() - atMs > withinMs;
};

/** What leads to the receivers of attempts. */
export interface AttemptParts {
  readonly directory: Directory;
  /** Endpoints of every channel. */
  readonly shared: Pick<SharedEndpoints, "list">;
  readonly outbound: Outbound;
  readonly tellSampleBot: TellSampleBot;
  readonly mailer: Mailer;
  readonly contents: Contents;
  readonly clock: Clock;
  readonly defects: Defects;
}

/** Mails and events are composed when they are sent, from what is stored. */
interface Contents {
  readonly store: ReadRows;
  readonly chatLog: ChatLogEncoder;
  readonly limits: Limits;
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
const withdrawn = ({ attempt }: StartAttemptEffect, { clock }: AttemptParts): ActorEvent => ({
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
  { directory, outbound, tellSampleBot }: AttemptParts,
): Promise<Attempted> {
  const channel = directory.find(effect.channelId);
  if (channel === undefined || !channel.settings.enabled)
    return { skipped: channelClosed(directory, effect.channelId) };
  return cargo.kind === "message"
    ? outbound.attempt(toMessage(effect, cargo, channel.settings))
    : tellBot(effect, cargo, channel.settings, outbound, tellSampleBot);
}

function toMessage(
  { recipient, messageId, deliveryId, attempt, timeoutMs }: StartAttemptEffect,
  { content, sender }: Extract<ChannelCargo, { readonly kind: "message" }>,
  settings: ChannelSettings,
) {
  assert(recipient !== null && messageId !== null, `message ${messageId} was attempted before its lane was opened`);
  return { settings, messageId, deliveryId, attempt, content, sender, recipient, timeoutMs };
}

/** Skipped when the bot was disconnected, also if another bot has replaced it. Source: BOT-08. */
async function tellBot(
  { channelId, messageId: eventId, deliveryId, attempt, timeoutMs }: StartAttemptEffect,
  cargo: Extract<ChannelCargo, { readonly kind: "bot_event" }>,
  { bot, kind: channelKind }: ChannelSettings,
  outbound: Outbound,
  tellSampleBot: TellSampleBot,
): Promise<Attempted> {
  assert(eventId !== null, "an event for a bot has no id");
  if (bot === null || bot.providerId !== cargo.providerId) return { skipped: withoutBot };
  const { event } = cargo;
  const telling = { channelId, channelKind, bot, eventId, deliveryId, event, attempt, timeoutMs };
  return isSampleBot(bot) ? tellSampleBot(telling) : outbound.tellBot(telling);
}

/** One attempt to send the log of a closed chat, or an agent's answer to an offline message. Source: WH-27. */
async function attemptMail(
  effect: StartAttemptEffect,
  cargo: MailCargo,
  { directory, mailer, contents: { store, limits } }: AttemptParts,
  isLate: () => boolean,
): Promise<Attempted> {
  const { deliveryId, timeoutMs } = effect;
  const mail = await ("answer" in cargo
    ? composeAnswer(effect, cargo.answer, store)
    : composeChatLog(effect.chatId, cargo, directory, store, limits));
  if (mail === null) {
    const message = "The text of the mail is no longer stored.";
    return { skipped: { kind: "no_target", code: "no_target", message } };
  }
  if (isLate()) return { isWithdrawn: true };
  return mailer.send({ ...mail, to: cargo.to, messageId: deliveryId, timeoutMs });
}

type Composed = Pick<OutboundMail, "subject" | "text" | "dateMs" | "isByPerson"> | null;

/** The date is the time of writing, so that each attempt sends the same mail. */
async function composeAnswer(
  { deliveryId }: StartAttemptEffect,
  { subject, text }: { readonly subject: string; readonly text: string },
  store: ReadRows,
): Promise<Composed> {
  const delivery = await readDelivery(store, deliveryId);
  if (delivery === undefined) return null;
  const { createdAtMs: dateMs } = delivery.context;
  return { subject, text: text.endsWith("\n") ? text : `${text}\n`, dateMs, isByPerson: true };
}

/** One attempt to send an event to the owner's server, at the present address. Source: WH-41. */
export async function attemptWebhook(
  { chatId, channelId, deliveryId, attempt, timeoutMs }: StartAttemptEffect,
  { event, endpoint }: WebhookCargo,
  { directory, shared, outbound, contents: { store, chatLog } }: AttemptParts,
  isLate: () => boolean,
): Promise<Attempted> {
  const channel = directory.find(channelId)?.settings;
  const found =
    endpoint === undefined
      ? (channel?.webhooks ?? noUrl)
      : findEndpoint(endpoint, channel?.webhooks?.endpoints, shared);
  const webhooks = "kind" in found || found.url !== "" ? found : noUrl;
  if ("kind" in webhooks) return { skipped: webhooks };
  const row = await store.read("webhook", [Number(chatId), deliveryId]);
  if (row === undefined) return { skipped: noBody };
  const body = await bodyOfWebhook(row, chatId, { store, chatLog });
  if (isLate()) return { isWithdrawn: true };
  return outbound.report({ channelId, webhooks, deliveryId, event, body, attempt, timeoutMs });
}

const noTarget = (message: string): AttemptFailure => ({ kind: "no_target", code: "no_target", message });
const noUrl = noTarget("The channel has no webhook URL any more.");
/** The endpoint of a delivery, or why nothing can be sent there. Source: WH-43. */
function findEndpoint(
  endpoint: string,
  own: readonly WebhookEndpoint[] | undefined,
  shared: Pick<SharedEndpoints, "list">,
): WebhookEndpoint | AttemptFailure {
  const found = endpointNamed(endpoint, own, shared);
  if (found === undefined) return noTarget(`There is no endpoint ${endpoint.replace(sharedMark, "")} any more.`);
  return found.paused ? noTarget(`The endpoint ${found.name} is paused.`) : found;
}

const noBody = noTarget("The event is no longer stored.");
