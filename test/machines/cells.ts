import { isDeepStrictEqual } from "node:util";
import type { ActorKey, ConversationKey } from "../../machines/ids.ts";
import { Cell as ActorCell } from "../../src/actors/conversation.ts";
import { actorSet } from "../../src/domain/actors.ts";
import type { ActorEvent, Effect } from "../../src/domain/effects.ts";
import type { ActorRow } from "../../src/ports/store.ts";
import { compareBeginning, compareStep } from "./both-ways.ts";

/** A cell of one of the service's own actors: it takes their events and returns their effects. */
export type Cell = Omit<ActorCell, "step" | "takeEffects"> & {
  step(event: ActorEvent): readonly Effect[];
  takeEffects(): readonly Effect[];
};

/** Its steps throw if XState itself has another result. */
export const Cell = {
  create(key: ActorKey, conversation: ConversationKey, input: object): Cell {
    const cell = ActorCell.create(actorSet.of(key), key, conversation, input);
    const effects = cell.takeEffects();
    const { state, context, definition } = cell;
    compareBeginning(definition.logic, input, { state, context, effects });
    return checked(cell, effects);
  },
  rehydrate: (row: ActorRow): Cell => checked(ActorCell.rehydrate(actorSet.of(row.actor), row), []),
};

/** `first` are the effects of the actor's first states. */
function checked(cell: ActorCell, first: readonly unknown[]): Cell {
  const step = cell.step.bind(cell);
  let waiting = first as readonly Effect[];
  const takeWaiting = (): readonly Effect[] => {
    const taken = waiting;
    waiting = [];
    return taken;
  };
  return Object.assign(cell, {
    step(event: ActorEvent): readonly Effect[] {
      const before = { state: cell.state, context: cell.context };
      const effects = step(event) as readonly Effect[];
      const { state, context, definition } = cell;
      compareStep(definition.logic, before, event, { state, context, effects });
      return [...takeWaiting(), ...effects];
    },
    takeEffects: takeWaiting,
  }) as Cell;
}

/** Returns the cell after a reload from the store, with the same state and context. */
export function throughStore(cell: Cell): Cell {
  const back = Cell.rehydrate(cell.nextRow());
  if (back.state === cell.state && isDeepStrictEqual(back.context, cell.context)) return back;
  const [expected, got] = [cell, back].map(({ state, context }) => `${state} ${JSON.stringify(context)}`);
  throw new Error(`Expected ${cell.key} to be reloaded as ${expected}, got ${got}`);
}
