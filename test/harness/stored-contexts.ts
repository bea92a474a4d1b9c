import { actorKindOf } from "../../src/core/ids.ts";
import { actors, readStoredActor } from "../../src/domain/actors.ts";
import type { ActorRow } from "../../src/ports/store.ts";

/** Returns the context of a stored actor. The caller must know the actor's machine. */
export const contextOf = <Context>(row: ActorRow): Context =>
  readStoredActor(row, actorKindOf(row.actor)).context as Context;

/** Returns the row with these fields of its context replaced. */
export function withContext(row: ActorRow, change: object): ActorRow {
  const { form } = actors[actorKindOf(row.actor)];
  return { ...row, context: form.encode({ ...contextOf<object>(row), ...change }) };
}
