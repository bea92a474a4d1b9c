import { chatAddress } from "../../machines/addresses.ts";
import type { CallRequested, ChatContext, ChatInput, MessageReceived } from "../../machines/chat/chat.types.ts";
import type { ChatMessage, FileFacts } from "../../machines/chat/message.types.ts";
import type { Tell } from "../../machines/effects.ts";
import type { ActorKey } from "../../machines/ids.ts";
import type { MakeReportEffect } from "../../machines/webhooks/webhooks.types.ts";
import type { Limits } from "../config/limits.ts";
import { assertNever, Defect } from "../core/assert.ts";
import { actorKindOf, asChatId, noAgentId } from "../core/ids.ts";
import type { RowReader } from "../ports/store.ts";
import { Cell } from "./cell.ts";
import type { Conversation } from "./conversation.ts";
import { definitions } from "./definitions.ts";
import type { Draft } from "./draft.ts";
import type { ActorEvent, Effect } from "./effects.ts";
import { healChat } from "../domain/chat/heal-chat.ts";
import type { TakenTransition } from "./live-actor.ts";
import type { Numbers } from "./numbers.ts";
import type { PendingEvent } from "./pending.ts";
import type { Reports } from "../domain/webhooks/reports.ts";
import type { Step } from "./history/step-record.ts";
import type { ClientTarget } from "./target.ts";
import { clientOf, stepRecord, withStanding } from "../domain/client/visitor-record.ts";
import type { SeenStep, Watching } from "./watching.ts";

export interface StepParts {
  readonly draft: Draft;
  readonly rows: RowReader;
  readonly numbers: Numbers;
  readonly limits: Pick<Limits, "tellDepthMax">;
  /** Makes an id for a tell to another conversation. */
  readonly newTellId: () => string;
  /** Makes an id for an entry of a channel's delivery log. */
  readonly newLogId: () => string;
  readonly reports: Reports;
  readonly watching: Watching;
}

/** What one event came to, before the commit. */
export interface StepResult {
  readonly refusal: string | null;
  readonly message: ChatMessage | null;
  readonly tellIds: readonly string[];
  /** How many actors were stepped, the refusing one included. */
  readonly steps: number;
}

/** The cell an event is for: live, rehydrated, or created by this event; `undefined` when there is none. */
export function findCell(conversation: Conversation, pending: PendingEvent, parts: StepParts): Cell | undefined {
  const { target, event } = pending;
  return target.kind === "actor"
    ? findActor(conversation, target.actor, event, parts)
    : findOpenChat(conversation, target, event, parts);
}

/** Steps the cell and, inside the conversation, whoever it tells, breadth first. */
export function stepAll(
  conversation: Conversation,
  first: Cell,
  { event, cause, from }: Pick<PendingEvent, "event" | "cause" | "from">,
  parts: StepParts,
): StepResult {
  const progress: Progress = { refusal: null, message: null, tellIds: [], told: [], steps: 0, cause };
  const told = event.type === "chat.reopen-requested" ? withStanding(conversation, event, parts) : event;
  stepOnly(conversation, { cell: first, event: told, isBirth: false, from: from ?? null, depth: 0 }, progress, parts);
  stepTold(conversation, progress, parts);
  return progress;
}

function stepTold(conversation: Conversation, progress: Progress, parts: StepParts): void {
  for (
    let next = progress.told.shift();
    next !== undefined && progress.refusal === null;
    next = progress.told.shift()
  ) {
    stepOnly(conversation, next, progress, parts);
  }
}

/** What is kept with the client's record alone, and whoever in the conversation hears of it; `null` for what an actor is to be told. */
export function stepWithoutActor(
  conversation: Conversation,
  target: ClientTarget,
  { event, cause }: Pick<PendingEvent, "event" | "cause">,
  parts: StepParts,
): StepResult | null {
  const record = stepRecord(conversation, target, event, parts);
  if (record === null) return null;
  const progress: Progress = { refusal: null, message: null, tellIds: [], told: [], steps: 0, cause };
  for (const tell of record.tells) tellInside(conversation, null, tell, 0, progress, parts);
  stepTold(conversation, progress, parts);
  return progress;
}

