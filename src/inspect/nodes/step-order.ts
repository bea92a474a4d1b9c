import type { Clock, Wake } from "../../ports/clock.ts";

/** How long a step waits for older ones of other nodes. */
const waitMs = 100;
/** How long a step waits for an earlier step of the same actor. */
const waitForMissingMs = 1_000;
/** The interval for checks while steps wait. */
const lookEveryMs = 50;
/** The maximal number of waiting steps. Further ones are not shown. */
const heldMax = 4_000;
/** Actors whose last shown step is remembered. Beyond it, all are forgotten. */
const actorsMax = 20_000;

/** The fields that determine the order of steps. */
export interface PlacedStep {
  readonly actor: string;
  readonly revision: number;
  readonly index: number | null;
  readonly atMs: number;
}

interface Held<Step> {
  readonly step: Step;
  readonly number: number;
  readonly sinceMs: number;
}

/**
 * Puts the steps of several nodes in one order: by revision for one actor, else by time. Each step waits a moment for slower
 * steps.
 */
export class StepOrder<Step extends PlacedStep> {
  readonly #clock: Clock;
  readonly #show: (steps: readonly Step[]) => void;
  readonly #onMissing: (step: Step) => void;
  readonly #shown = new Map<string, number>();
  #held: Held<Step>[] = [];
  #lastNumber = 0;
  #wake: Wake | null = null;

  /** `onMissing` is called when a step of this actor will not be shown, because it never arrived or too many steps wait. */
  constructor(clock: Clock, show: (steps: readonly Step[]) => void, onMissing: (step: Step) => void) {
    this.#clock = clock;
    this.#show = show;
    this.#onMissing = onMissing;
  }

  get isHolding(): boolean {
    return this.#held.length > 0;
  }

  add(steps: readonly Step[]): void {
    const sinceMs = this.#clock.nowMs();
    for (const step of steps) {
      this.#lastNumber += 1;
      if (this.#held.length < heldMax) this.#held.push({ step, number: this.#lastNumber, sinceMs });
      else this.#onMissing(step);
    }
    this.#lookLater();
  }

  /** Call it when the topics change. Steps of actors that were not watched meanwhile never arrived. */
  forgetShown(): void {
    this.#shown.clear();
  }

  stop(): void {
    this.#wake?.cancel();
    this.#wake = null;
    this.#held = [];
  }

  #lookLater(): void {
    const clock = this.#clock;
    if (this.#held.length === 0) return;
    this.#wake ??= clock.wakeAt(clock.nowMs() + lookEveryMs, () => {
      this.#wake = null;
      this.#look();
      this.#lookLater();
    });
  }

  #look(): void {
    const due = [...groupByActor(this.#held).values()].flatMap((held) => this.#dueOf(held));
    const isDue = new Set(due);
    this.#held = this.#held.filter((one) => !isDue.has(one));
    this.#release(due);
  }

  /** Returns the steps of one actor that need not wait any more. */
  #dueOf(held: readonly Held<Step>[]): readonly Held<Step>[] {
    const nowMs = this.#clock.nowMs();
    const due: Held<Step>[] = [];
    for (const one of [...held].sort(byPlace)) {
      const { actor, revision } = one.step;
      const shown = this.#shown.get(actor);
      const isMissing = shown !== undefined && revision > shown + 1;
      if (nowMs - one.sinceMs < (isMissing ? waitForMissingMs : waitMs)) break;
      if (isMissing) this.#onMissing(one.step);
      if (this.#shown.size >= actorsMax) this.#shown.clear();
      this.#shown.set(actor, Math.max(revision, shown ?? 0));
      due.push(one);
    }
    return due;
  }

  #release(due: readonly Held<Step>[]): void {
    if (due.length === 0) return;
    const placed = [...groupByActor(due).values()].flatMap((held) => withTimes([...held].sort(byPlace)));
    placed.sort((one, other) => one.atMs - other.atMs || one.number - other.number);
    this.#show(placed.map(({ step }) => step));
  }
}

function groupByActor<Step extends PlacedStep>(held: readonly Held<Step>[]): ReadonlyMap<string, Held<Step>[]> {
  const groups = new Map<string, Held<Step>[]>();
  for (const one of held) {
    const known = groups.get(one.step.actor);
    if (known === undefined) groups.set(one.step.actor, [one]);
    else known.push(one);
  }
  return groups;
}

/** A step that is not stored follows the others of its revision. */
function byPlace<Step extends PlacedStep>(one: Held<Step>, other: Held<Step>): number {
  const [index, otherIndex] = [one.step.index ?? Number.MAX_SAFE_INTEGER, other.step.index ?? Number.MAX_SAFE_INTEGER];
  return one.step.revision - other.step.revision || index - otherIndex || one.number - other.number;
}

/** Makes times and numbers monotonic, so that sorting by them keeps the order of the actor's steps. */
function withTimes<Step extends PlacedStep>(
  held: readonly Held<Step>[],
): { readonly step: Step; readonly atMs: number; readonly number: number }[] {
  let [atMs, number] = [0, 0];
  return held.map((one) => {
    atMs = Math.max(atMs, one.step.atMs);
    number = Math.max(number, one.number);
    return { step: one.step, atMs, number };
  });
}
