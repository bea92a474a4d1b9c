import type { BotConversationEvent } from "../../../../machines/bot-conversation/bot-conversation.types.ts";
import type { ChatContext } from "../../../../machines/chat/chat.types.ts";
import type { DeliveryContext } from "../../../../machines/delivery/delivery.types.ts";
import type { ActorKey, ChatId, MessageId } from "../../../../machines/ids.ts";
import { compareWithTable } from "../bot-table/compare-bot.ts";
import { TableModel } from "../bot-table/table-model.ts";
import type { Stepped, World } from "../world/world.ts";
import { assertRule } from "./violation.ts";
import { WatchChat } from "./watch-chat.ts";
import { WatchDeliveries } from "./watch-deliveries.ts";
import { assertLanesGoOn } from "./watch-lanes.ts";

/** Options for judging a walk. */
export interface Judging {
  /** False to judge by outcomes only, without the state table. */
  readonly isTableCompared?: boolean;
  /** The set to which the used rows of the state table are added. */
  readonly rowsTaken?: Set<string>;
}

/** Checks every step of a walk and throws a `Violation` when a promise is broken. The monitor decides nothing and knows no machine. */
export class Monitor {
  steps = 0;
  readonly #world: World;
  readonly #deliveries = new WatchDeliveries();
  readonly #chats = new Map<ChatId, WatchChat>();
  /** Messages that were answered with 200. */
  readonly #accepted: MessageId[] = [];
  #restartedAtMs = Number.NEGATIVE_INFINITY;

  /** `null` to judge by outcomes only. */
  readonly #models: Map<ActorKey, TableModel> | null;

  readonly #rowsTaken: Set<string>;

  constructor(world: World, { isTableCompared = true, rowsTaken = new Set() }: Judging = {}) {
    this.#world = world;
    this.#rowsTaken = rowsTaken;
    this.#models = isTableCompared ? new Map() : null;
  }

  stepped(step: Stepped): void {
    this.steps += 1;
    const { nowMs } = this.#world;
    const chat = this.#chatOf(step);
    if (step.kind === "chat") chat.chatStepped(step);
    if (step.kind === "bot") {
      this.#compare(step);
      chat.botStepped(step, nowMs);
    }
    if (step.kind === "delivery") this.#deliveries.stepped(step, nowMs, chat.botState);
  }

  #compare({ key, event, after: state, effects }: Stepped): void {
    if (this.#models === null) return;
    const model = this.#models.get(key) ?? new TableModel(this.#rowsTaken);
    this.#models.set(key, model);
    compareWithTable(model, { event: event as BotConversationEvent, state, effects });
  }

  restarted(): void {
    this.#restartedAtMs = this.#world.nowMs;
    this.#deliveries.restarted(this.#world.nowMs);
  }

  accepted(id: MessageId): void {
    this.#accepted.push(id);
  }

  settled(): void {
    assertLanesGoOn(this.#world);
    assertOneOpenChat(this.#world);
    for (const chat of this.#chats.values()) chat.settled(this.#world.nowMs, this.#restartedAtMs);
  }

  atRest(): void {
    this.#deliveries.atRest();
    const stored = new Map<MessageId, number>();
    const lastSeq = new Map<ChatId, number>();
    for (const { chatId, message } of this.#world.messages) {
      stored.set(message.id, (stored.get(message.id) ?? 0) + 1);
      assertRule("CH-41", stored.get(message.id) === 1, `a second message has the id ${message.id}`);
      const expectedSeq = (lastSeq.get(chatId) ?? 0) + 1;
      assertRule("CH-23", message.seq === expectedSeq, `message ${message.seq} follows ${expectedSeq - 1}`);
      lastSeq.set(chatId, message.seq);
    }
    for (const chat of this.#chats.values()) chat.atRest();
    const owed = [...this.#accepted, ...[...this.#chats.values()].flatMap((chat) => chat.owed)];
    for (const id of owed) {
      assertRule("CH-19, BOT-35", stored.get(id) === 1, `${id} is stored ${stored.get(id) ?? 0} times`);
    }
  }

  #chatOf({ kind, context }: Stepped): WatchChat {
    const chatId = kind === "chat" ? (context as ChatContext).id : (context as Pick<DeliveryContext, "chatId">).chatId;
    const known = this.#chats.get(chatId);
    if (known !== undefined) return known;
    const chat = new WatchChat(this.#deliveries);
    this.#chats.set(chatId, chat);
    return chat;
  }
}

/** Checks that a client has at most one open chat, also after a chat was reopened. */
function assertOneOpenChat({ stored, openChatId }: World): void {
  const open = [...stored].filter(([key, { state }]) => key.startsWith("chat/") && state !== "closed");
  assertRule("CH-23", open.length <= 1, `the client has ${open.length} open chats`);
  const known = openChatId === null ? [] : [`chat/${openChatId}`];
  assertRule(
    "CH-23",
    `${open.map(([key]) => key)}` === `${known}`,
    `open is ${open.map(([key]) => key)}, not ${known}`,
  );
}
