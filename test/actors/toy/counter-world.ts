import type { ActorKey } from "../../../machines/ids.ts";
import { createActorSet } from "../../../src/actors/actor-definition.ts";
import type { ActorSystem } from "../../../src/actors/actor-system.ts";
import { createActorSystem } from "../../../src/actors/actor-system.ts";
import type { Release } from "../../../src/actors/draft.ts";
import type { TurnOutcome } from "../../../src/actors/pending.ts";
import type { Host } from "../../../src/actors/step.ts";
import { defaultLimits } from "../../../src/config/limits.ts";
import { asActorKey, asConversationKey } from "../../../src/core/ids.ts";
import type { LeftWork } from "../../../src/ports/left-work.ts";
import type { Store } from "../../../src/ports/store.ts";
import type { ManualClock } from "../../edge/manual-clock.ts";
import type { CounterEvent, RingBellEffect } from "./counter.types.ts";
import { counterActor } from "./counter-actor.ts";

/** A product with only counters: it needs nothing of this service but the kernel. */
const host: Host = {
  find: () => undefined,
  handleWithoutActor: () => null,
  rowsOf: () => [],
  numbersOf: () => [],
  resultOf: (result) => result,
};

export const one = asActorKey("counter/one");
export const two = asActorKey("counter/two");
/** Counters one and two share a lock; the far one has its own. */
export const near = asConversationKey("near");
export const far = asConversationKey("far");
export const distant = asActorKey("counter/distant");

export interface CounterWorld {
  readonly system: ActorSystem;
  readonly bells: string[];
  readonly lines: string[];
  send(to: ActorKey, event: CounterEvent, key?: string): Promise<TurnOutcome>;
  raise(
    to: ActorKey,
    by: number,
    more?: Partial<Extract<CounterEvent, { type: "counter.raised" }>>,
  ): Promise<TurnOutcome>;
  fact(name: string): Promise<string | undefined>;
  settle(): Promise<void>;
  /** Kills the process and starts another on the same store. */
  crash(): Promise<CounterWorld>;
}

/** Set `leftWork` if other processes use the same store. */
export async function createCounterWorld(store: Store, clock: ManualClock, leftWork?: LeftWork): Promise<CounterWorld> {
  const bells: string[] = [];
  const lines: string[] = [];
  let isGone = false;
  const never = new Promise<never>(() => undefined);
  const line = (_facts: object, message: string): void => void lines.push(message);
  const system = await createActorSystem({
    store: {
      commit: (needs, apply) => (isGone ? never : store.commit(needs, apply)),
      read: (table, key) => store.read(table, key),
      durable: store.durable,
      scan: (table, range) => (isGone ? never : store.scan(table, range)),
      close: () => store.close(),
    },
    clock,
    log: { debug: line, info: line, warn: line, error: line },
    limits: { ...defaultLimits, conversationsInMemoryMax: 1 },
    rules: { actors: createActorSet([counterActor]), host },
    leftWork,
    outlets: {
      feed: { reserve: () => 1, show: () => undefined },
      createCarryOut: () => (release) => {
        if (!isGone) bells.push(`${release.actor} at ${(release as Release<RingBellEffect>).effect.count}`);
      },
    },
  });
  const send: CounterWorld["send"] = (to, event, key) =>
    system.post.send({
      target: { kind: "actor", actor: to, conversation: to === distant ? far : near },
      event,
      cause: "test",
      ...(key !== undefined && { idempotency: { scope: "toy", key, fingerprint: JSON.stringify(event) } }),
    });
  await system.carryOutStoredTells();
  await system.startDeadlines();
  return {
    system,
    bells,
    lines,
    send,
    raise: (to, by, more = {}) => send(to, { type: "counter.raised", nowMs: clock.nowMs(), by, ...more }),
    fact: async (name) => (await store.read("fact", [name]))?.text,
    async settle() {
      for (let round = 0; round < 4; round += 1) {
        await system.registry.whenIdle();
        await new Promise((resolve) => setImmediate(resolve));
      }
    },
    crash() {
      isGone = true;
      return createCounterWorld(store, clock);
    },
  };
}
