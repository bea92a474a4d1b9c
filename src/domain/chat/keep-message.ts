import type { ChatContext, ChatEffect } from "../../../machines/chat/chat.types.ts";
import type { ChatMessage, FileFacts } from "../../../machines/chat/message.types.ts";
import type { StepScope } from "../../actors/step-scope.ts";
import { noAgentId } from "../../core/ids.ts";
import { showEntry } from "../feed/show-entry.ts";

type ChatStep = StepScope<ChatContext>;
type EffectOf<Type extends ChatEffect["type"]> = Extract<ChatEffect, { readonly type: Type }>;

/** Stores a message, shows it to desks, and tells the sender of the event what it brought. */
export function keepMessage({ message, file }: EffectOf<"effect.message.store">, step: ChatStep): void {
  bring(message, step);
  const { id, channelId } = step.context;
  step.write({ table: "message", key: [Number(id), message.seq], row: message });
  if (!isBlocked(step)) {
    showEntry(step, { chatId: id, channelId, messageSeq: 0 });
    showEntry(step, { chatId: id, channelId, messageSeq: message.seq });
  }
  // What a bot says after the end is to be found as well, and an open chat is not: with the line that it was opened again, the archive
  // takes the chat up anew, also when it is closed once more in the same commit.
  if (step.listedState === "closed")
    step.write({ table: "archiveQueue", key: [Number(id)], row: { isRemoval: false } });
  if (file !== undefined) keepFile(file, message.atMs, step);
}

/** What was written counts, not an invitation before it or a line on what came of it. */
function bring(message: ChatMessage, step: ChatStep): void {
  if (message.from !== "system" || step.brought === null) step.bring(message, message.seq);
}

/** Its bytes lie on the disk already; without these rows they are swept away. Source: CH-60. */
function keepFile({ token, ...file }: FileFacts, createdAtMs: number, step: ChatStep): void {
  const { id: chatId } = step.context;
  step.write({ table: "file", key: [token], row: { chatId, agentId: noAgentId, ...file, createdAtMs } });
  step.write({ table: "chatFile", key: [Number(chatId), token], row: {} });
}

/** Fields of a message that were dropped, into the channel's delivery log. */
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

/** Desks see that the chat is another now; those of a client on the blacklist hear alone that it has left them. */
export function publishChat(step: ChatStep): void {
  const { id, channelId } = step.context;
  if (!isBlocked(step) || wasShown(step)) showEntry(step, { chatId: id, channelId, messageSeq: 0 });
}

/** What a client on the blacklist writes is offered to nobody, up to the end of the chat. Source: WH-20. */
const isBlocked = ({ state, listedState }: ChatStep): boolean =>
  state === "blocked" || (state === "closed" && listedState === "blocked");

const wasShown = ({ listedState }: ChatStep): boolean => listedState !== null && listedState !== "blocked";
