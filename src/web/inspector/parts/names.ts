import { signal } from "@preact/signals";
import type { InspectedActor } from "../../../codec/inspect/inspected.types.ts";
import type { InspectorApi } from "../data/api.ts";

const names = signal<ReadonlyMap<string, string>>(new Map());

/** The name of an actor by its address; undefined without a name, or before the actor was read. */
export const nameOf = (actor: string): string | undefined => names.value.get(actor);

/** Stores the names of the read actors. */
function learnNames(actors: readonly Pick<InspectedActor, "actor" | "name">[]): void {
  const known = names.peek();
  const fresh = actors.flatMap(({ actor, name }) =>
    name === null || known.get(actor) === name ? [] : [[actor, name] as const],
  );
  if (fresh.length > 0) names.value = new Map([...known, ...fresh]);
}

/** Names beyond this number per kind are known only for actors that were read elsewhere. */
const readMax = 500;

/** Reads the names of channels and agents, removed ones included. After a failure their ids are shown. */
export async function readNames(api: Pick<InspectorApi, "actors">): Promise<void> {
  const kinds = ["channel", "agent"].map((kind) => new URLSearchParams({ kind, limit: String(readMax) }));
  for (const answer of await Promise.all(kinds.map((query) => api.actors(query))))
    if (answer.ok) learnNames(answer.value.actors);
}
