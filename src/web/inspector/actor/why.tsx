import type { JSX } from "preact";
import type { InspectedActorDetails } from "../../../codec/inspect/inspected.types.ts";
import type { WhyPhrase } from "../../../codec/inspect/why-phrase.types.ts";
import { textsOf } from "../../shared/language/texts.ts";
import { english } from "../parts/english.ts";
import { actorRoom } from "../texts/en/actor.ts";
import { WhyPieces } from "./why-pieces.tsx";
import { sentencesOf } from "./why-sentences.ts";

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
  if (sentences === null) return <span {...english}>{instead}</span>;
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
