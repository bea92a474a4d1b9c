import { chatMachine } from "../../../machines/chat/chat.machine.ts";
import type { BotSituation, ChatContext, ChatEffect, ChatEvent } from "../../../machines/chat/chat.types.ts";
import type { ChatMessage, FileFacts } from "../../../machines/chat/message.types.ts";
import { hasFailedMessages } from "../../../machines/chat/steps/lane-steps.ts";
import type { ActorDefinition, Listing, MarkedList, OutlinedFields, StepScope } from "../../actors/actor-definition.ts";
import { defineActor, none, nothing } from "../../actors/actor-definition.ts";
import { count, fixed, parts, value, words } from "../../actors/history/kept-context.ts";
import { chatForm } from "../../codec/contexts/chat-form.ts";
import { noAgentId } from "../../core/ids.ts";
import { outlineCall } from "../call/call-actor.ts";
import { readClient, withStanding, writeClient } from "../client/client-record.ts";
import { failed, release } from "../effects.ts";
import { showEntry } from "../feed/topics.ts";
import { reportsOf } from "../webhooks/reports.ts";

/** The state of deleted chats that still have messages, deliveries or files, in the table of chats by state. */
export const removingState = "removing";

/** The extra state of closed chats whose texts were deleted for their age, in the table of chats by state. */
export const textlessState = "textless";

/** The extra state under which the table of chats by state lists chats with failed messages. */
export const failedList = "failed";

/** A chat is listed by its client and by its state; a closed chat is queued for the archive. */
function listChat({ context: { id, channelId, client }, state, listedState, write }: Listing<ChatContext>): void {
  const number = Number(id);
  if (listedState === null) write({ table: "clientChat", key: [client.number, number], row: { channelId } });
  else write({ table: "chatState", key: [listedState, number], row: null });
  write({ table: "chatState", key: [state, number], row: { channelId } });
  if (state === "closed") write({ table: "archiveQueue", key: [number], row: { isRemoval: false } });
}

/** Lists a chat while it has failed messages that nobody has handled. */
const failedChats: MarkedList<ChatContext> = {
  isMarked: hasFailedMessages,
  list: ({ context: { id, channelId }, write }, isMarked) => {
    write({ table: "chatState", key: [failedList, Number(id)], row: isMarked ? { channelId } : null });
  },
};

type ChatStep = StepScope<ChatContext>;
type EffectOf<Type extends ChatEffect["type"]> = Extract<ChatEffect, { readonly type: Type }>;

/** Stores a message, shows it to desks, and returns it to the sender of the event. */
function keepMessage({ message, file }: EffectOf<"effect.message.store">, step: ChatStep): void {
  setResult(message, step);
  const { id, channelId } = step.context;
  step.write({ table: "message", key: [Number(id), message.seq], row: message });
  if (!isBlocked(step)) {
    showEntry(step, { chatId: id, channelId, messageSeq: 0 });
    showEntry(step, { chatId: id, channelId, messageSeq: message.seq });
    for (const tell of reportsOf(step).makeMessage(message, step.context)) step.tell(tell);
  }
  // The archive must also find messages that a bot sends after the end, but no open chats. When a chat is opened again, its system
  // message makes the archive index it again, also when the same commit closes it again.
  if (step.listedState === "closed")
    step.write({ table: "archiveQueue", key: [Number(id)], row: { isRemoval: false } });
  if (file !== undefined) keepFile(file, message.atMs, step);
}

/** Only the written message counts, not an invitation before it or a system message about its result. */
function setResult(message: ChatMessage, step: ChatStep): void {
  if (message.from !== "system" || step.result === null) step.setResult(message, message.seq);
}

/** The bytes are already on the disk; without these rows a sweep deletes them. Source: CH-60. */
function keepFile({ token, ...file }: FileFacts, createdAtMs: number, step: ChatStep): void {
  const { id: chatId } = step.context;
  step.write({ table: "file", key: [token], row: { chatId, agentId: noAgentId, ...file, createdAtMs } });
  step.write({ table: "chatFile", key: [Number(chatId), token], row: {} });
}

/** Writes the dropped fields of a message to the channel's delivery log. */
function keepWarnings({ atMs, cause, messageSeq, texts }: EffectOf<"effect.warnings.store">, step: ChatStep): void {
  const { id: chatId, channelId } = step.context;
  for (const text of texts) {
    const row = { atMs, kind: "warning" as const, cause, chatId, messageSeq, text };
    step.write({ table: "channelLog", key: [channelId, step.newId()], row });
  }
}

/** Shows the changed chat to desks. If its client is on the blacklist, desks only receive that the chat has left. */
function publishChat(step: ChatStep): void {
  const { id, channelId } = step.context;
  if (!isBlocked(step) || wasShown(step)) showEntry(step, { chatId: id, channelId, messageSeq: 0 });
}

/** Messages of a client on the blacklist are shown to no desk until the end of the chat. Source: WH-20. */
const isBlocked = ({ state, listedState }: ChatStep): boolean =>
  state === "blocked" || (state === "closed" && listedState === "blocked");

const wasShown = ({ listedState }: ChatStep): boolean => listedState !== null && listedState !== "blocked";

type ChatHistory = ActorDefinition<ChatContext, ChatEvent, ChatEffect>["history"];

/** The state of the channel when the client wrote; nothing on a channel without a bot. */
function situation(bot: BotSituation | undefined): OutlinedFields {
  if (bot === undefined) return none;
  const { agentsOnline, wantsAgent } = bot;
  return { agentsOnline, wantsAgent };
}

