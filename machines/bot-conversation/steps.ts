import type { DeadlineReached, Tell } from "../effects.ts";
import { given } from "../effects.ts";
import type {
  AgentAccepted,
  AgentNoticeEvent,
  AttemptFailure,
  BotDisconnected,
  BotEnded,
  BotEvent,
  BotNotice,
  ChatReopened,
  ChatTransferred,
  ClientMessageEvent,
  ClientWrote,
  DeliveryCancelled,
  DeliveryEnded,
  DeliveryOpened,
  DeliveryQueued,
  SentByBot,
} from "../tells.ts";
import { chatAddress, deliveryAddress } from "../tells.ts";
import type { Steps } from "../wire.ts";
import type {
  AgentInvited,
  BotConversationContext,
  BotConversationEffect,
  BotConversationEvent,
  BotLane,
  BotMessagePosted,
  LaneEntry,
} from "./bot-conversation.types.ts";

/** The reason why events that waited for the bot are not sent any more. Source: BOT-22. */
export const withoutBot: AttemptFailure = {
  kind: "bot_ended",
  code: "bot_ended",
  message: "The chat continued without the bot; no further event is sent to the bot.",
};

/** A bot with more waiting events than this does not help anybody. */
export const botLaneWaitingMax = 500;

export const emptyBotLane: BotLane = { active: null, waiting: [] };

/** The context after an event for the bot joined its lane. Source: BOT-16. */
function joinBotLane(context: BotConversationContext, entry: LaneEntry): Partial<BotConversationContext> {
  const { active, waiting } = context.lane;
  if (active !== null) return { lane: { active, waiting: [...waiting, entry] } };
  return { lane: { active: entry, waiting }, ...afterOpening(entry) };
}

/** The context after the event in front ended: the next one takes its place at once. */
export function advanceBotLane({ lane }: BotConversationContext): Partial<BotConversationContext> {
  const [next, ...waiting] = lane.waiting;
  if (next === undefined) return { lane: emptyBotLane };
  return { lane: { active: next, waiting }, ...afterOpening(next) };
}

/** After a CLIENT_MESSAGE, no event of the bot counts as a repeat of an earlier one. Source: BOT-32. */
const afterOpening = ({ event }: LaneEntry): Partial<BotConversationContext> =>
  event === "CLIENT_MESSAGE" ? { hasSent: true, posted: [] } : {};

/** The bot has received a CLIENT_MESSAGE of this chat, or will receive one before any event that joins the lane now. Source: BOT-02. */
const hasHeardOf = ({ hasSent, lane }: BotConversationContext): boolean =>
  hasSent || lane.waiting.some(({ event }) => event === "CLIENT_MESSAGE");

/** Whether the delivery that ended is the one in front. */
const isInFront = ({ lane }: BotConversationContext, { deliveryId }: DeliveryEnded): boolean =>
  lane.active?.deliveryId === deliveryId;

/** Creates the delivery of an event that has joined the lane; when it is in front, its first attempt begins. */
function queueForBot(
  { chatId, channelId, providerId, lane }: BotConversationContext,
  event: BotEvent,
  { notice, nowMs, messageSeq }: { readonly notice: BotNotice; readonly nowMs: number; readonly messageSeq: number },
): Tell<DeliveryQueued> {
  const { eventId: messageId, deliveryId: id } = notice;
  const cargo = { kind: "bot_event", providerId, event } as const;
  const isInFront = lane.active?.deliveryId === id;
  const about = { id, chatId, channelId, messageSeq, messageId, cargo, isInFront, recipient: null };
  return { to: deliveryAddress(id), event: { type: "delivery.queued", nowMs, ...about } };
}

/** Opens the event in front of the lane. */
function openFront({ lane }: BotConversationContext, nowMs: number): readonly Tell<DeliveryOpened>[] {
  if (lane.active === null) return [];
  const event = { type: "delivery.opened", nowMs, recipient: null } as const;
  return [{ to: deliveryAddress(lane.active.deliveryId), event }];
}

/** None of these is sent any more; a running attempt is the last one. Source: BOT-22. */
function cancelEntries(entries: readonly LaneEntry[], nowMs: number): readonly Tell<DeliveryCancelled>[] {
  const event = { type: "delivery.cancelled", nowMs, failure: withoutBot } as const;
  return entries.map(({ deliveryId }) => ({ to: deliveryAddress(deliveryId), event }));
}

type Posted = BotMessagePosted | AgentInvited;

/** Source: BOT-32. */
const repeatMs = 10_000;
/** More than the rate limit of one chat allows in that time. */
const postedMax = 150;

/**
 * The same id with the same body within 10 s, and no CLIENT_MESSAGE sent since: the bot's own retry. The id alone does
 * not make a repeat. Source: BOT-31, BOT-32.
 */
const isRepeat = (context: BotConversationContext, { posted, nowMs }: Posted): boolean =>
  posted !== null &&
  context.posted.some(
    ({ id, fingerprint, atMs }) => id === posted.id && fingerprint === posted.fingerprint && nowMs - atMs < repeatMs,
  );

