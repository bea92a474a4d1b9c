import type { JSX } from "preact";
import { useEffect, useMemo } from "preact/hooks";
import type { InspectedActor, InspectedActorDetails } from "../../../codec/inspect/inspected.types.ts";
import type { Waiting } from "../../shared/live/timer.ts";
import { Icon } from "../../shared/ui/icon.tsx";
import { readNarrowing, toFilters } from "../data/actor-query.ts";
import type { InspectorApi } from "../data/api.ts";
import { countStates, failedFirst, openChatParts, partsMax } from "../data/chat-parts.ts";
import { ActorLink } from "../parts/actor-link.tsx";
import { StateWord } from "../parts/state-word.tsx";
import { isFailed, wordsOf } from "../parts/tone.ts";
import { addressOf } from "../shell/route.ts";

interface ChatActorsProps {
  readonly api: InspectorApi;
  readonly browser: Waiting;
  readonly chat: InspectedActorDetails;
}

/** The deliveries, the bot conversation, the calls and the webhooks of a chat. What failed comes first, with its reason. */
export function ChatActors({ api, browser, chat }: ChatActorsProps): JSX.Element | null {
  const parts = useMemo(() => openChatParts(api, browser, chat.id), [api, browser, chat.id]);
  useEffect(() => parts.stop, [parts]);
  // The chat is reread after each of its steps, and at intervals.
  useEffect(parts.read, [parts, chat]);
  const actors = parts.actors.value;
  if (actors === null || actors.length === 0) return null;
  const groups = kinds
    .map((kind) => ({ ...kind, actors: actors.filter((one) => one.kind === kind.kind) }))
    .filter((group) => group.actors.length > 0);
  return (
    <section class="chat-actors" aria-label="Actors of this chat">
      <Failed actors={actors.filter(isFailed)} chatId={chat.id} />
      {groups.map(({ kind, ...group }) => (
        <Group key={kind} {...group} />
      ))}
      {actors.length >= partsMax - 1 && <span class="help">Only the newest {partsMax} are shown.</span>}
    </section>
  );
}

const kinds = [
  { kind: "delivery", one: "Delivery", many: "Deliveries" },
  { kind: "bot", one: "Bot conversation", many: "Bot conversations" },
  { kind: "webhooks", one: "Webhooks", many: "Webhooks" },
  { kind: "call", one: "Call", many: "Calls" },
] as const;

/** Further failures are in the list of actors. */
const failedShownMax = 3;

function Failed({ actors, chatId }: { readonly actors: readonly InspectedActor[]; readonly chatId: string }) {
  if (actors.length === 0) return null;
  const more = actors.length - failedShownMax;
  const filters = toFilters({ ...readNarrowing(new URLSearchParams()), chat: chatId, sort: "state" });
  return (
    <div class="failed-actors">
      <Icon name="warning" />
      <strong>{actors.length} failed</strong>
      <ul>
        {actors.slice(0, failedShownMax).map((one) => (
          <li key={one.actor}>
            <ActorLink actor={one.actor} words={one.about ?? one.actor} />{" "}
            <span class="help">{one.parked?.reason ?? one.failure ?? wordsOf(one.state)}</span>
          </li>
        ))}
        {more > 0 && (
          <li>
            <a href={addressOf({ view: "list" }, filters)}>and {more} more</a>
          </li>
        )}
      </ul>
    </div>
  );
}

interface GroupProps {
  readonly one: string;
  readonly many: string;
  readonly actors: readonly InspectedActor[];
}

/** A single actor is a link, several are a list that unfolds. */
function Group({ one: word, many, actors }: GroupProps): JSX.Element {
  const [only, other] = actors;
  if (only !== undefined && other === undefined)
    return (
      <p>
        <ActorLink actor={only.actor} words={word} /> <StateWord state={only.state} />
      </p>
    );
  return (
    <details>
      <summary>
        {many}{" "}
        <span class="help">
          {countStates(actors)
            .map(([state, count]) => `${count} ${wordsOf(state)}`)
            .join(", ")}
        </span>
      </summary>
      <ul>
        {failedFirst(actors).map((one) => (
          <li key={one.actor}>
            <ActorLink actor={one.actor} words={one.about ?? one.actor} /> <StateWord state={one.state} />
            {isFailed(one) && one.failure !== null && <span class="help"> {one.failure}</span>}
          </li>
        ))}
      </ul>
    </details>
  );
}
