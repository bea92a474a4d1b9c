import type { Logger } from "pino";
import type { Limits } from "../../config/limits.ts";
import type { Clock, Wake } from "../../ports/clock.ts";
import type { RateLimiter } from "../limits/rate-limiter.ts";
import { createRateLimiter } from "../limits/rate-limiter.ts";
import type { Traffic } from "./traffic.ts";

export type RefusalLogLimits = Pick<Limits, "refusalLinesPerSecond" | "refusalLinesBurst">;

/** The interval of log entries about the number of omitted entries. */
const tellMs = 10_000;
/** More than the number of statuses. */
const statusesMax = 100;

/** Outcomes without the status of an answer, and the log message about their omitted entries. */
const others = {
  away: "entries about an unreachable database left out of the log",
  cutOff: "requests cut off left out of the log",
  unbounded: "requests closed without an answer left out of the log",
} as const;
type Other = keyof typeof others;

/** Bounds the log entries about refused requests by status and by other outcome, so that a flood of one kind does not hide another. */
export class RefusalLog {
  readonly #clock: Clock;
  readonly #log: Logger;
  readonly #traffic: Traffic;
  readonly #rate: RateLimiter;
  /** Omitted entries since the last report, by status. */
  readonly #leftOut = new Map<number | Other, number>();
  #wake: Wake | null = null;

  constructor(limits: RefusalLogLimits, clock: Clock, log: Logger, traffic: Traffic) {
    this.#clock = clock;
    this.#log = log;
    this.#traffic = traffic;
    const { refusalLinesPerSecond: perSecond, refusalLinesBurst: burst } = limits;
    this.#rate = createRateLimiter({ perSecond, burst, bucketsMax: statusesMax, clock });
  }

  /** Whether an answer of this status gets a log entry; counts the answer if not. A defect always gets an entry. */
  takeLine(status: number): boolean {
    return status < 400 || status === 500 || this.#take(status);
  }

  /** Whether a request that was not complete in time gets a log entry; counts the request if not. */
  takeCutOffLine(): boolean {
    return this.#take("cutOff");
  }

  /** As `takeCutOffLine`, for a request whose address had received too many answers without a body. */
  takeUnboundedLine(): boolean {
    return this.#take("unbounded");
  }

  /** Whether a failure of the database gets a log entry: the first one does, and later ones are counted until it is back. */
  takeAwayLine(): boolean {
    if (this.#leftOut.has("away")) return this.#leaveOut("away");
    this.#leftOut.set("away", 0);
    this.#arm();
    return true;
  }

  #take(kind: number | Other): boolean {
    return this.#rate.take(String(kind)) === 0 || this.#leaveOut(kind);
  }

  #leaveOut(kind: number | Other): false {
    this.#traffic.linesLeftOut += 1;
    this.#leftOut.set(kind, (this.#leftOut.get(kind) ?? 0) + 1);
    this.#arm();
    return false;
  }

  #arm(): void {
    this.#wake ??= this.#clock.wakeAt(this.#clock.nowMs() + tellMs, () => this.tell());
  }

  /** Writes one entry for each status with omitted entries. */
  tell(): void {
    this.#wake?.cancel();
    this.#wake = null;
    const away = this.#leftOut.get("away") ?? 0;
    for (const [kind, lines] of this.#leftOut) {
      if (lines === 0) continue;
      if (typeof kind === "number") this.#log.warn({ status: kind, lines }, "refused requests left out of the log");
      else this.#log.warn({ lines }, others[kind]);
    }
    this.#leftOut.clear();
    if (away === 0) return;
    this.#leftOut.set("away", 0);
    this.#arm();
  }
}
