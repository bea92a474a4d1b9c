import type { JSX } from "preact";
import type { AttemptRecord } from "../../../../machines/delivery/delivery.types.ts";
import { textsOf } from "../../shared/language/texts.ts";
import { exactTime } from "../../shared/parts/times.ts";
import { english } from "../parts/english.ts";
import { clockTime, lengthOf } from "../parts/moments.ts";
import { stepRoom } from "../texts/en/step.ts";

const text = textsOf("step", stepRoom);

/** The attempts in the context of a delivery. */
export function Attempts({ context }: { readonly context: unknown }): JSX.Element | null {
  const attempts = attemptsOf(context);
  if (attempts === null) return null;
  return (
    <section class="attempts">
      <h3>{text("attempts")}</h3>
      {attempts.length === 0 ? (
        <p class="help">{text("noAttempts")}</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must reach a scrollable element.
        // biome-ignore lint/a11y/useSemanticElements: the element is not a group of form fields.
        <div class="scrolls" role="group" aria-label={text("attempts")} tabIndex={0}>
          <table>
            <thead>
              <tr>
                <th scope="col">{text("number")}</th>
                <th scope="col">{text("when")}</th>
                <th scope="col">{text("took")}</th>
                <th scope="col">{text("status")}</th>
                <th scope="col">{text("outcome")}</th>
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
    <td class={failure === null ? "" : "error"}>
      <span {...(failure === null ? {} : english)}>{outcomeOf({ durationMs, failure })}</span>
    </td>
  </tr>
);

function outcomeOf({ durationMs, failure }: Pick<AttemptRecord, "durationMs" | "failure">): string {
  if (failure !== null)
    return failure.message === failure.code ? failure.message : `${failure.message} (${failure.code})`;
  return text(durationMs === null ? "underWay" : "delivered");
}

/** Returns null for the context of another actor. */
function attemptsOf(context: unknown): readonly AttemptRecord[] | null {
  const isRecord = typeof context === "object" && context !== null && "attempts" in context;
  return isRecord && Array.isArray(context.attempts) ? context.attempts : null;
}
