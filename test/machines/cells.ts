import { isDeepStrictEqual } from "node:util";
import type { ActorKey, ConversationKey } from "../../machines/ids.ts";
import { Cell as ActorCell } from "../../src/actors/cells/cell.ts";
import { actorSet } from "../../src/domain/actors.ts";
import type { ActorEvent, Effect } from "../../src/domain/effects.ts";
import type { ActorRow } from "../../src/ports/store.ts";

/** A cell of one of the service's own actors: their events go in, their effects come out. */
export type Cell = Omit<ActorCell, "step" | "takeEffects"> & {
  step(event: ActorEvent): readonly Effect[];
  takeEffects(): readonly Effect[];
};

export const Cell = {
  create: (key: ActorKey, conversation: ConversationKey, input: object): Cell =>
    ActorCell.create(actorSet.of(key), key, conversation, input) as Cell,
  rehydrate: (row: ActorRow): Cell => ActorCell.rehydrate(actorSet.of(row.actor), row) as Cell,
};

/** As it comes back from the store: with the state and the context that it had, whatever those are. */
export function throughStore(cell: Cell): Cell {
  const back = Cell.rehydrate(cell.nextRow());
  if (back.state === cell.state && isDeepStrictEqual(back.context, cell.context)) return back;
  const [expected, got] = [cell, back].map(({ state, context }) => `${state} ${JSON.stringify(context)}`);
  throw new Error(`Expected ${cell.key} to come back as ${expected}, got ${got}`);
}
