import type { JSX } from "preact";
import type { InspectedDeadline } from "../../../codec/inspect/inspected.types.ts";
import { exactTime } from "../../shared/parts/times.ts";
import { dueIn } from "../parts/moments.ts";
import { useSecond } from "../parts/second.ts";

interface DeadlinesProps {
  readonly of: readonly InspectedDeadline[];
}

/** The deadlines of the actor, with the time that is left. */
export const Deadlines = ({ of }: DeadlinesProps): JSX.Element =>
  of.length === 0 ? <p class="help deadlines">No deadline is pending.</p> : <Pending of={of} />;

function Pending({ of }: DeadlinesProps): JSX.Element {
  const nowMs = useSecond();
  return (
    <ul class="deadlines" aria-label="Pending deadlines">
      {[...of]
        .sort((a, b) => a.atMs - b.atMs)
        .map(({ id, atMs }) => (
          <li key={id} class={atMs < nowMs ? "is-over" : ""}>
            <span>{id}</span>{" "}
            <time dateTime={new Date(atMs).toISOString()} title={exactTime(atMs)}>
              {dueIn(atMs, nowMs)}
            </time>
          </li>
        ))}
    </ul>
  );
}