/** The fields of a chat's events and effects that the history keeps: they explain the chat's state. */
const chatHistory: ChatHistory = {
  events: {
    "agent.left": ({ agentId }) => ({ agent: agentId }),
    "bot.ended": nothing,
    "bot.notified": nothing,
    "bot.offered": nothing,
    "bot.post-refused": ({ code, field }) => ({ failure: code, field }),
    "bot.replied": ({ message, deliveryId, isShown }) => ({ messageId: message.id, deliveryId, isShown }),
    "bot.unstaffed": nothing,
    "button.click-requested": ({ messageSeq, index, bot }) => ({ messageSeq, index, ...situation(bot) }),
    "call.changed": ({ call: { id, type, status, agentId } }) => ({
      call: id,
      callType: type,
      status,
      agent: agentId ?? undefined,
    }),
    "call.requested": outlineCall,
    "channel.closed": ({ failure }) => failed(failure),
    "chat.accept-requested": ({ agent }) => ({ agent: agent.id }),
    "chat.assign-requested": ({ agent }) => ({ agent: agent.id }),
    "chat.blacklist-requested": ({ agent, isBlacklisted }) => ({ agent: agent.id, isBlacklisted }),
    "chat.close-requested": ({ agent }) => ({ agent: agent.id }),
    "chat.contact-change-requested": ({ change }) => ({ changed: Object.keys(change).join(" ") }),
    "chat.dismiss-requested": ({ agent, deliveryId }) => ({ agent: agent.id, deliveryId }),
    "chat.expired": ({ waitedDays }) => ({ waitedDays }),
    "chat.note-requested": ({ agent, message }) => ({ agent: agent.id, messageId: message.id }),
    "chat.rated": ({ rate }) => ({ rate }),
    "chat.reopen-requested": ({ agent }) => ({ agent: agent.id }),
    "chat.reply-requested": ({ agent, message, deliveryId }) => ({
      agent: agent.id,
      messageId: message.id,
      deliveryId,
    }),
    "chat.transfer-requested": ({ agent, isAdministrator, to, note, acceptTimeoutMs }) => ({
      agent: agent.id,
      isAdministrator,
      [to.kind === "agent" ? "toAgent" : "toDepartment"]: to.id,
      noteId: note?.id,
      acceptTimeoutMs,
    }),
    "chat.typing-requested": ({ agent, state }) => ({ agent: agent.id, state }),
    "crm.answered": ({ event, answer }) => ({ event, answered: Object.keys(answer).join(" ") }),
    "delivery.ended": ({ deliveryId, failure }) => ({ deliveryId, ...failed(failure) }),
    "delivery.resend-requested": ({ deliveryId }) => ({ deliveryId }),
    "message.received": ({ bot, isFromWidget }) =>
      bot === undefined && isFromWidget === undefined ? none : { isFromWidget, ...situation(bot) },
    "messages.seen": ({ seq }) => ({ seq }),
    "report.refused": ({ event, failure }) => ({ event, ...failed(failure) }),
    "typing.received": ({ state }) => ({ state }),
    "visitor.changed": ({ change }) => ({ changed: Object.keys(change).join(" ") }),
  },
  effects: {
    "effect.chat.publish": nothing,
    "effect.client.store": nothing,
    "effect.message.store": ({ message: { seq, from } }) => ({ seq, from }),
    "effect.report.make": ({ report: { event } }) => ({ event }),
    "effect.typing.publish": ({ state }) => ({ state }),
    "effect.typing.send": ({ state }) => ({ state }),
    "effect.warnings.store": ({ messageSeq, texts }) => ({ messageSeq, warnings: texts.length }),
  },
  context: {
    id: fixed,
    channelId: fixed,
    client: words(1),
    agent: parts(2, { id: value(3), name: words(4), photo: words(5) }),
    offer: parts(6, { kind: value(7), id: value(8), name: words(9) }),
    department: parts(10, { id: value(11), name: words(12) }),
    agentIds: count(13),
    invites: count(14),
    isClientTyping: value(15),
    typingAgent: parts(16, { id: value(17), name: words(18), photo: words(19) }),
    lastSeq: value(20),
    unread: value(21),
    lane: parts(22, { active: value(23), waiting: count(24) }),
    bot: value(25),
    buttons: parts(26, { messageSeq: value(27), buttons: count(28) }),
    visit: parts(29, {
      surface: value(30),
      firstPage: words(31),
      crm: words(32),
      call: words(33),
      rate: value(34),
      isAccepted: value(35),
      waitingSinceMs: value(36),
      linesBehind: value(37),
      failed: count(38),
      isExpired: value(39),
      seenSeq: value(42),
      hasNote: value(43),
    }),
    createdAtMs: fixed,
    updatedAtMs: value(40),
    closedAtMs: value(41),
  },
};

/** One chat of one client. It is created for the first event of a client without an open one: `client/client-record.ts`. */
export const chatActor = defineActor<ChatContext, ChatEvent, ChatEffect>({
  kind: "chat",
  machine: chatMachine,
  form: chatForm,
  birthEvent: null,
  isAtRest: (state) => state === "closed",
  list: listChat,
  marked: failedChats,
  complete: (event, conversation, rows) =>
    event.type === "chat.reopen-requested" ? withStanding(conversation, event, rows) : event,
  keep: {
    "effect.chat.publish": (_effect, step) => publishChat(step),
    "effect.client.store": ({ client, openChatId }, step) => {
      const { channelId } = step.context;
      // The change follows from the row before.
      const row = readClient(step.conversation, step.rows);
      writeClient(step.conversation, { ...row, channelId, client, openChatId }, step);
    },
    "effect.message.store": keepMessage,
    "effect.report.make": ({ report, nowMs }, step) => {
      for (const tell of reportsOf(step).make(report, step.context, nowMs)) step.tell(tell);
    },
    "effect.typing.publish": release,
    "effect.typing.send": release,
    "effect.warnings.store": keepWarnings,
  },
  history: chatHistory,
});
