import type { ActorKey } from "../../machines/ids.ts";
import type { AnyEvent } from "./actor-definition.ts";
import { Cell } from "./cells/cell.ts";
import type { Conversation } from "./conversation.ts";
import type { StepParts } from "./step.ts";

type FindParts = Pick<StepParts, "rows" | "actors" | "unborn">;

/** The cell of the actor that receives an event: live, rehydrated, or created by the event; `undefined` when no such actor exists. */
export function findActor(
  conversation: Conversation,
  key: ActorKey,
  event: AnyEvent,
  { rows, actors, unborn }: FindParts,
): Cell | undefined {
  const live = conversation.cells.get(key);
  if (live !== undefined && (live.revision === 0 || rows.isCurrent(key, live.revision))) return live;
  const definition = actors.of(key);
  const isBirth = definition.birthEvent === event.type;
  // An actor with `isBornReady` receives its birth event once, under a new id: it has no row yet.
  const row = (isBirth && definition.isBornReady) || unborn.has(key) ? undefined : rows.read("actor", [key]);
  if (row === undefined && !isBirth) return undefined;
  const cell =
    row === undefined ? Cell.create(definition, key, conversation.key, event) : Cell.rehydrate(definition, row);
  conversation.cells.set(key, cell);
  return cell;
}

/** Returns an actor that exists; the cell is not added to the live ones. */
export function readActor(
  conversation: Conversation,
  key: ActorKey,
  { rows, actors, unborn }: FindParts,
): Cell | undefined {
  const live = conversation.cells.get(key);
  if (live !== undefined) return live;
  const row = unborn.has(key) ? undefined : rows.read("actor", [key]);
  return row === undefined ? undefined : Cell.rehydrate(actors.of(key), row);
}
