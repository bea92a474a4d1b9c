import type { DeliveryContext } from "../../machines/delivery/delivery.types.ts";
import type { ActorKey, ConversationKey } from "../../machines/ids.ts";
import type { ActorEvent, Effect } from "../../src/domain/effects.ts";
import { Cell, throughStore } from "./cells.ts";

interface Deadline {
  readonly actor: ActorKey;
  readonly id: string;
  readonly atMs: number;
}

/** A delivery as its machine has it. */
export interface PlayedDelivery {
  readonly state: string;
  readonly context: DeliveryContext;
}

/** The end of an attempt of a delivery; without a failure it is delivered. */
type AttemptEnd = Omit<Extract<ActorEvent, { type: "attempt.succeeded" }>, "type" | "nowMs" | "durationMs" | "trace"> &
  Partial<Pick<Extract<ActorEvent, { type: "attempt.failed" }>, "failure" | "isFinal">>;

/**
 * Actors of one conversation as the runtime runs them: tells are stepped breadth first, deadlines fire in order. With `isPutAway` every
 * actor is evicted and reloaded before each of its steps.
 */
export abstract class MachinesPlay {
  nowMs: number;
  readonly cells = new Map<ActorKey, Cell>();
  readonly #deadlines = new Map<string, Deadline>();
  readonly #conversation: ConversationKey;
  readonly #isPutAway: boolean;

  constructor(conversation: ConversationKey, nowMs: number, isPutAway: boolean) {
    this.#conversation = conversation;
    this.nowMs = nowMs;
    this.#isPutAway = isPutAway;
  }

  hasDeadline(name: string): boolean {
    return [...this.#deadlines.values()].some(({ id }) => id === name);
  }

  pass(ms: number): void {
    const untilMs = this.nowMs + ms;
    for (;;) {
      const [next] = [...this.#deadlines]
        .filter(([, { id }]) => this.fires(id))
        .sort(([, one], [, other]) => one.atMs - other.atMs);
      if (next === undefined || next[1].atMs > untilMs) break;
      this.#deadlines.delete(next[0]);
      const { actor, id, atMs } = next[1];
      this.nowMs = Math.max(this.nowMs, atMs);
      this.stepAll(actor, { type: "deadline.reached", id, atMs, nowMs: this.nowMs, restarted: false });
    }
    this.nowMs = untilMs;
  }

  /** Whether deadlines with this id are reached here. */
  protected fires(_id: string): boolean {
    return true;
  }

  /** Called for each effect. Tells and deadlines are played besides. */
  protected abstract carryOut(actor: ActorKey, effect: Effect): void;

  /** Returns true if the event was taken here, because the actor does not play. */
  protected isTaken(_to: ActorKey, _event: ActorEvent): boolean {
    return false;
  }

  /** Returns the effects of the first actor, without those of the actors that it told. */
  protected stepAll(first: ActorKey, event: ActorEvent): readonly Effect[] {
    const sent: { to: ActorKey; event: ActorEvent }[] = [{ to: first, event }];
    let own: readonly Effect[] | null = null;
    for (let next = sent.shift(); next !== undefined; next = sent.shift()) {
      if (this.isTaken(next.to, next.event)) continue;
      const effects = this.#cellFor(next.to, next.event).step(next.event);
      own ??= effects;
      for (const effect of effects) {
        this.carryOut(next.to, effect);
        if (effect.type === "effect.actor.tell") sent.push(...effect.tells);
        if (effect.type === "effect.deadline.set")
          this.#deadlines.set(`${next.to} ${effect.id}`, { actor: next.to, id: effect.id, atMs: effect.atMs });
        if (effect.type === "effect.deadline.clear") this.#deadlines.delete(`${next.to} ${effect.id}`);
      }
    }
    return own ?? [];
  }

  protected endAttempt(delivery: ActorKey, { startedAtMs, attempt, httpStatus, failure, ...more }: AttemptEnd): void {
    const { nowMs } = this;
    const trace = { address: null, answer: null, note: null };
    const seen = { nowMs, attempt, startedAtMs, durationMs: nowMs - startedAtMs, trace, httpStatus, ...more };
    this.stepAll(
      delivery,
      failure === undefined ? { type: "attempt.succeeded", ...seen } : { type: "attempt.failed", ...seen, failure },
    );
  }

  get deliveries(): readonly PlayedDelivery[] {
    return [...this.cells.values()]
      .filter(({ definition }) => definition.kind === "delivery")
      .map(({ state, context }) => ({ state, context: context as DeliveryContext }));
  }

  protected cell(key: ActorKey): Cell {
    const cell = this.cells.get(key);
    if (cell === undefined) throw new Error(`Expected ${key} to be there`);
    return cell;
  }

  #cellFor(key: ActorKey, event: ActorEvent): Cell {
    const live = this.cells.get(key);
    if (live !== undefined && !this.#isPutAway) return live;
    const cell = live === undefined ? Cell.create(key, this.#conversation, event) : throughStore(live);
    this.cells.set(key, cell);
    return cell;
  }
}
