import type { ActorEvent, Effect } from "../effects.ts";
import { effectFields } from "./outline-effect.ts";
import { eventFields } from "./outline-event.ts";
import type { OutlinedFields } from "./outlined-fields.ts";
import { none } from "./outlined-fields.ts";

/**
 * What is kept of an event or effect: its type, and of the rest numbers, switches and names of ours. What people wrote, who they are
 * and every secret is left out; the chat's own rows have it. Flat, because it is written with every step.
 */
export interface StepOutline {
  readonly type: string;
  readonly [field: string]: string | number | boolean | undefined;
}

/** All of an event but its type. */
export const outlineEvent = (event: ActorEvent): OutlinedFields =>
  fieldsOf(eventFields[event.type] as Outline<ActorEvent>, event);

/** All of an effect but its type. Of a tell each told actor is kept instead. */
export const outlineEffect = (effect: OutlinedEffect): OutlinedFields =>
  fieldsOf(effectFields[effect.type] as Outline<OutlinedEffect>, effect);

type OutlinedEffect = Exclude<Effect, { readonly type: "effect.actor.tell" }>;
type Outline<What> = ((what: What) => OutlinedFields) | undefined;

/** A tell that an older version stored may be of a type that is gone, or lack a field: its type is kept, and the turn goes on. */
function fieldsOf<What>(outline: Outline<What>, what: What): OutlinedFields {
  try {
    return outline?.(what) ?? none;
  } catch (error) {
    if (error instanceof TypeError) return none;
    throw error;
  }
}