/** A cell, what it is told and by whom, and how many tells led there. */
interface Told {
  readonly cell: Cell;
  readonly event: ActorEvent;
  /** The event brought it to life, which was all. */
  readonly isBirth: boolean;
  readonly from: ActorKey | null;
  readonly depth: number;
}

interface Progress {
  refusal: string | null;
  message: ChatMessage | null;
  readonly tellIds: string[];
  readonly cause: string;
  steps: number;
  /** Who in the conversation was told and is not stepped yet. */
  readonly told: Told[];
}

function stepOnly(conversation: Conversation, told: Told, progress: Progress, parts: StepParts): void {
  const { cell, depth } = told;
  parts.draft.willStep(cell);
  progress.steps += 1;
  const { step, seen } = takeStep(conversation, told, progress, parts);
  for (const effect of step.effects) {
    switch (effect.type) {
      case "effect.request.refuse":
        progress.refusal = effect.message;
        break;
      case "effect.actor.tell":
        for (const tell of effect.tells) passOn(conversation, cell, tell, depth, progress, parts);
        break;
      case "effect.report.make":
        for (const tell of tellsOf(conversation, cell, effect, parts))
          passOn(conversation, cell, tell, depth, progress, parts);
        break;
      default:
        if (effect.type === "effect.message.store") keepBrought(progress, effect.message);
        keepEffect(conversation, cell, effect, parts);
    }
  }
  if (progress.refusal === null) parts.draft.hasStepped(cell, conversation, step, seen);
}

/** The machine's own part. Of an actor that is watched, more is seen than is kept. */
function takeStep(
  conversation: Conversation,
  { cell, event, isBirth, from }: Told,
  { cause }: Progress,
  { watching }: StepParts,
): { readonly step: Step; readonly seen: SeenStep | null } {
  const before = cell.revision === 0 && !cell.isInDraft ? null : cell.state;
  const isWatched = watching.watcher?.isWatched(cell.key, conversation.key) === true;
  const taken: TakenTransition[] | null = isWatched ? [] : null;
  const contextBefore = isWatched && before !== null ? cell.context : null;
  const effects = isBirth ? cell.takeEffects() : cell.step(event, taken);
  const step: Step = { event, cause, from, before, after: cell.state, effects };
  return { step, seen: taken === null ? null : { contextBefore, context: cell.context, taken } };
}

/** What was written counts, not an invitation before it or a line on what came of it. */
function keepBrought(progress: Progress, message: ChatMessage): void {
  if (message.from !== "system" || progress.message === null) progress.message = message;
}

/** Inside the conversation the told actor is stepped in this commit; to any other the tell is stored. */
function passOn(
  conversation: Conversation,
  teller: Cell,
  tell: Tell<ActorEvent>,
  depth: number,
  progress: Progress,
  parts: StepParts,
): void {
  if (tell.conversation !== undefined && tell.conversation !== conversation.key) {
    progress.tellIds.push(storeTell(teller.key, tell, tell.conversation, parts));
    return;
  }
  if (depth >= parts.limits.tellDepthMax)
    throw new Defect(`${teller.key} and others told each other over ${depth} deep`);
  tellInside(conversation, teller.key, tell, depth, progress, parts);
}

function tellInside(
  conversation: Conversation,
  from: ActorKey | null,
  tell: Tell<ActorEvent>,
  depth: number,
  progress: Progress,
  parts: StepParts,
): void {
  const isKnown = conversation.cells.has(tell.to);
  const cell = findActor(conversation, tell.to, tell.event, parts);
  if (cell === undefined) throw new Defect(`${tell.to} was told ${tell.event.type} and does not exist`);
  const isBorn = !isKnown && cell.revision === 0 && definitions[cell.kind].isBornReady === true;
  progress.told.push({ cell, event: tell.event, isBirth: isBorn, from, depth: depth + 1 });
}