function rememberPosted(context: BotConversationContext, { posted, nowMs }: Posted): Partial<BotConversationContext> {
  if (posted === null) return {};
  const { id, fingerprint } = posted;
  const recent = context.posted.filter(({ atMs }) => nowMs - atMs < repeatMs);
  return { posted: [...recent, { id, fingerprint, atMs: nowMs }].slice(-postedMax) };
}

const offerDeadline = "offer-ends";

const tellChat = ({ chatId }: BotConversationContext, event: SentByBot) => ({ to: chatAddress(chatId), event });

/** CLIENT_MESSAGE. Source: BOT-10 to BOT-13. */
function queueMessage(context: BotConversationContext, event: ClientWrote): BotConversationEffect {
  const { sender, agentsOnline, text, buttonId, nowMs } = event;
  const { chatId, clientNumber } = context;
  const sent: ClientMessageEvent = {
    event: "CLIENT_MESSAGE",
    chatId,
    clientNumber,
    sender,
    agentsOnline,
    text,
    buttonId,
    atMs: nowMs,
  };
  return { type: "effect.actor.tell", tells: [queueForBot(context, sent, event)] };
}

/** Events that lead to an offer. A message has ids for itself, and others for the notice that its wish for an agent may need. */
type Offered = ClientWrote | AgentInvited | ChatTransferred;

const offeredNotice = (event: Offered): BotNotice | null =>
  event.type === "client.wrote" ? event.offerNotice : event.notice;

/** The end of an offer, which is computed on entry into its state, for every event that leads there. */
const offerEnd = (event: BotConversationEvent): number =>
  event.nowMs + given("acceptTimeoutMs" in event ? event.acceptTimeoutMs : null, "how long the offer lasts");

/** Events that lead to AGENT_UNAVAILABLE: no agent was there, or none accepted in time. */
type Unstaffed = ClientWrote | AgentInvited | DeadlineReached;
/** Events that lead to AGENT_JOINED. */
type Joined = AgentAccepted | ChatReopened;

/** The event's ids, or those kept since the offer began: a deadline has none. */
function noticeOf({ offerNotice }: BotConversationContext, event: Unstaffed | Joined): BotNotice {
  if (event.type === "agent.accepted" || event.type === "chat.reopened") return event.notice;
  const ofEvent = event.type === "deadline.reached" ? null : offeredNotice(event);
  return given(ofEvent ?? offerNotice, "ids for an event to the bot");
}

/** Adds AGENT_JOINED once an agent has the chat, else AGENT_UNAVAILABLE. */
function joinWithNotice(context: BotConversationContext, event: Unstaffed | Joined): Partial<BotConversationContext> {
  const { deliveryId } = noticeOf(context, event);
  const isJoined = event.type === "agent.accepted" || event.type === "chat.reopened";
  return joinBotLane(context, { deliveryId, event: isJoined ? "AGENT_JOINED" : "AGENT_UNAVAILABLE" });
}

const noticeEvent = (
  { chatId, clientNumber }: BotConversationContext,
  event: AgentNoticeEvent["event"],
): AgentNoticeEvent => ({ event, chatId, clientNumber });

/** Queues AGENT_UNAVAILABLE and tells the chat that it is unstaffed. Source: BOT-15, BOT-45. */
function queueUnavailable(context: BotConversationContext, event: Unstaffed): BotConversationEffect {
  const notice = noticeOf(context, event);
  const { nowMs } = event;
  const sent = noticeEvent(context, "AGENT_UNAVAILABLE");
  return {
    type: "effect.actor.tell",
    tells: [
      tellChat(context, { type: "bot.unstaffed", nowMs, notice }),
      queueForBot(context, sent, { notice, nowMs, messageSeq: 0 }),
    ],
  };
}

/** Queues AGENT_JOINED: one hand-over, one notice. Source: BOT-15, BOT-44. */
const queueJoined = (context: BotConversationContext, event: AgentAccepted): BotConversationEffect => ({
  type: "effect.actor.tell",
  tells: [queueForBot(context, noticeEvent(context, "AGENT_JOINED"), event)],
});

/** The same when the agent is the first in a chat that was closed: a line in the chat names that agent. */
const queueReopened = (context: BotConversationContext, { nowMs, notice }: ChatReopened): BotConversationEffect => ({
  type: "effect.actor.tell",
  tells: [
    tellChat(context, { type: "bot.notified", nowMs, notice }),
    queueForBot(context, noticeEvent(context, "AGENT_JOINED"), { notice, nowMs, messageSeq: 0 }),
  ],
});

/** Tells the chat the bot's message. Source: BOT-34. */
function reply(context: BotConversationContext, event: BotMessagePosted, isShown: boolean): BotConversationEffect {
  const { nowMs, message, outward, sender, deliveryId, lineId } = event;
  const replied = { type: "bot.replied", nowMs, message, outward, sender, deliveryId, lineId, isShown } as const;
  return { type: "effect.actor.tell", tells: [tellChat(context, replied)] };
}

