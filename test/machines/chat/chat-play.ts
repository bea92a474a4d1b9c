import type {
  BotConversationContext,
  BotConversationEvent,
} from "../../../machines/bot-conversation/bot-conversation.types.ts";
import type { ChatContext, ChatEvent, ChatInput } from "../../../machines/chat/chat.types.ts";
import type { DeliveryContext } from "../../../machines/delivery/delivery.types.ts";
import type { ActorKey } from "../../../machines/ids.ts";
import type { Cargo } from "../../../machines/tells.ts";
import { botAddress } from "../../../machines/tells.ts";
import type { ActorEvent, Effect } from "../../../src/domain/effects.ts";
import { Cell, throughStore } from "../cells.ts";
import { chat, id, input, t0 } from "./chat-steps.ts";

const botKey = botAddress(id);

/** A request to the customer system, or to the bot, that has not ended. */
export interface RunningAttempt {
  readonly delivery: ActorKey;
  readonly attempt: number;
  readonly startedAtMs: number;
  readonly kind: Cargo["kind"];
}

/**
 * One chat, its bot conversation and their deliveries as the runtime runs them: tells are stepped breadth first, deadlines fire in order.
 * With `isPutAway` every actor is evicted and reloaded before each of its steps.
 */
export class ChatPlay {
  nowMs = t0;
  readonly cells = new Map<ActorKey, Cell>();
  readonly running: RunningAttempt[] = [];
  /** Every effect in order, with the actor that asked for it. */
  readonly effects: { readonly from: ActorKey; readonly effect: Effect }[] = [];
  readonly #byType = new Map<Effect["type"], Effect[]>();
  readonly #deadlines = new Map<string, { readonly actor: ActorKey; readonly id: string; readonly atMs: number }>();
  readonly #isPutAway: boolean;

  constructor(isPutAway: boolean, bot: ChatInput["bot"]) {
    this.#isPutAway = isPutAway;
    const cell = Cell.create(chat.actor, chat.conversation, { ...input, bot });
    cell.takeEffects();
    this.cells.set(chat.actor, cell);
  }

  get chatState(): string {
    return this.#cell(chat.actor).state;
  }

  get chat(): ChatContext {
    return this.#cell(chat.actor).context as ChatContext;
  }

  /** `null` before the client wrote, and if there is no bot. */
  get bot(): { readonly state: string; readonly context: BotConversationContext } | null {
    const cell = this.cells.get(botKey);
    return cell === undefined ? null : { state: cell.state, context: cell.context as BotConversationContext };
  }

  deliveries(kind: Cargo["kind"]): readonly { readonly state: string; readonly context: DeliveryContext }[] {
    return [...this.cells.values()]
      .filter((cell) => cell.definition.kind === "delivery")
      .map(({ state, context }) => ({ state, context: context as DeliveryContext }))
      .filter(({ context }) => context.cargo.kind === kind);
  }

  /** Every effect of this type, in order. */
  emitted<Type extends Effect["type"]>(type: Type): readonly Extract<Effect, { type: Type }>[] {
    return (this.#byType.get(type) ?? []) as Extract<Effect, { type: Type }>[];
  }

  hasDeadline(name: string): boolean {
    return [...this.#deadlines.values()].some(({ id }) => id === name);
  }

  /** Returns the effects of the chat, without those of the actors that it told. */
  step(event: ChatEvent): readonly Effect[] {
    return this.#stepAll(chat.actor, event);
  }

  /** Steps an event that the provider posts. */
  stepBot(event: BotConversationEvent): void {
    if (this.bot !== null) this.#stepAll(botKey, event);
  }

  /** Ends the oldest running attempt of this kind. */
  end(kind: Cargo["kind"], isDelivered: boolean): void {
    const index = this.running.findIndex((running) => running.kind === kind);
    const [attempt] = index < 0 ? [] : this.running.splice(index, 1);
    if (attempt === undefined) return;
    const { startedAtMs } = attempt;
    const seen = { nowMs: this.nowMs, attempt: attempt.attempt, startedAtMs, durationMs: this.nowMs - startedAtMs };
    const trace = { address: null, answer: null, note: null };
    const failure = { kind: "http_status", code: "http_status", message: "HTTP 503." } as const;
    this.#stepAll(
      attempt.delivery,
      isDelivered
        ? { type: "attempt.succeeded", ...seen, trace, httpStatus: 200 }
        : { type: "attempt.failed", ...seen, trace, httpStatus: 503, failure },
    );
  }

  pass(ms: number): void {
    const untilMs = this.nowMs + ms;
    for (;;) {
      const [next] = [...this.#deadlines].sort(([, one], [, other]) => one.atMs - other.atMs);
      if (next === undefined || next[1].atMs > untilMs) break;
      this.#deadlines.delete(next[0]);
      const { actor, id, atMs } = next[1];
      this.nowMs = Math.max(this.nowMs, atMs);
      this.#stepAll(actor, { type: "deadline.reached", id, atMs, nowMs: this.nowMs, restarted: false });
    }
    this.nowMs = untilMs;
  }

  #stepAll(first: ActorKey, event: ActorEvent): readonly Effect[] {
    const sent: { to: ActorKey; event: ActorEvent }[] = [{ to: first, event }];
    let own: readonly Effect[] | null = null;
    for (let next = sent.shift(); next !== undefined; next = sent.shift()) {
      const effects = this.#cellFor(next.to, next.event).step(next.event);
      own ??= effects;
      for (const effect of effects) {
        this.effects.push({ from: next.to, effect });
        const alike = this.#byType.get(effect.type);
        if (alike === undefined) this.#byType.set(effect.type, [effect]);
        else alike.push(effect);
        if (effect.type === "effect.actor.tell") sent.push(...effect.tells);
        else this.#carryOut(next.to, effect);
      }
    }
    return own ?? [];
  }

  #carryOut(actor: ActorKey, effect: Effect): void {
    const { nowMs } = this;
    if (effect.type === "effect.deadline.set") {
      this.#deadlines.set(`${actor} ${effect.id}`, { actor, id: effect.id, atMs: effect.atMs });
    }
    if (effect.type === "effect.deadline.clear") this.#deadlines.delete(`${actor} ${effect.id}`);
    if (effect.type === "effect.attempt.start") {
      const { attempt, cargo } = effect;
      this.running.push({ delivery: actor, attempt, startedAtMs: nowMs, kind: cargo.kind });
    }
  }

  #cellFor(key: ActorKey, event: ActorEvent): Cell {
    const live = this.cells.get(key);
    if (live === undefined) {
      const born = Cell.create(key, chat.conversation, event);
      this.cells.set(key, born);
      return born;
    }
    if (!this.#isPutAway) return live;
    const back = throughStore(live);
    this.cells.set(key, back);
    return back;
  }

  #cell(key: ActorKey): Cell {
    const cell = this.cells.get(key);
    if (cell === undefined) throw new Error(`Expected ${key}`);
    return cell;
  }
}