/** What the owner's server is to learn, by the chat as it stands after the step. */
function tellsOf(
  conversation: Conversation,
  cell: Cell,
  { report, nowMs }: MakeReportEffect,
  parts: StepParts,
): readonly Tell<ActorEvent>[] {
  const chat = report.event === "call_event" ? readActor(conversation, chatAddress(report.chatId), parts) : cell;
  if (chat === undefined) throw new Defect(`${cell.key} reported of chat, which does not exist`);
  return parts.reports.make(report, chat.context as ChatContext, nowMs, parts.rows);
}

type KeptEffect = Exclude<
  Effect,
  { readonly type: "effect.request.refuse" | "effect.actor.tell" | "effect.report.make" }
>;

/** Puts a stored effect into the draft, or sets it aside until the commit is durable. */
function keepEffect(conversation: Conversation, cell: Cell, effect: KeptEffect, parts: StepParts): void {
  const { draft } = parts;
  switch (effect.type) {
    case "effect.message.store":
      keepMessage(cell, effect.message, draft);
      if (effect.file !== undefined) keepFile(cell, effect.file, effect.message.atMs, draft);
      return;
    case "effect.client.store": {
      const { channelId } = cell.context as ChatContext;
      // What changes of it is told by what it was.
      if (conversation.client === undefined)
        conversation.client = parts.rows.read("client", [conversation.key]) ?? null;
      const { client, openChatId } = effect;
      draft.writeClient(conversation, { ...conversation.client, channelId, client, openChatId });
      return;
    }
    case "effect.warnings.store": {
      const { id: chatId, channelId } = cell.context as ChatContext;
      const { atMs, cause, messageSeq } = effect;
      for (const text of effect.texts) {
        const row = { atMs, kind: "warning" as const, cause, chatId, messageSeq, text };
        parts.draft.write({ table: "channelLog", key: [channelId, parts.newLogId()], row });
      }
      return;
    }
    case "effect.administrator.tell": {
      const { nowMs: atMs, channelId, chatId, text } = effect;
      const row = { atMs, kind: "webhook" as const, cause: cell.key, chatId, messageSeq: 0, text };
      draft.write({ table: "channelLog", key: [channelId, parts.newLogId()], row });
      draft.released.push({ effect, actor: cell.key, conversation: conversation.key });
      return;
    }
    case "effect.chat.publish": {
      const { id, channelId } = cell.context as ChatContext;
      if (!isBlocked(cell) || wasShown(cell)) draft.show({ chatId: id, channelId, messageSeq: 0 });
      return;
    }
    case "effect.delivery.publish": {
      const { channelId } = cell.context as Pick<ChatContext, "channelId">;
      draft.show({ chatId: effect.chatId, channelId, messageSeq: effect.messageSeq });
      return;
    }
    case "effect.webhook.store":
      draft.write({ table: "webhook", key: [Number(effect.chatId), effect.deliveryId], row: effect.body });
      return;
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
    case "effect.typing.send":
    case "effect.call.start":
    case "effect.call.publish":
    case "effect.offline.publish":
      draft.released.push({ effect, actor: cell.key, conversation: conversation.key });
      return;
    default:
      assertNever(effect);
  }
}

function keepMessage(cell: Cell, message: ChatMessage, draft: Draft): void {
  const { id, channelId } = cell.context as ChatContext;
  draft.write({ table: "message", key: [Number(id), message.seq], row: message });
  if (!isBlocked(cell)) {
    draft.show({ chatId: id, channelId, messageSeq: 0 });
    draft.show({ chatId: id, channelId, messageSeq: message.seq });
  }
  // What a bot says after the end is to be found as well, and an open chat is not: with the line that it was opened again, the archive
  // takes the chat up anew, also when it is closed once more in the same commit.
  if (cell.listedState === "closed")
    draft.write({ table: "archiveQueue", key: [Number(id)], row: { isRemoval: false } });
}

