import type { ChatContext, ChatEffect } from "../../../machines/chat/chat.types.ts";
import type { ChatMessage, FileFacts } from "../../../machines/chat/message.types.ts";
import type { StepScope } from "../../actors/step-scope.ts";
import { noAgentId } from "../../core/ids.ts";
import { showEntry } from "../feed/show-entry.ts";

type ChatStep = StepScope<ChatContext>;
type EffectOf<Type extends ChatEffect["type"]> = Extract<ChatEffect, { readonly type: Type }>;

/** Stores a message, shows it to desks, and returns it to the sender of the event. */
export function keepMessage({ message, file }: EffectOf<"effect.message.store">, step: ChatStep): void {
  bring(message, step);
  const { id, channelId } = step.context;
  step.write({ table: "message", key: [Number(id), message.seq], row: message });
  if (!isBlocked(step)) {
    showEntry(step, { chatId: id, channelId, messageSeq: 0 });
    showEntry(step, { chatId: id, channelId, messageSeq: message.seq });
  }
  // The archive must also find messages that a bot sends after the end, but no open chats. When a chat is opened again, its system
  // message makes the archive index it again, also when the same commit closes it again.
  if (step.listedState === "closed")
    step.write({ table: "archiveQueue", key: [Number(id)], row: { isRemoval: false } });
  if (file !== undefined) keepFile(file, message.atMs, step);
}

/** Only the written message counts, not an invitation before it or a system message about its result. */
function bring(message: ChatMessage, step: ChatStep): void {
  if (message.from !== "system" || step.brought === null) step.bring(message, message.seq);
}

/** The bytes are already on the disk; without these rows a sweep deletes them. Source: CH-60. */
function keepFile({ token, ...file }: FileFacts, createdAtMs: number, step: ChatStep): void {
  const { id: chatId } = step.context;
  step.write({ table: "file", key: [token], row: { chatId, agentId: noAgentId, ...file, createdAtMs } });
  step.write({ table: "chatFile", key: [Number(chatId), token], row: {} });
}

/** Writes the dropped fields of a message to the channel's delivery log. */
export function keepWarnings(
  { atMs, cause, messageSeq, texts }: EffectOf<"effect.warnings.store">,
  step: ChatStep,
): void {
  const { id: chatId, channelId } = step.context;
  for (const text of texts) {
    const row = { atMs, kind: "warning" as const, cause, chatId, messageSeq, text };
    step.write({ table: "channelLog", key: [channelId, step.newId()], row });
  }
}

/** Shows the changed chat to desks. If its client is on the blacklist, desks only receive that the chat has left. */
export function publishChat(step: ChatStep): void {
  const { id, channelId } = step.context;
  if (!isBlocked(step) || wasShown(step)) showEntry(step, { chatId: id, channelId, messageSeq: 0 });
}

/** Messages of a client on the blacklist are shown to no desk until the end of the chat. Source: WH-20. */
const isBlocked = ({ state, listedState }: ChatStep): boolean =>
  state === "blocked" || (state === "closed" && listedState === "blocked");

const wasShown = ({ listedState }: ChatStep): boolean => listedState !== null && listedState !== "blocked";
