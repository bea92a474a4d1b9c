import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import type { DeskAttempt, DeskDeliveryDetails } from "../../../../codec/desk/desk-log.ts";
import type { ApiFailure } from "../../../shared/api/api.ts";
import { currentLocale, split, textsOf } from "../../../shared/language/texts.ts";
import { loading } from "../../../shared/parts/missing.tsx";
import { exactTime, timeOfDay } from "../../../shared/parts/times.ts";
import { Dialog } from "../../../shared/ui/dialog.tsx";
import { ErrorText } from "../../../shared/ui/field.tsx";
import type { DeliveryAnswer } from "../../data/answers.types.ts";
import { ChartLink } from "../../parts/chart-link.tsx";
import { useDesk } from "../../shell/use-desk.ts";
import { deliveryTexts } from "../../texts/en/delivery.ts";
import type { AttemptSeries } from "./attempt-series.ts";
import { ticksOf, toSeries } from "./attempt-series.ts";

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

/** The width of the drawing, in its own units. */
const width = 480;
const left = 28;
const right = 8;
const lane = 20;
const barMin = 3;
const axis = 22;

/** The attempts as bars on a time line, to scale; one time line for each series. */
const AttemptChart = ({ attempts }: { readonly attempts: readonly DeskAttempt[] }): JSX.Element => (
  <>
    {toSeries(attempts).map((series) => (
      <SeriesChart key={series.startedAtMs} series={series} />
    ))}
  </>
);

function SeriesChart({ series }: { readonly series: AttemptSeries }): JSX.Element {
  const { attempts, endMs, startedAtMs } = series;
  const toX = (ms: number): number => left + (ms / endMs) * (width - left - right);
  const bottom = attempts.length * lane + 4;
  return (
    <figure class="attempt-chart">
      <svg viewBox={`0 0 ${width} ${bottom + axis}`} role="img" aria-label={describe(series)}>
        {ticksOf(endMs).map((second) => (
          <g key={second}>
            <line class="tick" x1={toX(second * 1_000)} x2={toX(second * 1_000)} y1={0} y2={bottom} />
            <text class="tick-name" x={toX(second * 1_000)} y={bottom + 15} text-anchor="middle">
              {text("seconds", { seconds: second })}
            </text>
          </g>
        ))}
        {attempts.map(({ attempt, fromMs, lengthMs }, index) => (
          <g key={attempt.number}>
            <text class="lane-name" x={left - 10} y={index * lane + 15} text-anchor="end">
              {attempt.number}
            </text>
            <rect
              class={`bar ${kindOf(attempt)}`}
              x={toX(fromMs)}
              y={index * lane + 4}
              width={Math.max(barMin, toX(fromMs + lengthMs) - toX(fromMs))}
              height={lane - 6}
              rx={3}
            />
          </g>
        ))}
      </svg>
      <figcaption class="help">{text("chartFrom", { time: timeOfDay(startedAtMs) })}</figcaption>
    </figure>
  );
}

const kindOf = ({ error, durationMs }: DeskAttempt): string => {
  if (durationMs === null) return "open";
  return error === null ? "delivered" : "failed";
};

const inSeconds = (ms: number): string =>
  (ms / 1_000).toLocaleString(currentLocale(), { minimumFractionDigits: 1, maximumFractionDigits: 1 });

const describe = ({ attempts }: AttemptSeries): string =>
  attempts
    .map(({ attempt, fromMs, lengthMs }) => {
      const { number, durationMs, error } = attempt;
      const start = inSeconds(fromMs);
      if (durationMs === null) return text("drawnOpen", { number, start });
      return text(error === null ? "drawnDelivered" : "drawnFailed", { number, start, length: inSeconds(lengthMs) });
    })
    .join("; ");

interface AttemptLogProps {
  readonly deliveryId: string;
  /** The delivery's state in the words of the conversation. A change rereads the log. */
  readonly words: string;
  readonly onClose: () => void;
}

/** Every attempt to deliver a message: time, response, duration. Source: DEL-28. */
export function AttemptLog({ deliveryId, words, onClose }: AttemptLogProps): JSX.Element {
  const { api } = useDesk();
  const read = useSignal<DeskDeliveryDetails | ApiFailure | null>(null);
  useEffect(() => {
    const aborter = new AbortController();
    void api.get<DeliveryAnswer>(`/api/deliveries/${deliveryId}`, aborter.signal).then((answer) => {
      if (aborter.signal.aborted) return;
      read.value = answer.ok ? answer.value.delivery : answer.failure;
    });
    return () => aborter.abort();
  }, [deliveryId, words]);
  const { value } = read;
  return (
    <Dialog title={text("title")} onClose={onClose}>
      <div class="attempt-log">
        <p class="outcome">{words}</p>
        <ChartLink actor={`delivery/${deliveryId}`} words={text("seeChart")} />
        {value === null && <p class="help">{loading()}</p>}
        {value !== null && "attempts" in value && <Attempts attempts={value.attempts} />}
        {value !== null && "code" in value && <ErrorText>{text("logFailed", { reason: value.message })}</ErrorText>}
        <footer>
          <button type="button" onClick={onClose}>
            {text("done")}
          </button>
        </footer>
      </div>
    </Dialog>
  );
}
