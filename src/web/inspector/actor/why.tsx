import type { JSX } from "preact";
import type { InspectedActorDetails, WhyPart } from "../../../codec/inspect/inspected.types.ts";
import { textsOf } from "../../shared/language/texts.ts";
import { exactTime } from "../../shared/parts/times.ts";
import { ActorLink } from "../parts/actor-link.tsx";
import { english } from "../parts/english.ts";
import { englishSpanOf } from "../parts/moments.ts";
import { useSecond } from "../parts/second.ts";
import { placeOfActor } from "../shell/place.ts";
import { addressOf } from "../shell/route.ts";
import { actorRoom } from "../texts/en/actor.ts";

const textOf = textsOf("actor", actorRoom);

interface WhyProps {
  readonly of: InspectedActorDetails;
}

/** Why the actor is in its state, and related facts. Empty for outside actors and for states that fit no machine. */
export function Why({ of: { actor, kind, why } }: WhyProps): JSX.Element | null {
  if (kind === "outside" || why === null) return null;
  if (why === undefined)
    return (
      <p class="why" aria-busy="true">
        …
      </p>
    );
  return (
    <section class="why" aria-label={textOf("why")}>
      <p {...english}>
        <Words of={why.parts} actor={actor} />
      </p>
      {why.questions.length > 0 && (
        <dl {...english}>
          {why.questions.map(({ question, parts }) => (
            <div key={question}>
              <dt>{question}</dt>
              <dd>
                <Words of={parts} actor={actor} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  );
}

interface WordsProps {
  readonly of: readonly WhyPart[];
  /** The actor that the steps belong to. */
  readonly actor: string;
}

const Words = ({ of, actor }: WordsProps): JSX.Element => (
  <>
    {of.map((part, index) => (
      <Part key={index} part={part} actor={actor} />
    ))}
  </>
);

function Part({ part, actor }: { readonly part: WhyPart; readonly actor: string }): JSX.Element {
  const { text, step } = part;
  if (part.actor !== undefined) return <ActorLink actor={part.actor} words={text} />;
  const words = part.atMs === undefined ? text : <Moment atMs={part.atMs} time={part.time} />;
  return step === undefined ? <span>{words}</span> : <a href={addressOf(placeOfActor(actor, step))}>{words}</a>;
}

/** A running time, in the language of the sentence. Exact on hover and for screen readers. */
function Moment({ atMs, time = "ago" }: { readonly atMs: number; readonly time: WhyPart["time"] }): JSX.Element {
  const nowMs = useSecond();
  return (
    <time dateTime={new Date(atMs).toISOString()} title={exactTime(atMs)}>
      {momentWords[time](atMs, nowMs)}
    </time>
  );
}

const momentWords = {
  ago: (atMs: number, nowMs: number): string => `${englishSpanOf(nowMs - atMs)} ago`,
  for: (atMs: number, nowMs: number): string => `for ${englishSpanOf(nowMs - atMs)}`,
  in: (atMs: number, nowMs: number): string => (atMs > nowMs ? `in ${englishSpanOf(atMs - nowMs)}` : "now"),
};
