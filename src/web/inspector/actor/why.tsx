import type { JSX } from "preact";
import type { InspectedActorDetails } from "../../../codec/inspect/inspected.types.ts";
import type { WhyPhrase, WhyTime } from "../../../codec/inspect/why-phrase.types.ts";
import type { WhyPiece } from "../../../codec/inspect/why-pieces.ts";
import { whyTexts } from "../../../codec/inspect/why-texts.ts";
import { currentLocale, textsOf } from "../../shared/language/texts.ts";
import { exactTime } from "../../shared/parts/times.ts";
import { ActorLink } from "../parts/actor-link.tsx";
import { lengthOf, spanOf } from "../parts/moments.ts";
import { useSecond } from "../parts/second.ts";
import { placeOfActor } from "../shell/place.ts";
import { addressOf } from "../shell/route.ts";
import { sentencesOf } from "./why-sentences.ts";

const text = textsOf("why", whyTexts);

interface WhyPiecesProps {
  readonly of: readonly WhyPiece[];
  /** The actor that the steps belong to. */
  readonly actor: string;
}

const WhyPieces = ({ of, actor }: WhyPiecesProps): JSX.Element => (
  <>
    {of.map((piece, index) => (
      <Piece key={index} piece={piece} actor={actor} />
    ))}
  </>
);

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
  ago: (atMs: number, nowMs: number): string => text("ago", { span: spanOf(nowMs - atMs) }),
  for: (atMs: number, nowMs: number): string => text("lasting", { span: spanOf(nowMs - atMs) }),
  in: (atMs: number, nowMs: number): string =>
    atMs > nowMs ? text("dueIn", { span: spanOf(atMs - nowMs) }) : text("dueNow"),
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
        <Sentences of={why.phrases} instead={why.sentence} actor={actor} />
      </p>
      {why.questions.length > 0 && (
        <dl>
          {why.questions.map(({ question, asked, sentence, phrases }) => (
            <div key={question}>
              <dt>
                <Sentences of={[asked]} instead={question} actor={actor} />
              </dt>
              <dd>
                <Sentences of={phrases} instead={sentence} actor={actor} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  );
}

interface SentencesProps {
  readonly of: readonly WhyPhrase[];
  /** The English text, for a page that is older than the service and lacks a text. */
  readonly instead: string;
  /** The actor that the steps belong to. */
  readonly actor: string;
}

function Sentences({ of, instead, actor }: SentencesProps): JSX.Element {
  const sentences = sentencesOf(of);
  if (sentences === null) return <span>{instead}</span>;
  return (
    <>
      {sentences.map((pieces, index) => (
        <span key={index}>
          {index > 0 && " "}
          <WhyPieces of={pieces} actor={actor} />
        </span>
      ))}
    </>
  );
}
