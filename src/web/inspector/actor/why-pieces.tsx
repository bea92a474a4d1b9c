import type { JSX } from "preact";
import type { WhyTime } from "../../../codec/inspect/why-phrase.types.ts";
import type { WhyPiece } from "../../../codec/inspect/why-pieces.ts";
import { currentLocale, textsOf } from "../../shared/language/texts.ts";
import { exactTime } from "../../shared/parts/times.ts";
import { ActorLink } from "../parts/actor-link.tsx";
import { lengthOf, spanOf } from "../parts/moments.ts";
import { useSecond } from "../parts/second.ts";
import { placeOfActor } from "../shell/place.ts";
import { addressOf } from "../shell/route.ts";
import { whyRoom } from "../texts/en/why.ts";

const text = textsOf("why", whyRoom);

interface WhyPiecesProps {
  readonly of: readonly WhyPiece[];
  /** The actor that the steps belong to. */
  readonly actor: string;
}

export const WhyPieces = ({ of, actor }: WhyPiecesProps): JSX.Element => (
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
