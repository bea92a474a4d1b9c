import type { JSX } from "preact";
import type { InspectedDeadline } from "../../../codec/inspect/inspected.types.ts";
import { textsOf } from "../../shared/language/texts.ts";
import { exactTime } from "../../shared/parts/times.ts";
import { english } from "../parts/english.ts";
import { dueIn } from "../parts/moments.ts";
import { useSecond } from "../parts/second.ts";
import { actorRoom } from "../texts/en/actor.ts";

const text = textsOf("actor", actorRoom);

interface DeadlinesProps {
  readonly of: readonly InspectedDeadline[];
}

/** The deadlines of the actor, with the time that is left. */
export const Deadlines = ({ of }: DeadlinesProps): JSX.Element =>
  of.length === 0 ? <p class="help deadlines">{text("noDeadline")}</p> : <Pending of={of} />;

function Pending({ of }: DeadlinesProps): JSX.Element {
  const nowMs = useSecond();
  return (
    <ul class="deadlines" aria-label={text("pendingDeadlines")}>
      {[...of]
        .sort((a, b) => a.atMs - b.atMs)
        .map(({ id, atMs }) => (
          <li key={id} class={atMs < nowMs ? "is-over" : ""}>
            <span {...english}>{id}</span>{" "}
            <time dateTime={new Date(atMs).toISOString()} title={exactTime(atMs)}>
              {dueIn(atMs, nowMs)}
            </time>
          </li>
        ))}
    </ul>
  );
}
