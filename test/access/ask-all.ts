import type { Operation } from "../prove/abuse/fuzz/operations.ts";
import { operationsOf } from "../prove/abuse/fuzz/operations.ts";
import { rightRequest } from "../prove/abuse/fuzz/right-request.ts";
import { Random } from "../prove/abuse/random.ts";
import { Lines } from "../prove/abuse/wire/lines.ts";
import { toBytes } from "../prove/abuse/wire/wire-request.ts";
import type { World } from "../prove/abuse/world/open-world.ts";
import type { Actor } from "./actors.ts";
import { actors, sentBy } from "./actors.ts";

/** `in`: the actor had access, whatever the result was. Otherwise the status that refused the actor. */
export type Cell = string;

/** These operations may end the actor's own session. */
const ending = /^DELETE|session/;
/** Statuses that refuse an actor. */
const keptOut = new Set([401, 403, 404, 405, 429]);

/** Returns the result of each actor for each operation, in the router's order. Each is a separate request. */
export async function askAll(world: World): Promise<ReadonlyMap<string, readonly Cell[]>> {
  const lines = new Lines(world.port);
  const rows = new Map<string, readonly Cell[]>();
  for (const operation of operationsOf(world.service.app.routes)) {
    const cells: Cell[] = [];
    for (const actor of actors) {
      const cell = await ask(world, lines, operation, actor);
      cells.push(cell);
      if (cell === "in" && ending.test(operation.name)) await world.renew();
    }
    rows.set(operation.name, cells);
  }
  lines.close();
  return rows;
}

async function ask(world: World, lines: Lines, operation: Operation, actor: Actor): Promise<Cell> {
  const { request } = rightRequest(operation, new Random(1));
  const bytes = toBytes(sentBy(actor, request, world.port), world.facts);
  const outcome = await lines.ask(bytes);
  if (outcome.kind !== "answered") return outcome.kind;
  const { status } = outcome.answer;
  return keptOut.has(status) || status >= 500 ? String(status) : "in";
}
