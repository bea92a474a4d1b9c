import { signal } from "@preact/signals";
import type { JSX } from "preact";
import type { InspectedActor } from "../../../codec/inspect/inspected.types.ts";
import type { InspectorApi } from "../data/api.ts";
import { placeOfActor } from "../shell/place.ts";
import { addressOf } from "../shell/route.ts";
import { splitByActors } from "./split-actors.ts";

interface ActorLinkProps {
  readonly actor: string;
  /** Shown instead of the actor's address, such as a name. */
  readonly words?: string;
}

/** A link to an actor, with its address and its name, if it has one. */
export function ActorLink({ actor, words = actor }: ActorLinkProps): JSX.Element {
  const name = nameOf(actor);
  return (
    <a class="actor-link" href={addressOf(placeOfActor(actor))} title={words === actor ? undefined : actor}>
      {words}
      {name !== undefined && !words.includes(name) && ` ${name}`}
    </a>
  );
}

/** A text with its actors as links. */
export const WithActors = ({ text }: { readonly text: string }): JSX.Element => (
  <>{splitByActors(text).map((part) => (part.isActor ? <ActorLink actor={part.text} /> : part.text))}</>
);

const names = signal<ReadonlyMap<string, string>>(new Map());

/** The name of an actor by its address; undefined without a name, or before the actor was read. */
export const nameOf = (actor: string): string | undefined => names.value.get(actor);

/** Stores the names of the read actors. */
function learnNames(actors: readonly InspectedActor[]): void {
  const known = names.peek();
  const fresh = actors.flatMap(({ actor, name }) =>
    name === null || known.get(actor) === name ? [] : [[actor, name] as const],
  );
  if (fresh.length > 0) names.value = new Map([...known, ...fresh]);
}

/** Names beyond this number per kind are known only for actors that were read elsewhere. */
const readMax = 500;

/** Reads the names of channels and agents, removed ones included. After a failure their ids are shown. */
export async function readNames(api: InspectorApi): Promise<void> {
  const kinds = ["channel", "agent"].map((kind) => new URLSearchParams({ kind, limit: String(readMax) }));
  for (const answer of await Promise.all(kinds.map((query) => api.actors(query))))
    if (answer.ok) learnNames(answer.value.actors);
}
