import type { CallRequested, ChatInput, MessageReceived } from "../../../machines/chat/chat.types.ts";
import { botAddress, chatAddress, webhooksAddress } from "../../../machines/tells.ts";
import { Cell } from "../../actors/cell.ts";
import type { Conversation } from "../../actors/conversation.ts";
import type { Commit } from "../../actors/step.ts";
import { findActor } from "../../actors/step.ts";
import { asChatId } from "../../core/ids.ts";
import type { ActorEvent } from "../effects.ts";
import type { ClientTarget } from "./client-target.ts";
import { keptClient, readClient } from "./kept-client.ts";
import { clientOf } from "./visitor-record.ts";

/** Source: CH-23: the client's open chat, or a new one with the next number. */
export function findOpenChat(
  conversation: Conversation,
  target: ClientTarget,
  event: ActorEvent,
  commit: Commit,
): Cell | undefined {
  const kept = keptClient(conversation);
  const { openChat } = kept;
  if (openChat !== null) {
    if (commit.rows.isCurrent(openChat.key, openChat.revision)) return openChat;
    // Another process changed the chat meanwhile: it may be closed, and the client's record may have changed.
    kept.openChat = null;
    kept.row = undefined;
  }
  const openChatId = readClient(conversation, commit.rows)?.openChatId ?? null;
  if (openChatId !== null) {
    const found = findActor(conversation, chatAddress(openChatId), event, commit);
    kept.openChat = found ?? null;
    return found;
  }
  if (event.type !== "message.received" && event.type !== "call.requested") return undefined;
  return beginChat(conversation, target, event, commit);
}

function beginChat(
  conversation: Conversation,
  target: ClientTarget,
  event: MessageReceived | CallRequested,
  commit: Commit,
): Cell {
  const id = asChatId(String(commit.kernel.numbers.next("chat", commit)));
  // The other actors of the chat have its number, which is new, so they cannot be stored yet.
  for (const actor of [botAddress(id), webhooksAddress(id)]) commit.newKeys.add(actor);
  const known = clientOf(conversation, target, commit).client;
  const client = { ...known, chatsCount: known.chatsCount + 1 };
  const key = chatAddress(id);
  const { channelId } = target;
  const surface = event.isFromWidget === true ? "widget" : "api";
  const input: ChatInput = { id, channelId, client, bot: botFor(event), surface, nowMs: event.nowMs };
  const cell = Cell.create(commit.kernel.actors.of(key), key, conversation.key, input);
  conversation.cells.set(key, cell);
  return cell;
}

/** A client who calls wants a person: the bot gets the chat after the call. Source: BOT-01. */
function botFor(event: MessageReceived | CallRequested): ChatInput["bot"] {
  if (event.type === "message.received") return event.bot === undefined ? null : "connected";
  return event.hasBot === true ? "awaited" : null;
}