type Ended = DeliveryEnded | BotDisconnected | ClientWrote;

/** Ends the bot's part: nothing more is sent to it. Source: BOT-08, BOT-22. */
function endWithBot(context: BotConversationContext, event: Ended): BotConversationEffect {
  const { active, waiting } = context.lane;
  const left: readonly LaneEntry[] =
    active === null || event.type === "delivery.ended" ? waiting : [active, ...waiting];
  return {
    type: "effect.actor.tell",
    tells: [tellChat(context, endOf(event)), ...cancelEntries(left, event.nowMs)],
  };
}

function endOf(event: Ended): BotEnded {
  const { nowMs } = event;
  const type = "bot.ended";
  switch (event.type) {
    case "delivery.ended": {
      const { code, message } = given(event.failure, "why an event for the bot failed");
      return { type, nowMs, lineId: event.messageId, reason: `The bot failed: ${message}`, failure: { code, message } };
    }
    case "bot.disconnected":
      return { type, nowMs, lineId: event.lineId, reason: event.reason };
    case "client.wrote": {
      const failure = { code: "bot_ended", message: `${botLaneWaitingMax} events wait for the bot.` };
      const reason = `The bot failed: ${botLaneWaitingMax} events wait for it.`;
      return { type, nowMs, lineId: event.notice.lineId, reason, failure };
    }
  }
}

const hasFailed = (context: BotConversationContext, event: DeliveryEnded): boolean =>
  isInFront(context, event) && event.failure !== null;

const wantsAgent = (_: BotConversationContext, event: ClientWrote): boolean => event.wantsAgent;
const wantsAvailableAgent = (_: BotConversationContext, event: ClientWrote): boolean =>
  event.wantsAgent && event.agentsOnline;

export const steps = {
  guards: {
    isAgentAvailable: (_, { agentsOnline }: AgentInvited) => agentsOnline,
    isForBot: ({ lane }, event: ClientWrote) => !event.wantsAgent && lane.waiting.length < botLaneWaitingMax,
    wantsAvailableAgentFirst: (context, event: ClientWrote) =>
      wantsAvailableAgent(context, event) && !hasHeardOf(context),
    wantsAgentFirst: (context, event: ClientWrote) => event.wantsAgent && !hasHeardOf(context),
    wantsAvailableAgent,
    wantsAgent,
    hasHeardOf,
    isRepeat,
    isOfferOver: (_, { id }: DeadlineReached) => id === offerDeadline,
    isInFront,
    hasFailed,
    /** After AGENT_JOINED no event follows, and the agent is already there. Source: BOT-23. */
    hasFailedBeforeJoining: (context, event: DeliveryEnded) =>
      hasFailed(context, event) && context.lane.active?.event !== "AGENT_JOINED",
  },
  assigns: {
    joinWithMessage: (context, { notice: { deliveryId } }: ClientWrote) =>
      joinBotLane(context, { deliveryId, event: "CLIENT_MESSAGE" }),
    joinWithNotice,
    /** Kept for the end of the offer: a deadline has no ids. */
    keepOfferNotice: (_, event: Offered) => ({ offerNotice: offeredNotice(event) }),
    rememberPosted,
    advanceLane: advanceBotLane,
    keepFront: ({ lane }) => ({ lane: { active: lane.active, waiting: [] } }),
    emptyLane: { lane: emptyBotLane },
  },
  emits: {
    queueMessage,
    queueUnavailable,
    queueJoined,
    queueReopened,
    /** The agents may accept the chat. Source: BOT-43. */
    offer: (context, { nowMs }: BotConversationEvent) => ({
      type: "effect.actor.tell",
      tells: [tellChat(context, { type: "bot.offered", nowMs })],
    }),
    expireOffer: (_, event: BotConversationEvent) => ({
      type: "effect.deadline.set",
      id: offerDeadline,
      atMs: offerEnd(event),
      atRestart: false,
    }),
    clearOffer: { type: "effect.deadline.clear", id: offerDeadline },
    replyShown: (context, event: BotMessagePosted) => reply(context, event, true),
    replyHidden: (context, event: BotMessagePosted) => reply(context, event, false),
    /** Opens the event that moved to the front of the lane. */
    openNext: (context, { nowMs }: DeliveryEnded) => ({ type: "effect.actor.tell", tells: openFront(context, nowMs) }),
    /** Waiting events are not sent any more; the event in front goes on. */
    cancelWaiting: ({ lane }, { nowMs }: BotConversationEvent) => ({
      type: "effect.actor.tell",
      tells: cancelEntries(lane.waiting, nowMs),
    }),
    /** Uses the lane before `emptyLane`. */
    endWithBot,
  },
} satisfies Steps<BotConversationContext, BotConversationEffect>;
