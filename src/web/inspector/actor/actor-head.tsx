import type { JSX } from "preact";
import type { InspectedActorDetails } from "../../../codec/inspect/inspected.types.ts";
import { Icon } from "../../shared/parts/icon.tsx";
import { exactTime } from "../../shared/parts/times.ts";
import { ActorLink } from "../parts/actor-link.tsx";
import { spanOf } from "../parts/moments.ts";
import { useSecond } from "../parts/second.ts";
import { StateWord } from "../parts/state-word.tsx";
import { addressOf } from "../shell/route.ts";
import { deskLinkOf } from "./desk-links.ts";
import { Why } from "./why.tsx";

interface ActorHeadProps {
  readonly details: InspectedActorDetails;
}

/** Who it is, where it is, whom it belongs to. */
export function ActorHead({ details }: ActorHeadProps): JSX.Element {
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
      {parked !== null && (
        <p class="parked" role="alert">
          <Icon name="warning" />
          <span>
            <strong>Parked</strong>
            {onNodes(parked.nodes)} since {exactTime(parked.atMs)}: it takes no events
            {parked.nodes === undefined ? "" : " there"}. {parked.reason}
          </span>
        </p>
      )}
    </header>
  );
}

/** Where there are several nodes, others may still take its events. */
const onNodes = (nodes: readonly string[] = []): string =>
  nodes.length === 0 ? "" : ` on ${nodes.length === 1 ? "node" : "nodes"} ${nodes.join(", ")}`;
