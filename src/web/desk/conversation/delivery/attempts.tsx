import type { JSX } from "preact";
import type { DeskAttempt } from "../../../../codec/desk/desk-log.ts";
import { split, textsOf } from "../../../shared/language/texts.ts";
import { exactTime, timeOfDay } from "../../../shared/parts/times.ts";
import { deliveryTexts } from "../../texts/en/delivery.ts";
import { AttemptChart } from "./attempt-chart.tsx";

const text = textsOf("delivery", deliveryTexts);

/** Delivery attempts: drawn to scale, then each with all its facts. Source: DEL-28. */
export function Attempts({ attempts }: { readonly attempts: readonly DeskAttempt[] }): JSX.Element {
  if (attempts.length === 0) return <p class="help">{text("noAttempts")}</p>;
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
        {split(text("attempt", { number, outcome: "{outcome}" }), {
          outcome: <span class={error === null ? "" : "error"}>{outcomeOf(attempt)}</span>,
        })}
      </h3>
      <dl>
        <dt>{text("time")}</dt>
        <dd>
          <time title={exactTime(at)}>{timeOfDay(at)}</time> <span class="help">{exactTime(at)}</span>
        </dd>
        <dt>{text("took")}</dt>
        <dd class="number">{tookOf(attempt)}</dd>
        {status !== null && <dt>{text("status")}</dt>}
        {status !== null && <dd class="number">{status}</dd>}
        {error !== null && <dt>{text("error")}</dt>}
        {error !== null && <dd class="literal" dir="auto">{`${error.message} (${error.code})`}</dd>}
        {note !== null && <dt>{text("note")}</dt>}
        {note !== null && (
          <dd class="literal" dir="auto">
            {note}
          </dd>
        )}
        {address !== null && <dt>{text("address")}</dt>}
        {address !== null && (
          <dd class="literal" dir="ltr">
            {address}
          </dd>
        )}
        {answer !== null && answer !== "" && <dt>{text("answer")}</dt>}
        {answer !== null && answer !== "" && (
          <dd>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must reach a scrollable element. */}
            <pre tabIndex={0} dir="ltr">
              {answer}
            </pre>
          </dd>
        )}
      </dl>
    </li>
  );
}

function outcomeOf({ error, durationMs }: DeskAttempt): string {
  if (error !== null) return text("attemptFailed");
  return text(durationMs === null ? "attemptRunning" : "attemptDelivered");
}

function tookOf({ durationMs, error }: DeskAttempt): string {
  if (durationMs !== null) return text("milliseconds", { ms: String(durationMs) });
  return text(error === null ? "stillRunning" : "endUnknown");
}