/** Its bytes lie on the disk already; without these rows they are swept away. Source: CH-60. */
function keepFile(cell: Cell, { token, ...file }: FileFacts, createdAtMs: number, draft: Draft): void {
  const { id: chatId } = cell.context as ChatContext;
  draft.write({ table: "file", key: [token], row: { chatId, agentId: noAgentId, ...file, createdAtMs } });
  draft.write({ table: "chatFile", key: [Number(chatId), token], row: {} });
}

/** What a client on the blacklist writes is offered to nobody, up to the end of the chat. Source: WH-20. */
const isBlocked = ({ state, listedState }: Cell): boolean =>
  state === "blocked" || (state === "closed" && listedState === "blocked");

/** Desks are to hear that the chat has left them. */
const wasShown = ({ listedState }: Cell): boolean => listedState !== null && listedState !== "blocked";

function storeTell(
  from: ActorKey,
  { to, event }: Tell<ActorEvent>,
  conversation: Conversation["key"],
  parts: StepParts,
): string {
  const id = parts.newTellId();
  const row = { id, to, conversation, event: JSON.stringify(event), from };
  parts.draft.write({ table: "tell", key: [id], row });
  parts.draft.tells.push(row);
  return id;
}

function findActor(conversation: Conversation, key: ActorKey, event: ActorEvent, parts: StepParts): Cell | undefined {
  const live = conversation.cells.get(key);
  if (live !== undefined && (live.revision === 0 || parts.rows.isCurrent(key, live.revision))) return live;
  const { birthEvent, isBornReady } = definitions[actorKindOf(key)];
  const isBirth = birthEvent === event.type;
  // Who is born with all it needs is told so once, under an id of its own: there is no row to look for.
  const row = isBirth && isBornReady === true ? undefined : parts.rows.read("actor", [key]);
  if (row === undefined && !isBirth) return undefined;
  const cell =
    row === undefined ? Cell.create(key, conversation.key, event) : Cell.rehydrate(healChat(row, parts.rows));
  conversation.cells.set(key, cell);
  return cell;
}

/** One that is there already. */
function readActor(conversation: Conversation, key: ActorKey, parts: StepParts): Cell | undefined {
  const live = conversation.cells.get(key);
  if (live !== undefined) return live;
  const row = parts.rows.read("actor", [key]);
  return row === undefined ? undefined : Cell.rehydrate(healChat(row, parts.rows));
}

/** Source: CH-23: the client's open chat, else a new one with the next number. */
function findOpenChat(
  conversation: Conversation,
  target: ClientTarget,
  event: ActorEvent,
  parts: StepParts,
): Cell | undefined {
  const { openChat } = conversation;
  if (openChat !== null) {
    if (parts.rows.isCurrent(openChat.key, openChat.revision)) return openChat;
    // Somebody else wrote the chat meanwhile: it may be closed, and the client's record another.
    conversation.openChat = null;
    conversation.client = undefined;
  }
  if (conversation.client === undefined) conversation.client = parts.rows.read("client", [conversation.key]) ?? null;
  const openChatId = conversation.client?.openChatId ?? null;
  if (openChatId !== null) {
    const found = findActor(conversation, chatAddress(openChatId), event, parts);
    conversation.openChat = found ?? null;
    return found;
  }
  if (event.type !== "message.received" && event.type !== "call.requested") return undefined;
  const id = asChatId(String(parts.numbers.next("chat", parts.draft)));
  const known = clientOf(conversation, target, parts).client;
  const client = { ...known, chatsCount: known.chatsCount + 1 };
  const key = chatAddress(id);
  const { channelId } = target;
  const surface = event.isFromWidget === true ? "widget" : "api";
  const cell = Cell.create(key, conversation.key, {
    id,
    channelId,
    client,
    bot: botFor(event),
    surface,
    nowMs: event.nowMs,
  });
  conversation.cells.set(key, cell);
  return cell;
}

/** Who calls wants a person: the bot comes after that. Source: BOT-01. */
function botFor(event: MessageReceived | CallRequested): ChatInput["bot"] {
  if (event.type === "message.received") return event.bot === undefined ? null : "connected";
  return event.hasBot === true ? "awaited" : null;
}
