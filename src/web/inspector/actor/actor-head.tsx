import type { JSX } from "preact";
import type { InspectedActorDetails } from "../../../codec/inspect/inspected.types.ts";
import { split, textsOf } from "../../shared/language/texts.ts";
import { Icon } from "../../shared/parts/icon.tsx";
import { exactTime } from "../../shared/parts/times.ts";
import { ActorLink } from "../parts/actor-link.tsx";
import { english } from "../parts/english.ts";
import { spanOf } from "../parts/moments.ts";
import { useSecond } from "../parts/second.ts";
import { StateWord } from "../parts/state-word.tsx";
import { addressOf } from "../shell/route.ts";
import { actorRoom } from "../texts/en/actor.ts";
import { deskLinkOf } from "./desk-links.ts";
import { Why } from "./why.tsx";

const text = textsOf("actor", actorRoom);

interface ActorHeadProps {
  readonly details: InspectedActorDetails;
}

/** The actor's name, its state and its owner. */
export function ActorHead({ details }: ActorHeadProps): JSX.Element {
  const { actor, name, state, sinceMs, chatId, channelId, client, parked, kind } = details;
  const desk = deskLinkOf(details);
  const nowMs = useSecond();
  return (
    <header class="actor-head">
      <a class="button quiet back" href={addressOf({ view: "list" })} aria-label={text("backToList")}>
        <Icon name="back" />
      </a>
      <div class="actor-name">
        <h1 tabIndex={-1} {...english}>
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
            {text("forSpan", { span: spanOf(nowMs - sinceMs) })}
          </time>
        )}
      </p>
      <nav aria-label={text("elsewhere")}>
        {chatId !== null && (
          <a class="button" href={addressOf({ view: "sequence", chatId })}>
            {text("sequence")}
          </a>
        )}
        {desk !== null && (
          <a class="button" href={desk.href}>
            {desk.words}
          </a>
        )}
      </nav>
      <Why of={details} />
      {parked !== null && (
        <p class="parked" role="alert">
          <Icon name="warning" />
          <span>
            {split(parkedSentence(parked.nodes ?? []), {
              parked: <strong>{text("parked")}</strong>,
              time: exactTime(parked.atMs),
              reason: <span {...english}>{parked.reason}</span>,
            })}
          </span>
        </p>
      )}
    </header>
  );
}

/** With several nodes, another node may still take the actor's events. */
function parkedSentence(nodes: readonly string[]): string {
  const kept = { parked: "{parked}", time: "{time}", reason: "{reason}" };
  if (nodes.length === 0) return text("parkedSince", kept);
  return text("parkedOnNodes", { ...kept, n: nodes.length, nodes: nodes.join(", ") });
}
