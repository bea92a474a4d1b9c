import type { JSX } from "preact";
import type { AttemptRecord } from "../../../../machines/delivery/delivery.types.ts";
import { exactTime } from "../../shared/parts/times.ts";
import { clockTime, lengthOf } from "../parts/moments.ts";

/** The attempts in the context of a delivery. */
export function Attempts({ context }: { readonly context: unknown }): JSX.Element | null {
  const attempts = attemptsOf(context);
  if (attempts === null) return null;
  return (
    <section class="attempts">
      <h3>Attempts</h3>
      {attempts.length === 0 ? (
        <p class="help">No attempt was made yet.</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must reach a scrollable element.
        // biome-ignore lint/a11y/useSemanticElements: the element is not a group of form fields.
        <div class="scrolls" role="group" aria-label="Attempts" tabIndex={0}>
          <table>
            <thead>
              <tr>
                <th scope="col">No.</th>
                <th scope="col">When</th>
                <th scope="col">Took</th>
                <th scope="col">Status</th>
                <th scope="col">Result</th>
              </tr>
            </thead>
            <tbody>
              {attempts.map((attempt) => (
                <Attempt key={attempt.number} {...attempt} />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}

const Attempt = ({ number, startedAtMs, durationMs, httpStatus, failure }: AttemptRecord): JSX.Element => (
  <tr>
    <td class="number">{number}</td>
    <td>
      <time dateTime={new Date(startedAtMs).toISOString()} title={exactTime(startedAtMs)}>
        {clockTime(startedAtMs)}
      </time>
    </td>
    <td class="number">{durationMs === null ? "–" : lengthOf(durationMs)}</td>
    <td class="number">{httpStatus ?? "–"}</td>
    <td class={failure === null ? "" : "error"}>{outcomeOf({ durationMs, failure })}</td>
  </tr>
);

function outcomeOf({ durationMs, failure }: Pick<AttemptRecord, "durationMs" | "failure">): string {
  if (failure !== null)
    return failure.message === failure.code ? failure.message : `${failure.message} (${failure.code})`;
  return durationMs === null ? "Under way" : "Delivered";
}

/** Returns null for the context of another actor. */
function attemptsOf(context: unknown): readonly AttemptRecord[] | null {
  const isRecord = typeof context === "object" && context !== null && "attempts" in context;
  return isRecord && Array.isArray(context.attempts) ? context.attempts : null;
}
