import type { JSX } from "preact";
import { placeOfActor } from "../shell/place.ts";
import { addressOf } from "../shell/route.ts";
import { nameOf } from "./names.ts";
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
