import { createTimer } from "../../../shared/live/timer.ts";
import type { Environment } from "../environment.types.ts";
import type { AnswerFrame, Rate, RequestFrame } from "../frames.types.ts";
import type { Link } from "../link.ts";
import type { LocalReason } from "../model.types.ts";

/** A request to the service. Every try has the same id. */
export interface Request {
  readonly id: string;
  readonly frame: RequestFrame;
  /** For a click: the text of the button, for the line that the visitor sees. */
  readonly text?: string;
  /** The time of the first try; 0 before the first try. */
  readonly sentAtMs: number;
}

export interface RequestsParts {
  readonly environment: Environment;
  readonly link: () => Link;
  /** Stores the waiting requests. Called after each change. */
  keep(waiting: readonly Request[]): void;
  /** Sends a file. `ended` receives the answer, or `null` if none arrived. The returned function aborts the upload. */
  upload(request: Request, ended: (answer: AnswerFrame | null) => void): () => void;
  /** Called once for each request. `reason` is `null` on success; `seq` is the number of the message that the request wrote, or 0. */
  settled(request: Request, reason: string | null, seq: number): void;
}

/** Of each of these types only the newest request waits. It is sent at most once per second. Source: WJ-16. */
const replaceable: readonly RequestFrame["type"][] = ["contact", "custom_data", "page", "seen"];
const replaceableEveryMs = 1_000;
const answerMaxMs = 10_000;
/** After this many times `answerMaxMs` without an answer, the connection is replaced, even if other frames arrive. */
const patienceMax = 3;
const uploadAgainMs = 2_000;
/** A request that the service wants to receive this many seconds later, or more, has failed. The visitor may try it again. */
const waitMaxSeconds = 60;
/** A request is repeated for up to 23 hours, because the service recognises a repeat for 24 hours. */
const repeatableMs = 23 * 60 * 60 * 1000;
/** A longer frame would end the connection at each try. The limit leaves room for the fields that are added later. */
const frameBytesMax = 16_000;

/** The requests that must reach the service. They are sent one at a time, each after the answer to the request before. */
export class Requests {
  readonly #parts: RequestsParts;
  readonly #pace = createPace();
  readonly #wake;
  readonly #patience;
  /** The time from which a request of a replaceable type may be sent again. */
  readonly #againAtMs = new Map<string, number>();
  #waiting: readonly Request[];
  /** The id of the request that was sent and is not answered. */
  #flightId: string | null = null;
  #breakOff = (): void => undefined;

  constructor(parts: RequestsParts, waiting: readonly Request[]) {
    this.#parts = parts;
    this.#waiting = waiting;
    this.#wake = createTimer(parts.environment);
    this.#patience = createTimer(parts.environment);
  }

  get waiting(): readonly Request[] {
    return this.#waiting;
  }

