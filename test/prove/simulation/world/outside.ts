import { botAddress, chatAddress } from "../../../../machines/addresses.ts";
import type { BotConversationContext } from "../../../../machines/bot-conversation/bot-conversation.types.ts";
import { withoutBot } from "../../../../machines/bot-conversation/bot-conversation.types.ts";
import type { ChatContext } from "../../../../machines/chat/chat.types.ts";
import type { Cargo, DeliveryContext, StartAttemptEffect } from "../../../../machines/delivery/delivery.types.ts";
import type { ActorKey } from "../../../../machines/ids.ts";
import { asChatId } from "../../../../src/core/ids.ts";
import type { ActorEvent } from "../../../../src/domain/effects.ts";
import type { Monitor } from "../promises/monitor.ts";
import type { Trace } from "../walk/trace.ts";
import type { Answer, BotPosts, Provider, Walk, What, Who } from "../walk/walk.types.ts";
import type { Agenda } from "./agenda.ts";
import { answerAttempt, skipAttempt } from "./answer.ts";
import type { Situation } from "./events.ts";
import { acceptTimeoutMs, agents, Events } from "./events.ts";
import type { Outcome, StoredActor, World } from "./world.ts";

const atOnce: Answer = { kind: "ok", afterMs: 20, isRepeated: false, posts: [] };

export interface OutsideParts {
  readonly walk: Walk;
  readonly world: World;
  readonly monitor: Monitor;
  readonly agenda: Agenda;
  readonly trace: Trace | undefined;
}

/** Plays the client, agents, administrator, bot and customer system, and the runtime's own work before a machine gets an event. */
export class Outside {
  readonly #parts: OutsideParts;
  readonly #events = new Events();
  readonly #available = new Set<Who>();
  readonly #asked = { bot: 0, customer: 0 };
  #isEnabled = true;
  #provider: Provider | null = "acme-bots";

  constructor(parts: OutsideParts) {
    this.#parts = parts;
  }

  happen(what: What): void {
    const { world, agenda, trace } = this.#parts;
    trace?.happening(what);
    switch (what.kind) {
      case "write":
        this.#write(what.wantsAgent);
        break;
      case "click":
        this.#click(what.index);
        break;
      case "bot writes":
      case "bot invites":
        this.#post(what, this.#newestChat()?.key.slice("chat/".length));
        break;
      case "presence":
        if (what.isAvailable) this.#available.add(what.who);
        else this.#available.delete(what.who);
        break;
      case "reply":
        this.#reply(what.who);
        break;
      case "reopen":
        this.#reopen(what);
        break;
      case "resend":
        this.#resend(what.index);
        break;
      case "channel":
        this.#isEnabled = what.isEnabled;
        this.moveChats();
        break;
      case "bot":
        this.#provider = what.provider;
        agenda.plan(world.nowMs + what.movesAfterMs, true, () => this.moveChats());
        break;
      case "kill":
        world.dead = { at: "before commit", downMs: what.downMs };
        break;
      case "crash":
        world.crash = what;
        break;
      case "defect":
        world.defectAtStep = what.atStep;
        break;
      default:
        this.#askOfChat(this.#events.step(world.nowMs, what));
    }
  }

