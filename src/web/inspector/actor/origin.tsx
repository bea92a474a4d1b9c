import type { JSX } from "preact";
import type { InspectedStep } from "../../../codec/inspect/inspected.types.ts";
import { split, textsOf } from "../../shared/language/texts.ts";
import { ActorLink, WithActors } from "../parts/actor-link.tsx";
import { english } from "../parts/english.ts";
import { placeOfActor } from "../shell/place.ts";
import { addressOf } from "../shell/route.ts";
import { wordsOfCause } from "../step/cause-words.ts";
import { actorRoom } from "../texts/en/actor.ts";

const text = textsOf("actor", actorRoom);

/** The cause of an actor's first step: request, attempt or deadline, and the sender. An old actor's first step may be deleted already. */
export function Origin({ steps }: { readonly steps: readonly InspectedStep[] }): JSX.Element | null {
  const [first] = steps;
  if (first === undefined || first.before !== null) return null;
  const { actor, cause, from, event } = first;
  const kept = { event: "{event}", cause: "{cause}" };
  return (
    <p class="help origin">
      {split(from === null ? text("began", kept) : text("beganFrom", { ...kept, from: "{from}" }), {
        event: (
          <a href={addressOf(placeOfActor(actor, first))} {...english}>
            {event.type}
          </a>
        ),
        from: <ActorLink actor={from ?? ""} />,
        cause: <WithActors text={wordsOfCause(cause)} />,
      })}
    </p>
  );
}
