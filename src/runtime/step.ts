import { chatAddress } from "../../machines/addresses.ts";
import type { ChatContext } from "../../machines/chat/chat.types.ts";
import type { ChatMessage } from "../../machines/chat/message.types.ts";
import type { ActorKey } from "../../machines/ids.ts";
import type { Limits } from "../config/limits.ts";
import { Defect } from "../core/assert.ts";
import { actorKindOf, asChatId } from "../core/ids.ts";
import type { RowReader } from "../ports/store.ts";
import { Cell } from "./cell.ts";
import type { Conversation } from "./conversation.ts";
import { definitions } from "./definitions.ts";
import type { Draft } from "./draft.ts";
import type { ActorEvent, Effect } from "./effects.ts";
import type { Numbers } from "./numbers.ts";
import type { PendingEvent } from "./pending.ts";
import type { ClientTarget } from "./target.ts";

export interface StepParts {
  readonly draft: Draft;
  readonly rows: RowReader;
  readonly numbers: Numbers;
  readonly limits: Pick<Limits, "tellDepthMax">;
  /** Makes an id for a tell to another conversation. */
  readonly newTellId: () => string;
}

/** What one event came to, before the commit. */
export interface StepResult {
  readonly cell: Cell | null;
  readonly refusal: string | null;
  readonly message: ChatMessage | null;
  readonly tellIds: readonly string[];
}

/** The cell an event is for: live, rehydrated, or created by this event; `undefined` when there is none. */
export function findCell(conversation: Conversation, pending: PendingEvent, parts: StepParts): Cell | undefined {
  const { target, event } = pending;
  return target.kind === "actor"
    ? findActor(conversation, target.actor, event, parts)
    : findOpenChat(conversation, target, event, parts);
}

/** Steps the cell and, inside the conversation, whoever it tells, breadth first. */
export function stepAll(conversation: Conversation, first: Cell, event: ActorEvent, parts: StepParts): StepResult {
  const result: { refusal: string | null; message: ChatMessage | null; tellIds: string[] } = {
    refusal: null,
    message: null,
    tellIds: [],
  };
  const queue: { cell: Cell; event: ActorEvent; depth: number }[] = [{ cell: first, event, depth: 0 }];
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    const { cell, depth } = next;
    parts.draft.willStep(cell);
    const effects = cell.step(next.event);
    for (const effect of effects) {
      if (effect.type === "effect.request.refuse") result.refusal = effect.message;
      else if (effect.type === "effect.message.store") result.message = effect.message;
      if (effect.type === "effect.actor.tell") {
        for (const tell of effect.tells) {
          if (tell.conversation !== undefined && tell.conversation !== conversation.key) {
            result.tellIds.push(storeTell(tell.to, tell.conversation, tell.event, parts));
            continue;
          }
          if (depth >= parts.limits.tellDepthMax)
            throw new Defect(`${cell.key} and others told each other over ${depth} deep`);
          const told = findActor(conversation, tell.to, tell.event, parts);
          if (told === undefined) throw new Defect(`${cell.key} told ${tell.to}, which does not exist`);
          queue.push({ cell: told, event: tell.event, depth: depth + 1 });
        }
      } else keepEffect(conversation, cell, effect, parts.draft);
    }
    if (result.refusal === null) parts.draft.hasStepped(cell, conversation);
  }
  return { cell: first, ...result };
}

/** Puts a stored effect into the draft, or sets it aside until the commit is durable. */
function keepEffect(conversation: Conversation, cell: Cell, effect: Effect, draft: Draft): void {
  switch (effect.type) {
    case "effect.message.store": {
      const { id, channelId } = cell.context as ChatContext;
      draft.write({ table: "message", key: [Number(id), effect.message.seq], row: effect.message });
      draft.feed.push({ chatId: id, channelId, messageSeq: 0 });
      draft.feed.push({ chatId: id, channelId, messageSeq: effect.message.seq });
      return;
    }
    case "effect.client.store": {
      const { channelId } = cell.context as ChatContext;
      draft.writeClient(conversation, { channelId, client: effect.client, openChatId: effect.openChatId });
      return;
    }
    case "effect.chat.publish": {
      const { id, channelId } = cell.context as ChatContext;
      draft.feed.push({ chatId: id, channelId, messageSeq: 0 });
      return;
    }
    case "effect.delivery.publish": {
      const { channelId } = cell.context as Pick<ChatContext, "channelId">;
      draft.feed.push({ chatId: effect.chatId, channelId, messageSeq: effect.messageSeq });
      return;
    }
    case "effect.deadline.set":
      draft.setDeadline(cell, {
        id: effect.id,
        atMs: effect.atMs,
        atRestart: effect.atRestart,
        actor: cell.key,
        conversation: conversation.key,
      });
      return;
    case "effect.deadline.clear":
      draft.clearDeadline(cell, effect.id);
      return;
    case "effect.attempt.start":
    case "effect.channel.publish":
    case "effect.agent.publish":
    case "effect.typing.publish":
      draft.released.push({ effect, actor: cell.key, conversation: conversation.key });
      return;
    case "effect.request.refuse":
    case "effect.actor.tell":
      return;
  }
}

function storeTell(to: ActorKey, conversation: Conversation["key"], event: ActorEvent, parts: StepParts): string {
  const id = parts.newTellId();
  const row = { id, to, conversation, event: JSON.stringify(event) };
  parts.draft.write({ table: "tell", key: [id], row });
  parts.draft.tells.push(row);
  return id;
}

function findActor(conversation: Conversation, key: ActorKey, event: ActorEvent, parts: StepParts): Cell | undefined {
  const live = conversation.cells.get(key);
  if (live !== undefined && (live.revision === 0 || parts.rows.isCurrent(key, live.revision))) return live;
  live?.stop();
  const row = parts.rows.read("actor", [key]);
  const isBirth = definitions[actorKindOf(key)].birthEvent === event.type;
  if (row === undefined && !isBirth) return undefined;
  const cell = row === undefined ? Cell.create(key, conversation.key, event) : Cell.rehydrate(row);
  conversation.cells.set(key, cell);
  return cell;
}

/** Source: CH-23: the client's open chat, else a new one with the next number. */
function findOpenChat(
  conversation: Conversation,
  target: ClientTarget,
  event: ActorEvent,
  parts: StepParts,
): Cell | undefined {
  if (conversation.client === undefined) conversation.client = parts.rows.read("client", [conversation.key]) ?? null;
  const openChatId = conversation.client?.openChatId ?? null;
  if (openChatId !== null) return findActor(conversation, chatAddress(openChatId), event, parts);
  if (event.type !== "message.received") return undefined;
  const id = asChatId(String(parts.numbers.next("chat", parts.draft)));
  const client = conversation.client?.client ?? {
    senderId: target.senderId,
    senderIdKind: target.senderIdKind,
    number: parts.numbers.next("client", parts.draft),
    name: null,
    phone: null,
    email: null,
    photo: null,
  };
  const key = chatAddress(id);
  const cell = Cell.create(key, conversation.key, { id, channelId: target.channelId, client, nowMs: event.nowMs });
  conversation.cells.set(key, cell);
  return cell;
}
