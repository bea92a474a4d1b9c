import type { JSX } from "preact";
import { Ago } from "../../shared/parts/ago.tsx";
import { nameOf } from "../parts/actor-link.tsx";
import { StateWord } from "../parts/state-word.tsx";
import { placeOfActor } from "../shell/place.ts";
import { addressOf } from "../shell/route.ts";
import type { ShownActor } from "./shown-actors.ts";

interface ActorRowProps {
  readonly of: ShownActor;
  readonly isOpen: boolean;
  /** Whether the Tab key reaches the row. */
  readonly isReachable: boolean;
  readonly filters: URLSearchParams;
}

/** An actor in the list. */
export function ActorRow({ of, isOpen, isReachable, filters }: ActorRowProps): JSX.Element {
  const { actor, kind, id, name, state, sinceMs, client, channelId, about, failure, parked, isGone } = of;
  return (
    <a
      class={`row actor-row ${isOpen ? "is-open" : ""} ${isGone ? "is-gone" : ""}`}
      href={addressOf(placeOfActor(actor), filters)}
      data-actor={actor}
      tabIndex={isReachable ? 0 : -1}
      aria-current={isOpen ? "true" : undefined}
    >
      <span class="row-name">
        <span class="row-kind">{kind}/</span>
        <wbr />
        {id}
        {name !== null && name !== id && <span class="row-called"> {name}</span>}
      </span>
      <span class="row-state">
        <StateWord state={state} />
        {parked !== null && <span class="badge failing">parked</span>}
        {isGone && <span class="badge">not among these any more</span>}
      </span>
      {sinceMs !== null && <Ago atMs={sinceMs} />}
      <span class="row-about help">
        {[client, kind === "channel" ? null : channelWords(channelId), about].filter(Boolean).join(" · ")}
        {failure !== null && (
          <>
            {" "}
            <span class="row-failure">{failure}</span>
          </>
        )}
      </span>
    </a>
  );
}

/** The channel's name with its id. */
function channelWords(id: string | null): string | null {
  const name = id === null ? undefined : nameOf(`channel/${id}`);
  return name === undefined || name === id ? id : `${name} (${id})`;
}
