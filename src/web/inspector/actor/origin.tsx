import type { JSX } from "preact";
import type { InspectedStep } from "../../../codec/inspect/inspected.types.ts";
import { ActorLink, WithActors } from "../parts/actor-link.tsx";
import { placeOfActor } from "../shell/place.ts";
import { addressOf } from "../shell/route.ts";
import { wordsOfCause } from "../step/cause-words.ts";

/** The cause of an actor's first step: request, attempt or deadline, and the sender. An old actor's first step may be deleted already. */
export function Origin({ steps }: { readonly steps: readonly InspectedStep[] }): JSX.Element | null {
  const [first] = steps;
  if (first === undefined || first.before !== null) return null;
  const { actor, cause, from, event } = first;
  return (
    <p class="help origin">
      Began with <a href={addressOf(placeOfActor(actor, first))}>{event.type}</a>
      {from !== null && (
        <>
          {" "}
          from <ActorLink actor={from} />
        </>
      )}
      , caused by: <WithActors text={wordsOfCause(cause)} />
    </p>
  );
}
