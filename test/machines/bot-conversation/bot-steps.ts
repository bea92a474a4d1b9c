import type {
  AgentInvited,
  BotMessagePosted,
  PostedId,
} from "../../../machines/bot-conversation/bot-conversation.types.ts";
import { withoutBot } from "../../../machines/bot-conversation/steps.ts";
import type { AgentSignature } from "../../../machines/chat/message.types.ts";
import type { Tell } from "../../../machines/effects.ts";
import type {
  AttemptFailure,
  BotEnded,
  BotEvent,
  BotReplied,
  ClientMessageEvent,
  ClientWrote,
  FailureWords,
  SentByBot,
} from "../../../machines/tells.ts";
import { asActorKey, asAgentId, asDeliveryId, asMessageId } from "../../../src/core/ids.ts";
import type { ActorEvent, Effect } from "../../../src/domain/effects.ts";
import { botNotice, channelId, chat, client, id, t0 } from "../chat/chat-steps.ts";
import { deadline, noDeadline, reached } from "../deadlines.ts";
import type { Begun } from "../table.ts";

type Name = string | number;

/** The bot signs like an agent, with the number 0. */
export const robin: AgentSignature = { id: asAgentId(0), name: "Robin", photo: null };
export const failure: AttemptFailure = {
  kind: "http_status",
  code: "http_status",
  message: "The bot answered HTTP 503.",
};

/** The event with which the chat tells the bot conversation message `number` of the client. */
export const wrote = (number: number, facts: Partial<ClientWrote> = {}): ClientWrote => ({
  type: "client.wrote",
  nowMs: t0 + number,
  chatId: id,
  channelId,
  clientNumber: client.number,
  messageSeq: number,
  providerId: "acme-bots",
  sender: { name: null, url: null, hasContacts: false },
  text: `question ${number}`,
  buttonId: null,
  agentsOnline: true,
  wantsAgent: false,
  acceptTimeoutMs: 60_000,
  notice: botNotice(number),
  offerNotice: facts.wantsAgent === true ? botNotice(`${number}-offer`) : null,
  ...facts,
});
const acceptedAtMs = t0 + 300;
export const agentAccepted: ActorEvent = {
  type: "agent.accepted",
  nowMs: acceptedAtMs,
  messageSeq: 5,
  notice: botNotice("accept"),
};
export const transferred: ActorEvent = {
  type: "chat.transferred",
  nowMs: t0 + 400,
  notice: botNotice("transfer"),
  acceptTimeoutMs: 7_000,
};
export const chatClosed: ActorEvent = { type: "chat.closed", nowMs: t0 + 600 };
export const chatReopened: ActorEvent = { type: "chat.reopened", nowMs: t0 + 650, notice: botNotice("reopen") };
export const gone = "The bot was disconnected from the channel.";
export const disconnected: ActorEvent = {
  type: "bot.disconnected",
  nowMs: t0 + 700,
  reason: gone,
  lineId: asMessageId("line-gone"),
};
/** An event of the provider with an id; its fingerprint is that of the body. */
export const postedId = (name: string, fingerprint = "body"): PostedId => ({ id: name, fingerprint });
export const says = (number: number, facts: Partial<BotMessagePosted> = {}): BotMessagePosted => {
  const content = { type: "text", text: `bot ${number}`, media: null } as const;
  return {
    type: "bot.message-posted",
    nowMs: t0 + 100 + number,
    posted: null,
    message: { id: asMessageId(`bot-${number}`), content },
    outward: content,
    sender: robin,
    deliveryId: asDeliveryId(`D${number}`),
    lineId: asMessageId(`line-says-${number}`),
    ...facts,
  };
};
export const invites = (agentsOnline: boolean, facts: Partial<AgentInvited> = {}): AgentInvited => ({
  type: "bot.invitation-posted",
  nowMs: t0 + 200,
  posted: null,
  agentsOnline,
  acceptTimeoutMs: 60_000,
  notice: botNotice("invite"),
  ...facts,
});
export const botEventEnded = (name: Name, outcome: AttemptFailure | null, nowMs = t0 + 500): ActorEvent => ({
  type: "delivery.ended",
  nowMs,
  deliveryId: asDeliveryId(`B${name}`),
  messageId: asMessageId(`event-${name}`),
  failure: outcome,
});
export const offerEnds = (nowMs: number): ActorEvent => reached("offer-ends", nowMs);

type AnyTell = Tell<Extract<Effect, { type: "effect.actor.tell" }>["tells"][number]["event"]>;
export const tells = (...list: readonly AnyTell[]): Effect =>
  ({ type: "effect.actor.tell", tells: list }) as unknown as Effect;

