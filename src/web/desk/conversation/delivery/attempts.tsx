import type { JSX } from "preact";
import type { DeskAttempt } from "../../../../codec/desk/desk-log.ts";
import { exactTime, timeOfDay } from "../../../shared/parts/times.ts";
import { AttemptChart } from "./attempt-chart.tsx";

/** Attempts to deliver something: drawn to scale, then each with all that is known of it. Source: DEL-28. */
export function Attempts({ attempts }: { readonly attempts: readonly DeskAttempt[] }): JSX.Element {
  if (attempts.length === 0) return <p class="help">No attempt was made yet: an earlier message is on its way.</p>;
  return (
    <>
      <AttemptChart attempts={attempts} />
      <ol>
        {attempts.map((attempt) => (
          <Attempt key={attempt.number} attempt={attempt} />
        ))}
      </ol>
    </>
  );
}

function Attempt({ attempt }: { readonly attempt: DeskAttempt }): JSX.Element {
  const { number, at, status, error, address, answer, note } = attempt;
  return (
    <li class="attempt">
      <h3>
        Attempt {number} <span class={error === null ? "" : "error"}>{outcomeOf(attempt)}</span>
      </h3>
      <dl>
        <dt>Time</dt>
        <dd>
          <time title={exactTime(at)}>{timeOfDay(at)}</time> <span class="help">{exactTime(at)}</span>
        </dd>
        <dt>Took</dt>
        <dd class="number">{tookOf(attempt)}</dd>
        {status !== null && <dt>Status</dt>}
        {status !== null && <dd class="number">{status}</dd>}
        {error !== null && <dt>Error</dt>}
        {error !== null && <dd class="literal">{`${error.message} (${error.code})`}</dd>}
        {note !== null && <dt>Note</dt>}
        {note !== null && <dd class="literal">{note}</dd>}
        {address !== null && <dt>Address</dt>}
        {address !== null && <dd class="literal">{address}</dd>}
        {answer !== null && answer !== "" && <dt>Answer</dt>}
        {answer !== null && answer !== "" && (
          <dd>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys. */}
            <pre tabIndex={0}>{answer}</pre>
          </dd>
        )}
      </dl>
    </li>
  );
}

function outcomeOf({ error, durationMs }: DeskAttempt): string {
  if (error !== null) return "failed";
  return durationMs === null ? "is running" : "delivered";
}

function tookOf({ durationMs, error }: DeskAttempt): string {
  if (durationMs !== null) return `${durationMs} ms`;
  return error === null ? "Still running" : "Nobody saw its end";
}
