import { createTimer } from "../../../shared/live/timer.ts";
import type { Environment } from "../environment.types.ts";
import type { AnswerFrame, Rate, RequestFrame } from "../frames.types.ts";
import type { Link } from "../link/link.ts";
import type { LocalReason } from "../model.types.ts";
import { createPace } from "./pace.ts";

/** What the service is asked; however often it is sent, it has the same id. */
export interface Request {
  readonly id: string;
  readonly frame: RequestFrame;
  /** Of a click: its button's, for the line the visitor sees. */
  readonly text?: string;
  /** When it was first sent; 0 before. */
  readonly sentAtMs: number;
}

export interface RequestsParts {
  readonly environment: Pick<Environment, "nowMs" | "after">;
  readonly link: () => Pick<Link, "isLive" | "send" | "expect" | "suspect" | "renew">;
  /** What waits, whenever that has changed. */
  keep(waiting: readonly Request[]): void;
  /** Ends with the answer, or with `null` when none came; the returned function breaks it off. */
  upload(request: Request, ended: (answer: AnswerFrame | null) => void): () => void;
  /** Once for each: `reason` is `null` when it is done, `seq` that of the message it wrote, or 0. */
  settled(request: Request, reason: string | null, seq: number): void;
}

/** Only the newest of each waits, and goes at most once a second. Source: WJ-16. */
const replaceable: readonly RequestFrame["type"][] = ["contact", "custom_data", "page"];
const replaceableEveryMs = 1_000;
const answerMaxMs = 10_000;
/** Without an answer for that many times as long, whatever else is heard proves nothing. */
const patienceMax = 3;
const uploadAgainMs = 2_000;
/** What the service wants to hear that much later has failed: the visitor may try it again. */
const waitMaxSeconds = 60;
/** The service knows a repeat for 24 hours. */
const repeatableMs = 23 * 60 * 60 * 1000;
/** A longer one would end the connection, again and again; what is added to it has room beside. */
const frameBytesMax = 16_000;

/** What has to reach the service: one after the other, each when the one before is answered. */
export class Requests {
  readonly #parts: RequestsParts;
  readonly #pace = createPace();
  readonly #wake;
  readonly #patience;
  /** When one of a type that is replaced may go again. */
  readonly #againAtMs = new Map<string, number>();
  #waiting: readonly Request[];
  /** What was sent and not answered. */
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
    if (new TextEncoder().encode(JSON.stringify(frame)).length > frameBytesMax) this.#settle(request, "too_long");
    else this.#queue(request);
    this.#pump();
  }

  /** What counts now or not at all: false when it was not sent. Source: CH-45. */
  tell(frame: object): boolean {
    const { environment, link } = this.#parts;
    const nowMs = environment.nowMs();
    if (!link().isLive() || this.#pace.nextAtMs() > nowMs) return false;
    this.#pace.take(nowMs);
    link().send(frame);
    return true;
  }

  /** It is not wanted any more, or done as is known from elsewhere. */
  remove(id: string): void {
    this.#drop(id);
    if (this.#flightId === id) this.#land();
    this.#pump();
  }

  /** The link is live. */
  resume(rate: Rate): void {
    this.#pace.limit(rate);
    this.#pump();
  }

  /** The link is not live any more. What was not answered is asked again, but for a call, which may have begun. */
  pause(): void {
    this.#wake.stop();
    const sent = this.#waiting.find(({ id }) => id === this.#flightId);
    // A file does not go over the link.
    if (sent === undefined || sent.frame.type === "file") return;
    this.#land();
    if (sent.frame.type === "call") this.#settle(sent, "lost");
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

  /** It was not done: what would have taken its place does so now. */
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