  /** Sends one request from the service. Its outcome returns as an event. Source: src/actors/executor.ts. */
  attempt({ deliveryId, attempt, cargo, timeoutMs }: StartAttemptEffect, actor: ActorKey): void {
    const { walk, world, agenda, trace } = this.#parts;
    const toBot = cargo.kind === "bot_event";
    const startedAtMs = world.nowMs;
    if (!this.#isEnabled || (toBot && cargo.providerId !== this.#provider)) {
      agenda.plan(startedAtMs, true, () => this.#untilDone(actor, () => skipAttempt(attempt)(world.nowMs)));
      return;
    }
    const answers = toBot ? walk.botAnswers : walk.customerAnswers;
    const side = toBot ? "bot" : "customer";
    const answer = answers[this.#asked[side]] ?? atOnce;
    this.#asked[side] += 1;
    trace?.attempt(side, nameOf(cargo), deliveryId, attempt, answer);
    for (const { atMs, toEvent } of answerAttempt(answer, {
      attempt,
      startedAtMs,
      timeoutMs,
      latenessMs: walk.latenessMs,
    })) {
      agenda.plan(atMs, true, () => this.#untilDone(actor, () => toEvent(world.nowMs)));
    }
    if (cargo.kind !== "bot_event") return;
    const { chatId } = cargo.event;
    for (const { afterMs, what } of answer.posts) {
      agenda.plan(startedAtMs + afterMs, false, () => {
        trace?.happening(what);
        this.#post(what, chatId);
      });
    }
  }

  /**
   * Moves chats away from a bot that is disconnected, and removes deliveries that a closed channel cannot send. At every start, it
   * finishes the work of the last process. Source: src/domain/bot/disconnect-bot.ts, src/domain/channel/close-channel.ts.
   */
  moveChats(): void {
    const { world } = this.#parts;
    const { nowMs, stored } = world;
    for (const actor of this.#botsThatLeft()) {
      const lineId = this.#events.lineId();
      this.#untilDone(actor, () => ({ type: "bot.disconnected", nowMs, reason: withoutBot.message, lineId }));
    }
    if (this.#isEnabled) return;
    const chatIds = new Set(
      [...stored]
        .filter(([key, { deadlines }]) => key.startsWith("delivery/") && deadlines.length > 0)
        .map(([, { context }]) => (context as DeliveryContext).chatId),
    );
    for (const chatId of chatIds) {
      const failure = { kind: "channel_closed", code: "channel_closed", message: "The channel is disabled." } as const;
      const lineId = this.#events.lineId();
      this.#untilDone(chatAddress(chatId), () => ({ type: "channel.closed", nowMs, failure, lineId }));
    }
  }

  /**
   * For events from inside: delivers an undone event again, at once. The runtime waits one second first, but here the event would then
   * be late. Source: src/actors/post.ts.
   */
  #untilDone(target: ActorKey, toEvent: () => ActorEvent): void {
    while (this.#take(target, toEvent()) === "undone");
  }

  #take(target: ActorKey | "client", event: ActorEvent): Outcome {
    const { world, trace } = this.#parts;
    if (world.dead !== null) return "lost";
    const outcome = world.take(target, event);
    if (outcome !== "done") trace?.note(`${event.type}: ${outcome}`);
    return outcome;
  }

  #situation(wantsAgent: boolean): Situation | null {
    if (this.#provider === null) return null;
    return { providerId: this.#provider, agentsOnline: this.#isStaffed(), wantsAgent, acceptTimeoutMs };
  }

  #isStaffed(): boolean {
    return this.#isEnabled && this.#available.size > 0;
  }

  /** A closed channel refuses the message. Source: CH-14. */
  #write(wantsAgent: boolean): void {
    const { world, monitor } = this.#parts;
    if (!this.#isEnabled) return;
    const event = this.#events.message(world.nowMs, this.#situation(wantsAgent));
    if (this.#take("client", event) === "done") monitor.accepted(event.message.id);
  }

  #click(index: number): void {
    const chat = this.#newestChat();
    if (!this.#isEnabled || chat === undefined) return;
    const messageSeq = (chat.row.context as ChatContext).buttons?.messageSeq ?? 1;
    const { world, monitor } = this.#parts;
    const event = this.#events.click(world.nowMs, messageSeq, index, this.#situation(false));
    if (this.#take(chat.key, event) === "done") monitor.accepted(event.messageId);
  }

  /** A bot that is not connected, or was never notified of the chat, is refused. Source: BOT-02, BOT-26. */
  #post(what: BotPosts, chatId: string | undefined): void {
    if (chatId === undefined) return;
    const { world } = this.#parts;
    const actor = botAddress(asChatId(chatId));
    const context = world.stored.get(actor)?.context as BotConversationContext | undefined;
    if (context?.hasSent !== true || context.providerId !== this.#provider) return;
    this.#take(actor, this.#events.posted(world.nowMs, what, this.#isStaffed()));
  }

  #reply(who: Who): void {
    const { world, monitor } = this.#parts;
    const event = this.#events.reply(world.nowMs, agents[who]);
    if (this.#askOfChat(event) === "done") monitor.accepted(event.message.id);
  }

  /** Sends a dead letter again. Only messages are sent again, not events for bots. */
  #resend(index: number): void {
    const { world } = this.#parts;
    const ended = [...world.stored].flatMap(([key, { state, context }]) => {
      const isEnded = key.startsWith("delivery/") && (state === "delivered" || state === "failed");
      const delivery = context as DeliveryContext;
      return isEnded && delivery.cargo.kind === "message" ? [delivery] : [];
    });
    const chosen = ended[index];
    if (chosen === undefined) return;
    const { chatId, id: deliveryId } = chosen;
    this.#take(chatAddress(chatId), { type: "delivery.resend-requested", nowMs: world.nowMs, deliveryId });
  }

  /** Reopens the closed chat that began last, also while the client has another chat. */
  #reopen(what: Extract<What, { readonly who: Who }>): void {
    const { world } = this.#parts;
    const closed = [...world.stored].filter(([key, { state }]) => key.startsWith("chat/") && state === "closed");
    const event = this.#events.step(world.nowMs, what);
    const chat = closed.at(-1)?.[0];
    if (chat === undefined || event?.type !== "chat.reopen-requested") return;
    this.#take(chat, { ...event, isChannelOpen: this.#isEnabled });
  }

  #askOfChat(event: ActorEvent | null): Outcome {
    const chat = this.#newestChat();
    return event === null || chat === undefined ? "nobody" : this.#take(chat.key, event);
  }

  #newestChat(): { readonly key: ActorKey; readonly row: StoredActor } | undefined {
    let newest: { readonly key: ActorKey; readonly row: StoredActor } | undefined;
    for (const [key, row] of this.#parts.world.stored) if (key.startsWith("chat/")) newest = { key, row };
    return newest;
  }

  /** Returns the bot conversations of chats that still have a bot which the channel has disconnected. */
  #botsThatLeft(): readonly ActorKey[] {
    const { stored } = this.#parts.world;
    return [...stored].flatMap(([key, { context }]) => {
      if (!key.startsWith("chat/") || (context as ChatContext).bot !== "connected") return [];
      const actor = botAddress((context as ChatContext).id);
      const bot = stored.get(actor)?.context as BotConversationContext | undefined;
      return bot?.providerId === this.#provider ? [] : [actor];
    });
  }
}

function nameOf(cargo: Cargo): string {
  if (cargo.kind === "bot_event") return cargo.event.event;
  return cargo.kind === "message" ? cargo.content.text : cargo.kind;
}