  add(id: string, frame: RequestFrame, text?: string): void {
    const request: Request = { id, frame, sentAtMs: 0, ...(text !== undefined && { text }) };
    if (new Blob([this.#parts.environment.toJson(frame)]).size > frameBytesMax) this.#settle(request, "too_long");
    else this.#queue(request);
    this.#pump();
  }

  /** Sends a frame that is useful only at this moment. Returns false if it was not sent. Source: CH-45. */
  tell(frame: object): boolean {
    const { environment, link } = this.#parts;
    const nowMs = environment.nowMs();
    if (!link().isLive() || this.#pace.nextAtMs() > nowMs) return false;
    this.#pace.take(nowMs);
    link().send(frame);
    return true;
  }

  /** Removes a request that is not needed any more, or whose success is known from another frame. */
  remove(id: string): void {
    this.#drop(id);
    if (this.#flightId === id) this.#land();
    this.#pump();
  }

  /** Call this when the link is live. */
  resume(rate: Rate): void {
    this.#pace.limit(rate);
    this.#pump();
  }

  /**
   * Call this when the link has ended. An unanswered request is sent again. The exceptions are a call, because the call may have begun,
   * and a request because of which the link has ended.
   */
  pause(isBad: boolean): void {
    this.#wake.stop();
    const sent = this.#waiting.find(({ id }) => id === this.#flightId);
    // A file is not sent over the link.
    if (sent === undefined || sent.frame.type === "file") return;
    this.#land();
    if (isBad || sent.frame.type === "call") this.#settle(sent, "lost");
    else this.#again(sent);
  }

  answer(answer: AnswerFrame): void {
    const request = this.#waiting.find(({ id }) => id === this.#flightId);
    if (request === undefined || answer.id !== request.id) return;
    this.#land();
    if (answer.type === "done") this.#settle(request, null, answer.seq);
    else if (answer.retryAfter === undefined) this.#settle(request, answer.reason);
    else if (answer.retryAfter >= waitMaxSeconds) this.#settle(request, "lost");
    else {
      this.#hold(answer.retryAfter * 1000);
      this.#again(request);
    }
    this.#pump();
  }

  /** Another person uses the page now, in whose name nothing of the person before may be sent. Source: WJ-52. */
  drop(): void {
    this.#land();
    for (const request of this.#waiting) this.#settle(request, "lost");
  }

  stop(): void {
    this.#wake.stop();
    this.#land();
  }

  #queue(request: Request): void {
    const { frame } = request;
    const before = this.#waiting.find((one) => one.frame.type === frame.type && one.id !== this.#flightId);
    if (before === undefined || !replaceable.includes(frame.type)) this.#change([...this.#waiting, request]);
    else this.#put({ ...before, frame: merge(before.frame, frame) });
  }

  /** The request was not carried out: a newer request that replaces it takes its place. */
  #again({ id, frame }: Request): void {
    const newer = this.#waiting.find((one) => one.frame.type === frame.type && one.id !== id);
    if (newer === undefined || !replaceable.includes(frame.type)) return;
    this.#put({ ...newer, frame: merge(frame, newer.frame) });
    this.#drop(id);
  }

  #pump(): void {
    const { link, environment } = this.#parts;
    if (this.#flightId !== null || !link().isLive()) return;
    const nowMs = environment.nowMs();
    const dueAtMs = ({ frame }: Request): number => this.#againAtMs.get(frame.type) ?? 0;
    const next = this.#waiting.find((one) => dueAtMs(one) <= nowMs) ?? this.#waiting[0];
    if (next === undefined) return;
    const delayMs = Math.max(dueAtMs(next), this.#pace.nextAtMs()) - nowMs;
    if (delayMs > 0) this.#wake.set(Math.ceil(delayMs), () => this.#pump());
    else if (next.sentAtMs > 0 && nowMs - next.sentAtMs > repeatableMs) {
      this.#settle(next, "too_old");
      this.#pump();
    } else this.#send(next, nowMs);
  }

  #send(request: Request, nowMs: number): void {
    const { link, upload } = this.#parts;
    const { id, frame } = request;
    this.#flightId = id;
    this.#pace.take(nowMs);
    this.#againAtMs.set(frame.type, replaceable.includes(frame.type) ? nowMs + replaceableEveryMs : 0);
    this.#put({ ...request, sentAtMs: request.sentAtMs || nowMs });
    if (frame.type !== "file") {
      link().send({ ...frame, id });
      link().expect();
      this.#watch(1);
      return;
    }
    this.#breakOff = upload(request, (answer) => {
      if (this.#flightId !== id) return;
      if (answer !== null) return this.answer(answer);
      this.#land();
      this.#hold(uploadAgainMs);
      this.#pump();
    });
  }

  #watch(round: number): void {
    this.#patience.set(answerMaxMs, () => {
      if (round === patienceMax) return this.#parts.link().renew();
      this.#parts.link().suspect();
      this.#watch(round + 1);
    });
  }

  #hold(forMs: number): void {
    this.#pace.pause(this.#parts.environment.nowMs() + forMs);
  }

  #land(): void {
    this.#flightId = null;
    this.#patience.stop();
    this.#breakOff();
    this.#breakOff = () => undefined;
  }

  #settle(request: Request, reason: string | LocalReason | null, seq = 0): void {
    this.#drop(request.id);
    this.#parts.settled(request, reason, seq);
  }

  #drop(gone: string): void {
    this.#change(this.#waiting.filter(({ id }) => id !== gone));
  }

  #put(changed: Request): void {
    this.#change(this.#waiting.map((one) => (one.id === changed.id ? changed : one)));
  }

  #change(waiting: readonly Request[]): void {
    this.#waiting = waiting;
    this.#parts.keep(waiting);
  }
}

const merge = (older: RequestFrame, newer: RequestFrame): RequestFrame =>
  newer.type === "contact" ? { ...older, ...newer } : newer;

/** Delays requests that would exceed the service's rate limit. Source: LIM-02. */
interface Pace {
  /** Sets the rate that the service has sent. */
  limit(rate: Rate): void;
  /** Allows no request before this time. */
  pause(untilMs: number): void;
  /** Returns the earliest time of the next request. The time is in the past if the request may be sent at once. */
  nextAtMs(): number;
  take(nowMs: number): void;
}

function createPace(): Pace {
  let rate: Rate = { perSecond: 1, burst: 1 };
  /** The time at which the token bucket is full again. */
  let fullAtMs = 0;
  let pausedUntilMs = 0;
  return {
    limit(given) {
      rate = given;
    },
    pause(untilMs) {
      pausedUntilMs = untilMs;
    },
    nextAtMs: () => Math.max(pausedUntilMs, fullAtMs - ((rate.burst - 1) * 1000) / rate.perSecond),
    take(nowMs) {
      fullAtMs = Math.max(fullAtMs, nowMs) + 1000 / rate.perSecond;
    },
  };
}
