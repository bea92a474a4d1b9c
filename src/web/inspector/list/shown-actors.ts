import type { ReadonlySignal } from "@preact/signals";
import { computed, signal } from "@preact/signals";
import type { InspectedActor } from "../../../codec/inspect/inspected.types.ts";
import { createHeldOrder } from "../../shared/parts/held-order.ts";
import type { ActorList } from "../data/actor-list.ts";

/** The visible actors. No row moves while the pointer or the focus is in the list. */
export interface ShownActors {
  readonly actors: ReadonlySignal<readonly ShownActor[]>;
  /** The number of actors that wait to be shown. */
  readonly newCount: ReadonlySignal<number>;
  hold(by: "pointer" | "focus", isHeld: boolean): void;
  /** Shows the new actors although the list is held. */
  release(): void;
}
export interface ShownActor extends InspectedActor {
  /** The actor no longer matches the search. */
  readonly isGone: boolean;
}

export function createShownActors({ actors: read, looks }: ActorList): ShownActors {
  const holders = signal<ReadonlySet<string>>(new Set());
  const releases = signal(0);
  const order = createHeldOrder();
  const last = new Map<string, InspectedActor>();
  const ordered = computed(() => {
    const found = new Map(read.value.map((one) => [one.actor, one]));
    const { ids, waiting } = order.show([...found.keys()], holders.value.size > 0, releases.value + looks.value);
    const actors = ids.flatMap((id): readonly ShownActor[] => {
      const now = found.get(id) ?? last.get(id);
      return now === undefined ? [] : [{ ...now, isGone: !found.has(id) }];
    });
    last.clear();
    for (const one of actors) last.set(one.actor, one);
    return { actors, newCount: waiting.length };
  });
  return {
    actors: computed(() => ordered.value.actors),
    newCount: computed(() => ordered.value.newCount),
    hold(by, isHeld) {
      if (holders.peek().has(by) === isHeld) return;
      const others = [...holders.peek()].filter((holder) => holder !== by);
      holders.value = new Set(isHeld ? [...others, by] : others);
    },
    release() {
      releases.value += 1;
    },
  };
}
