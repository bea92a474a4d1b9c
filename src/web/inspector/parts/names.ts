import { signal } from "@preact/signals";
import type { InspectedActor } from "../../../codec/inspect/inspected.types.ts";
import type { InspectorApi } from "../data/api.ts";

const names = signal<ReadonlyMap<string, string>>(new Map());

/** What people call an actor, by its address; undefined for one without a name, or of which nothing was read yet. */
export const nameOf = (actor: string): string | undefined => names.value.get(actor);

/** Keeps the names that stand in what was read. */
function learnNames(actors: readonly Pick<InspectedActor, "actor" | "name">[]): void {
  const known = names.peek();
  const fresh = actors.flatMap(({ actor, name }) =>
    name === null || known.get(actor) === name ? [] : [[actor, name] as const],
  );
  if (fresh.length > 0) names.value = new Map([...known, ...fresh]);
}

/** Of more of a kind those are known that are met. */
const readMax = 500;

/** Reads what channels and agents are called, also those that were removed. Where that fails they go by their ids. */
export async function readNames(api: Pick<InspectorApi, "actors">): Promise<void> {
  const kinds = ["channel", "agent"].map((kind) => new URLSearchParams({ kind, limit: String(readMax) }));
  for (const answer of await Promise.all(kinds.map((query) => api.actors(query))))
    if (answer.ok) learnNames(answer.value.actors);
}
