import type { Clock, Wake } from "../../../ports/clock.ts";
import type { Database } from "../database.ts";
import type { ClockSample } from "./heartbeat.ts";

/** At most 0.5 ms in 100 ms, so that measured times stay nearly right. */
const slewPerMs = 0.005;
/** For a larger difference the clock jumps forward. */
const stepAboveMs = 1_000;
/** Far ahead of the database, the clock runs at half speed, because it never goes back. */
const slowPerMs = 0.5;
/** Timers are set again only when their time is earlier by at least this much. */
const rearmAboveMs = 10;
const readingsAtOpen = 5;

/** A clock that follows the clock of the database, so that all processes on one store share one clock. Its times are whole milliseconds. */
export interface DatabaseClock extends Clock {
  /** Adds a reading of the database's clock. */
  sampled(sample: ClockSample): void;
}

/** `base` is the clock of the machine, which times the samples. Before the first sample the new clock shows the time of `base`. */
export function createDatabaseClock(base: Clock): DatabaseClock {
  const offset = new FollowedOffset(base);
  const sleepers = new Set<() => void>();
  return {
    nowMs: () => offset.nowMs(),
    wakeAt(atMs, wake) {
      let inner: Wake = { cancel: () => undefined };
      const look = (): void => {
        if (offset.nowMs() < atMs) arm();
        else {
          sleepers.delete(rearm);
          wake();
        }
      };
      const arm = (): void => {
        inner = base.wakeAt(base.nowMs() + offset.waitMs(atMs), look);
      };
      const rearm = (): void => {
        inner.cancel();
        arm();
      };
      sleepers.add(rearm);
      arm();
      return {
        cancel() {
          sleepers.delete(rearm);
          inner.cancel();
        },
      };
    },
    sampled(sample) {
      if (offset.follow(sample) < rearmAboveMs) return;
      for (const rearm of [...sleepers]) rearm();
    },
  };
}

/** Opens a clock that shows the time of the database from the start. Rejects when the database does not respond. */
export async function openDatabaseClock(database: Database, base: Clock): Promise<DatabaseClock> {
  const samples: ClockSample[] = [];
  const client = await database.pool.connect();
  try {
    // The first query is slower, because it prepares the connection.
    for (let left = readingsAtOpen; left > 0; left -= 1) {
      const sentAtMs = base.nowMs();
      const { rows } = await client.query<{ now: number }>(
        "SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS now",
      );
      const receivedAtMs = base.nowMs();
      for (const { now } of rows) samples.push({ sentAtMs, receivedAtMs, databaseMs: now });
    }
  } finally {
    client.release();
  }
  const clock = createDatabaseClock(base);
  // The best sample is first, because the clock shows the first one at once.
  const tripMs = (one: ClockSample): number => one.receivedAtMs - one.sentAtMs;
  for (const sample of samples.sort((left, right) => tripMs(left) - tripMs(right))) clock.sampled(sample);
  return clock;
}

/** The shown offset, which moves slowly towards the measured one. */
class FollowedOffset {
  readonly #base: Clock;
  readonly #measured = new ClockOffset();
  #isMeasured = false;
  #targetMs = 0;
  #shownMs = 0;
  #atBaseMs: number;
  #lastMs = Number.NEGATIVE_INFINITY;

  constructor(base: Clock) {
    this.#base = base;
    this.#atBaseMs = base.nowMs();
  }

  nowMs(): number {
    const baseMs = this.#base.nowMs();
    const passedMs = Math.max(0, baseMs - this.#atBaseMs);
    this.#atBaseMs = baseMs;
    const missingMs = this.#targetMs - this.#shownMs;
    const perMs = missingMs < -stepAboveMs ? slowPerMs : slewPerMs;
    const stepMs = Math.min(Math.abs(missingMs), passedMs * perMs);
    this.#shownMs += missingMs < 0 ? -stepMs : stepMs;
    this.#lastMs = Math.max(this.#lastMs, Math.floor(baseMs + this.#shownMs));
    return this.#lastMs;
  }

  /** Returns the least time until `atMs`, in whole ms of the machine's clock. This clock may run faster than the machine's. */
  waitMs(atMs: number): number {
    const awayMs = atMs - this.nowMs();
    const aheadMs = Math.max(0, this.#targetMs - this.#shownMs);
    return awayMs <= 0 ? 0 : Math.max(1, Math.ceil(Math.max(awayMs - aheadMs, awayMs / (1 + slewPerMs))));
  }

  /** Adds a sample. Returns by how many ms future times are now earlier. */
  follow(sample: ClockSample): number {
    this.nowMs();
    const formerMs = Math.max(this.#shownMs, this.#targetMs);
    this.#targetMs = this.#measured.add(sample);
    if (!this.#isMeasured || this.#targetMs - this.#shownMs > stepAboveMs) this.#shownMs = this.#targetMs;
    if (!this.#isMeasured) this.#lastMs = Number.NEGATIVE_INFINITY;
    this.#isMeasured = true;
    return Math.max(this.#shownMs, this.#targetMs) - formerMs;
  }
}

const samplesMax = 8;
/** The assumed drift between two clocks: 200 parts in a million is a bad clock. */
const driftPerMs = 0.000_2;

interface Estimate {
  readonly offsetMs: number;
  /** The maximum error of the offset. */
  readonly errorMs: number;
  readonly atMs: number;
}

/** Measures how far the clock of the database is ahead of the machine's clock, with the best of the last readings. */
class ClockOffset {
  #samples: Estimate[] = [];

  /** Adds a reading. Returns the best estimate now. */
  add({ sentAtMs, receivedAtMs, databaseMs }: ClockSample): number {
    const halfTripMs = Math.max(0, (receivedAtMs - sentAtMs) / 2);
    const newest = { offsetMs: databaseMs - sentAtMs - halfTripMs, errorMs: halfTripMs, atMs: receivedAtMs };
    const errorOf = ({ errorMs, atMs }: Estimate): number => errorMs + Math.abs(newest.atMs - atMs) * driftPerMs;
    // When two readings contradict each other, a clock was set between them. Then the older reading is dropped.
    const isAgreed = (one: Estimate): boolean =>
      Math.abs(one.offsetMs - newest.offsetMs) <= errorOf(one) + newest.errorMs + readingMs;
    this.#samples = [...this.#samples.filter(isAgreed), newest].slice(-samplesMax);
    let best: Estimate = newest;
    for (const sample of this.#samples) if (errorOf(sample) < errorOf(best)) best = sample;
    return best.offsetMs;
  }
}

/** The clock of the machine has a resolution of 1 ms. */
const readingMs = 1;
