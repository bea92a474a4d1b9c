import type { ClearDeadlineEffect, DeadlineReached, SetDeadlineEffect } from "../../../machines/effects.ts";
import type { Actor, AnyEffect, AnyEvent } from "../actor-definition.ts";
import type { OutlinedFields } from "./outlined-fields.ts";
import { none } from "./outlined-fields.ts";

/**
 * What the history keeps of an event or effect: its type, and our own numbers, switches and names. It leaves out the texts and
 * names of people and every secret; the chat's own rows have them. Flat, because every step writes it.
 */
export interface StepOutline {
  readonly type: string;
  readonly [field: string]: string | number | boolean | undefined;
}

/** All fields of an event except its type. */
export function outlineEvent(event: AnyEvent, { events }: Actor["history"]): OutlinedFields {
  if (!isDeadline(event)) return fieldsOf(events[event.type], event);
  const { id, atMs, restarted } = event;
  return { id, atMs, restarted };
}

/** All fields of an effect except its type. Of a tell, each receiving actor is kept instead. */
export function outlineEffect(effect: AnyEffect, { effects }: Actor["history"]): OutlinedFields {
  if (isSet(effect)) return { id: effect.id, atMs: effect.atMs };
  return isCleared(effect) ? { id: effect.id } : fieldsOf(effects[effect.type], effect);
}

const isDeadline = (event: AnyEvent): event is DeadlineReached => event.type === "deadline.reached";
const isSet = (effect: AnyEffect): effect is SetDeadlineEffect => effect.type === "effect.deadline.set";
const isCleared = (effect: AnyEffect): effect is ClearDeadlineEffect => effect.type === "effect.deadline.clear";

/**
 * A tell that an older version stored may have a type that no longer exists, or lack a field. Its type is kept, and the turn
 * continues.
 */
function fieldsOf<What>(outline: ((what: What) => OutlinedFields) | undefined, what: What): OutlinedFields {
  try {
    return outline?.(what) ?? none;
  } catch (error) {
    if (error instanceof TypeError) return none;
    throw error;
  }
}
