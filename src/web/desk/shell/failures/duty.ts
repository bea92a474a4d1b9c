import type { ReadonlySignal } from "@preact/signals";
import { computed } from "@preact/signals";
import type { Desk } from "../../data/desk.ts";
import type { Duty } from "../failed.ts";
import { dutyOf } from "../failed.ts";

/** Keeps the same object without a change, because channels are reloaded with every change of presence. */
export function dutySignal({ surroundings }: Pick<Desk, "surroundings">): ReadonlySignal<Duty> {
  const facts = computed(() => {
    const { me, present } = dutyOf(surroundings.value);
    return JSON.stringify([me.id, me.role, ...[...present].sort((one, other) => one - other)]);
  });
  return computed(() => {
    facts.value;
    return dutyOf(surroundings.peek());
  });
}
