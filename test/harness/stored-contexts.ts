import { actorKindOf } from "../../src/core/ids.ts";
import { actors, readStoredActor } from "../../src/domain/actors.ts";
import type { ActorRow } from "../../src/ports/store.ts";

/** The context of a stored actor; whoever asks knows its machine. */
export const contextOf = <Context>(row: ActorRow): Context =>
  readStoredActor(row, actorKindOf(row.actor)).context as Context;

/** The row with a context that has these fields in place of its own. */
export function withContext(row: ActorRow, change: object): ActorRow {
  const { form } = actors[actorKindOf(row.actor)];
  return { ...row, context: form.encode({ ...contextOf<object>(row), ...change }) };
}
