import type { JSX } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import type { InspectedStep } from "../../../codec/inspect/inspected.types.ts";
import { press } from "../../shared/parts/press.ts";
import { startOfDay } from "../../shared/parts/times.ts";
import { clockTime, dayOf } from "../parts/moments.ts";
import { toneOf } from "../parts/tone.ts";
import { hearDrag } from "./hear-drag.ts";
import { marksOf, moveWords } from "./marks.ts";

interface TimeLineProps {
  readonly steps: readonly InspectedStep[];
  /** Which one is looked at; -1 without any. */
  readonly at: number;
  /** Nothing of the past is looked at: the newest is shown as it comes. */
  readonly isLive: boolean;
  readonly onChoose: (index: number) => void;
  readonly onLive: () => void;
}

const pageSteps = 10;

/** Every step that is known, to go back to. */
export function TimeLine({ steps, at, isLive, onChoose, onLive }: TimeLineProps): JSX.Element {
  const track = useRef<HTMLDivElement>(null);
  const last = steps.length - 1;
  const choose = useRef(onChoose);
  choose.current = onChoose;
  useLayoutEffect(
    () => (track.current === null ? undefined : hearDrag(track.current, (index) => choose.current(index))),
    [],
  );
  useLayoutEffect(() => {
    const chosen = track.current?.querySelector(".tick.is-chosen");
    chosen?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [at, steps.length]);
  const keys = (event: KeyboardEvent): void => {
    const to = keyTargets[event.key]?.(at, last);
    if (to === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    onChoose(Math.min(Math.max(to, 0), last));
  };
  const step = steps[at];
  return (
    <section class="time-line" aria-label="Time line">
      <div
        ref={track}
        class="track"
        role="slider"
        tabIndex={0}
        aria-label="Step"
        aria-valuemin={1}
        aria-valuemax={Math.max(steps.length, 1)}
        aria-valuenow={Math.max(at + 1, 1)}
        aria-valuetext={step === undefined ? "No steps" : wordsOfStep(step, at, steps.length)}
        onKeyDown={keys}
      >
        {marksOf(steps).map((mark, index) => (
          <span key={`${mark.step.revision}.${mark.step.index}`} class="place" data-index={index}>
            {mark.gap !== null && <span class="gap">{mark.gap}</span>}
            <span
              class={`tick ${toneOf(mark.step.after)} ${mark.isMove ? "is-move" : ""} ${index === at ? "is-chosen" : ""} ${index > at ? "is-ahead" : ""}`}
              title={`${clockTime(mark.step.atMs)} ${mark.step.event.type}\n${moveWords(mark.step)}`}
            />
          </span>
        ))}
      </div>
      <div class="time-line-foot">
        <button
          type="button"
          aria-label="Step before"
          {...press(at <= 0 ? "This is the first step." : null, () => onChoose(at - 1))}
        >
          ‹
        </button>
        <button
          type="button"
          aria-label="Step after"
          {...press(at >= last ? "This is the last step." : null, () => onChoose(at + 1))}
        >
          ›
        </button>
        <p class="help">
          {step === undefined ? "No steps are kept." : <Where step={step} at={at} of={steps.length} />}
        </p>
        <button
          type="button"
          class={isLive ? "now is-live" : "now primary"}
          aria-pressed={isLive}
          title="As it is now, followed as it changes"
          onClick={onLive}
        >
          Live
        </button>
      </div>
    </section>
  );
}

const keyTargets: Readonly<Record<string, (at: number, last: number) => number>> = {
  ArrowLeft: (at) => at - 1,
  ArrowDown: (at) => at - 1,
  ArrowRight: (at) => at + 1,
  ArrowUp: (at) => at + 1,
  PageDown: (at) => at - pageSteps,
  PageUp: (at) => at + pageSteps,
  Home: () => 0,
  End: (_at, last) => last,
};

const wordsOfStep = (step: InspectedStep, at: number, count: number): string =>
  `Step ${at + 1} of ${count}: ${step.event.type}, ${moveWords(step)}, ${clockTime(step.atMs)}`;

function Where({
  step,
  at,
  of,
}: {
  readonly step: InspectedStep;
  readonly at: number;
  readonly of: number;
}): JSX.Element {
  const isToday = startOfDay(step.atMs) === startOfDay(Date.now());
  return (
    <>
      Step <span class="number">{at + 1}</span> of <span class="number">{of}</span>,{" "}
      <time dateTime={new Date(step.atMs).toISOString()}>
        {isToday ? "" : `${dayOf(step.atMs)}, `}
        {clockTime(step.atMs)}
      </time>
    </>
  );
}
