import type { JSX } from "preact";
import type {
  ExplainedText,
  InspectedActorDetails,
  WhyPiece,
  WhyTime,
} from "../../../codec/inspect/inspected.types.ts";
import { currentLocale } from "../../shared/language/texts.ts";
import { exactTime } from "../../shared/parts/times.ts";
import { ActorLink } from "../parts/actor-link.tsx";
import { lengthOf, spanOf } from "../parts/moments.ts";
import { useSecond } from "../parts/second.ts";
import { placeOfActor } from "../shell/place.ts";
import { addressOf } from "../shell/route.ts";

function Piece({ piece, actor }: { readonly piece: WhyPiece; readonly actor: string }): JSX.Element {
  if (typeof piece === "string") return <span>{piece}</span>;
  if (typeof piece === "number") return <span>{piece.toLocaleString(currentLocale())}</span>;
  if ("actor" in piece) return <ActorLink actor={piece.actor} words={piece.label} />;
  if ("spanMs" in piece) return <span>{spanOf(piece.spanMs)}</span>;
  if ("lengthMs" in piece) return <span>{lengthOf(piece.lengthMs)}</span>;
  const moment = <Moment of={piece} />;
  return piece.step === undefined ? moment : <a href={addressOf(placeOfActor(actor, piece.step))}>{moment}</a>;
}

/** A running time. The exact time appears on hover and is read by screen readers. */
function Moment({ of: { atMs, time } }: { readonly of: WhyTime }): JSX.Element {
  const nowMs = useSecond();
  return (
    <time dateTime={new Date(atMs).toISOString()} title={exactTime(atMs)}>
      {momentWords[time](atMs, nowMs)}
    </time>
  );
}

const momentWords = {
  ago: (atMs: number, nowMs: number): string => `${spanOf(nowMs - atMs)} ago`,
  for: (atMs: number, nowMs: number): string => `for ${spanOf(nowMs - atMs)}`,
  in: (atMs: number, nowMs: number): string => (atMs > nowMs ? `in ${spanOf(atMs - nowMs)}` : "now"),
};

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
    <section class="why" aria-label="Why">
      <p>
        <Explanation of={why} actor={actor} />
      </p>
      {why.questions.length > 0 && (
        <dl>
          {why.questions.map((asked) => (
            <div key={asked.question}>
              <dt>{asked.question}</dt>
              <dd>
                <Explanation of={asked} actor={actor} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  );
}

interface ExplanationProps {
  /** A node of another version sends no pieces during an upgrade. */
  readonly of: Pick<ExplainedText, "sentence"> & Partial<ExplainedText>;
  /** The actor that the steps belong to. */
  readonly actor: string;
}

const Explanation = ({ of: { sentence, pieces = [sentence] }, actor }: ExplanationProps): JSX.Element => (
  <>
    {pieces.map((piece, index) => (
      <Piece key={index} piece={piece} actor={actor} />
    ))}
  </>
);