const clientMessage = (event: ClientWrote): ClientMessageEvent => ({
  event: "CLIENT_MESSAGE",
  chatId: id,
  clientNumber: client.number,
  sender: event.sender,
  agentsOnline: event.agentsOnline,
  text: event.text,
  buttonId: event.buttonId,
  atMs: event.nowMs,
});
/** AGENT_JOINED and AGENT_UNAVAILABLE have no other fields. */
const agentNotice = (event: "AGENT_JOINED" | "AGENT_UNAVAILABLE"): BotEvent => ({
  event,
  chatId: id,
  clientNumber: client.number,
});
const queuedForBot = (
  name: Name,
  event: BotEvent,
  {
    nowMs,
    messageSeq,
    isInFront,
  }: { readonly nowMs: number; readonly messageSeq: number; readonly isInFront: boolean },
) => ({
  to: asActorKey(`delivery/B${name}`),
  event: {
    type: "delivery.queued" as const,
    nowMs,
    id: asDeliveryId(`B${name}`),
    chatId: id,
    channelId,
    messageSeq,
    messageId: asMessageId(`event-${name}`),
    cargo: { kind: "bot_event" as const, providerId: "acme-bots", event },
    isInFront,
    recipient: null,
  },
});
/** CLIENT_MESSAGE, which is sent at once or after the events in progress. */
export const sentMessage = (event: ClientWrote) =>
  queuedForBot(event.messageSeq, clientMessage(event), { ...event, isInFront: true });
export const waitingMessage = (event: ClientWrote) =>
  queuedForBot(event.messageSeq, clientMessage(event), { ...event, isInFront: false });
export const openedForBot = (name: Name, nowMs: number) => ({
  to: asActorKey(`delivery/B${name}`),
  event: { type: "delivery.opened" as const, nowMs, recipient: null },
});
export const cancelledForBot = (name: Name, nowMs: number) => ({
  to: asActorKey(`delivery/B${name}`),
  event: { type: "delivery.cancelled" as const, nowMs, failure: withoutBot },
});
export const toChat = (event: SentByBot) => ({ to: asActorKey("chat/12"), event });
export const replied = (event: BotMessagePosted, isShown: boolean): BotReplied => {
  const { nowMs, message, outward, sender, deliveryId, lineId } = event;
  return { type: "bot.replied", nowMs, message, outward, sender, deliveryId, lineId, isShown };
};
export const botEnded = (nowMs: number, reason: string, lineId: string, failure?: FailureWords): BotEnded => ({
  type: "bot.ended",
  nowMs,
  reason,
  lineId: asMessageId(lineId),
  ...(failure !== undefined && { failure }),
});

/** AGENT_UNAVAILABLE joins the lane, and the chat is told that it is unstaffed. */
export const unavailable = (name: Name, nowMs: number, isInFront: boolean): Effect =>
  tells(
    toChat({ type: "bot.unstaffed", nowMs, notice: botNotice(name) }),
    queuedForBot(name, agentNotice("AGENT_UNAVAILABLE"), { nowMs, messageSeq: 0, isInFront }),
  );
export const joined = (isInFront: boolean): Effect =>
  tells(queuedForBot("accept", agentNotice("AGENT_JOINED"), { nowMs: acceptedAtMs, messageSeq: 5, isInFront }));
/** The same in a reopened chat, which is told of the reopening. */
export const joinedReopened = (isInFront: boolean): Effect =>
  tells(
    toChat({ type: "bot.notified", nowMs: t0 + 650, notice: botNotice("reopen") }),
    queuedForBot("reopen", agentNotice("AGENT_JOINED"), { nowMs: t0 + 650, messageSeq: 0, isInFront }),
  );
/** The chat is offered to the agents for this time. */
export const offer = (nowMs: number, acceptTimeoutMs = 60_000): readonly Effect[] => [
  tells(toChat({ type: "bot.offered", nowMs })),
  deadline("offer-ends", nowMs + acceptTimeoutMs),
];
export const clearOffer = noDeadline("offer-ends");
/** An event in the lane, as the context contains it. */
export const entry = (name: Name, event: BotEvent["event"]) => ({ deliveryId: `B${name}`, event });
export const emptyLane = { active: null, waiting: [] };

/** A message was answered, and no event is in progress. */
export const idle = [wrote(1), botEventEnded(1, null)];
export const two = [wrote(1), wrote(2)];
export const offering = [...idle, invites(true)];
export const unstaffed = [...idle, invites(false), botEventEnded("invite", null)];
export const withAgent = [...idle, agentAccepted];
export const joining = [...two, agentAccepted];
export const closedChat = [...two, chatClosed];

/** The bot conversation with which every table of its steps begins. */
export const botConversation: Begun = {
  actor: asActorKey("bot/12"),
  conversation: chat.conversation,
  input: wrote(1),
};
