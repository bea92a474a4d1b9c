import type { ComponentChildren, JSX } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import type { InspectedStep } from "../../../codec/inspect/inspected.types.ts";
import { press } from "../../shared/parts/press.ts";
import { startOfDay } from "../../shared/parts/times.ts";
import { explained } from "../../shared/ui/tooltip.ts";
import { clockTime, dayOf } from "../parts/moments.ts";
import { toneOf } from "../parts/tone.ts";
import { marksOf, moveWords } from "./marks.ts";

interface TimeLineProps {
  readonly steps: readonly InspectedStep[];
  /** The index of the selected step, or -1. */
  readonly at: number;
  /** No earlier step is selected: the page follows the newest step. */
  readonly isLive: boolean;
  readonly onChoose: (index: number) => void;
  readonly onLive: () => void;
  /** Further buttons. */
  readonly children: ComponentChildren;
}

const pageSteps = 10;

/** All known steps, for going back. */
export function TimeLine({ steps, at, isLive, onChoose, onLive, children }: TimeLineProps): JSX.Element {
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
        <p class="help">{step === undefined ? "No steps to show." : <Where step={step} at={at} of={steps.length} />}</p>
        {children}
        <button
          type="button"
          class={isLive ? "now is-live" : "now primary"}
          aria-pressed={isLive}
          {...explained("The current state, updated live")}
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

/** Calls `choose` with the step under the pointer while the pointer is pressed on the track. Returns a function that stops listening. */
function hearDrag(track: HTMLElement, choose: (index: number) => void): () => void {
  const listening = new AbortController();
  const { signal } = listening;
  let held: number | null = null;
  let reported: number | null = null;
  const tell = (x: number): void => {
    const index = nearest(track, x);
    if (index === null || index === reported) return;
    reported = index;
    choose(index);
  };
  track.addEventListener(
    "pointerdown",
    (event) => {
      if (event.button !== 0) return;
      held = event.pointerId;
      reported = null;
      track.setPointerCapture(event.pointerId);
      tell(event.clientX);
    },
    { signal },
  );
  track.addEventListener("pointermove", (event) => event.pointerId === held && tell(event.clientX), { signal });
  const leave = (): void => {
    held = null;
  };
  track.addEventListener("pointerup", leave, { signal });
  track.addEventListener("pointercancel", leave, { signal });
  return () => listening.abort();
}

function nearest(track: HTMLElement, x: number): number | null {
  let found: number | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (const mark of track.querySelectorAll(".tick")) {
    const { left, width } = mark.getBoundingClientRect();
    const distance = Math.abs(left + width / 2 - x);
    if (distance >= least) continue;
    least = distance;
    found = Number(mark.parentElement?.getAttribute("data-index"));
  }
  return found;
}
