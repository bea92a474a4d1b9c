import type { ComponentChildren, JSX } from "preact";
import type {
  ExplainedText,
  InspectedActor,
  InspectedActorDetails,
  WhyPiece,
  WhyTime,
} from "../../../codec/inspect/inspected.types.ts";
import { currentLocale } from "../../shared/language/texts.ts";
import { exactTime } from "../../shared/parts/times.ts";
import { Icon } from "../../shared/ui/icon.tsx";
import { ActorLink } from "../parts/actor-link.tsx";
import { lengthOf, spanOf } from "../parts/moments.ts";
import { useSecond } from "../parts/second.ts";
import { StateWord } from "../parts/state-word.tsx";
import { placeOfActor } from "../shell/place.ts";
import { addressOf } from "../shell/route.ts";

interface ActorHeadProps {
  readonly details: InspectedActorDetails;
  /** Below the sentence. */
  readonly children: ComponentChildren;
}

/** The actor's name, its state and its owner. */
export function ActorHead({ details, children }: ActorHeadProps): JSX.Element {
  const { actor, name, state, sinceMs, chatId, channelId, client, parked, kind } = details;
  const desk = deskLinkOf(details);
  const nowMs = useSecond();
  return (
    <header class="actor-head">
      <a class="button quiet back" href={addressOf({ view: "list" })} aria-label="Back to the list">
        <Icon name="back" />
      </a>
      <div class="actor-name">
        <h1 tabIndex={-1}>
          {actor}
          {name !== null && !actor.endsWith(`/${name}`) && ` ${name}`}
        </h1>
        <p class="help">
          {client !== null && <span>{client}</span>}
          {channelId !== null && kind !== "channel" && <ActorLink actor={`channel/${channelId}`} />}
          {chatId !== null && kind !== "chat" && <ActorLink actor={`chat/${chatId}`} />}
        </p>
      </div>
      <p class="now-state">
        <StateWord state={state} />
        {sinceMs !== null && (
          <time class="help" dateTime={new Date(sinceMs).toISOString()} title={exactTime(sinceMs)}>
            for {spanOf(nowMs - sinceMs)}
          </time>
        )}
      </p>
      <nav aria-label="Elsewhere">
        {chatId !== null && (
          <a class="button" href={addressOf({ view: "sequence", chatId })}>
            Sequence
          </a>
        )}
        {desk !== null && (
          <a class="button" href={desk.href}>
            {desk.words}
          </a>
        )}
      </nav>
      <Why of={details} />
      {children}
      {parked !== null && (
        <p class="card parked" role="alert">
          <Icon name="warning" />
          <span>
            <strong>Parked</strong> {parkedSince(exactTime(parked.atMs), parked.nodes ?? [])}{" "}
            <span>{parked.reason}</span>
          </span>
        </p>
      )}
    </header>
  );
}

/** With several nodes, another node may still take the actor's events. */
function parkedSince(time: string, nodes: readonly string[]): string {
  if (nodes.length === 0) return `since ${time}: this actor takes no events.`;
  return `on ${nodes.length === 1 ? "node" : "nodes"} ${nodes.join(", ")} since ${time}: it takes no events there.`;
}

interface DeskLink {
  readonly words: string;
  readonly href: string;
}

/** The desk's address for an actor; null when the desk does not show such actors. */
function deskLinkOf({ kind, id, state, chatId }: InspectedActor): DeskLink | null {
  const part = encodeURIComponent(id);
  switch (kind) {
    case "delivery":
      return { words: "Open in the desk", href: `/desk/#/deliveries/${part}` };
    case "channel":
      return { words: "Open the actor's settings", href: `/desk/#/settings/channels/${part}` };
    case "agent":
      return { words: "Open the actor's settings", href: `/desk/#/settings/agents/${part}` };
  }
  if (chatId === null) return null;
  const view = kind === "chat" && state === "closed" ? "archive" : "inbox/all";
  return {
    words: kind === "chat" ? "Open in the desk" : "Open the chat in the desk",
    href: `/desk/#/${view}/${encodeURIComponent(chatId)}`,
  };
}

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
function Why({ of: { actor, kind, why } }: WhyProps): JSX.Element | null {
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
  readonly of: ExplainedText;
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
