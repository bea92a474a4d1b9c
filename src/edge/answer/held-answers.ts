import type { HttpResponse } from "uWebSockets.js";
import type { Limits } from "../../config/limits.ts";
import type { ExchangeWatch, WatchedExchange } from "../http/exchange-watch.ts";
import { DeadlinePlace, restartIdleTimer } from "../http/exchange-watch.ts";
import type { Traffic } from "../telemetry/exchange-log.ts";

export type HeldAnswerLimits = Pick<
  Limits,
  | "answersHeldPerAddressMax"
  | "answerBytesHeldPerAddressMax"
  | "answerBytesHeldMax"
  | "takeIdleMs"
  | "takeBytesPerSecondMin"
  | "takeAheadMs"
  | "uploadTimeoutMs"
>;

/** The unsent part of an answer, and how to send it. */
export interface AnswerToHold {
  /** The complete body; the response has accepted its first `getWriteOffset()` bytes. */
  readonly body: Uint8Array;
  /** The address group in which the client is counted. */
  readonly group: string;
  /** Whether the connection is not read again afterwards; then uWebSockets.js closes it when it is idle. */
  readonly closes: boolean;
}

/**
 * Answers that their connections could not send at once. Bounds: one for each connection, a number for each address, and the bytes of all.
 * uWebSockets.js closes a connection that sends a request while an answer is pending, so no connection has two.
 */
export class HeldAnswers {
  readonly #limits: HeldAnswerLimits;
  readonly #watch: ExchangeWatch;
  readonly #traffic: Traffic;
  /** The oldest answer first. */
  readonly #held = new Set<HeldAnswer>();
  readonly #groups = new Map<string, { answers: number; bytes: number }>();
  #bytes = 0;

  constructor(limits: HeldAnswerLimits, watch: ExchangeWatch, traffic: Traffic) {
    this.#limits = limits;
    this.#watch = watch;
    this.#traffic = traffic;
  }

  /** The number of waiting answers. */
  get answers(): number {
    return this.#held.size;
  }

  /** Sends the rest at the client's pace. Closes the connection instead when its address has no room left. */
  hold(response: HttpResponse, answer: AnswerToHold): void {
    const held = this.#open(response, answer);
    this.#watch.noteProgress(held, response.getWriteOffset());
    this.#count(held, answer);
  }

  /**
   * Stores a body of which nothing was sent. `begin` sends it, unless the client becomes ready earlier. Unsent bytes stay stored.
   */
  holdBack(response: HttpResponse, answer: AnswerToHold): { begin(): void } {
    const held = this.#open(response, answer);
    return {
      begin: () => {
        if (!held.isOver && !held.begin()) this.#count(held, answer);
      },
    };
  }

  #open(response: HttpResponse, answer: AnswerToHold): HeldAnswer {
    const held = new HeldAnswer(response, answer, {
      onProgress: (bytes) => this.#watch.noteProgress(held, bytes),
      onEnd: () => {
        this.#watch.remove(held);
        if (this.#held.delete(held)) this.#release(answer);
      },
      onCut: () => {
        this.#traffic.untakenAnswers += 1;
      },
    });
    const { takeIdleMs: idleMs, takeBytesPerSecondMin: bytesPerSecondMin, takeAheadMs: aheadMs } = this.#limits;
    this.#watch.addTransfer(held, { idleMs, wholeMs: this.#limits.uploadTimeoutMs, bytesPerSecondMin, aheadMs });
    return held;
  }

  #count(held: HeldAnswer, { group, body }: AnswerToHold): void {
    const of = this.#groups.get(group) ?? { answers: 0, bytes: 0 };
    if (!this.#hasRoom(of, body.length)) {
      held.cutOff();
      return;
    }
    of.answers += 1;
    of.bytes += body.length;
    this.#bytes += body.length;
    this.#groups.set(group, of);
    this.#held.add(held);
    for (const oldest of this.#held) {
      if (this.#bytes <= this.#limits.answerBytesHeldMax || oldest === held) break;
      oldest.cutOff();
    }
  }

  /** Whether one more answer is within the bounds. A single answer always is, even if it is larger than the bound. */
  #hasRoom(of: { readonly answers: number; readonly bytes: number }, bytes: number): boolean {
    const { answersHeldPerAddressMax, answerBytesHeldPerAddressMax } = this.#limits;
    if (of.answers === 0) return true;
    return of.answers < answersHeldPerAddressMax && of.bytes + bytes <= answerBytesHeldPerAddressMax;
  }

  #release({ group, body }: AnswerToHold): void {
    this.#bytes -= body.length;
    const of = this.#groups.get(group);
    if (of === undefined) return;
    of.answers -= 1;
    of.bytes -= body.length;
    if (of.answers === 0) this.#groups.delete(group);
  }
}

interface HeldAnswerHooks {
  onProgress(bytes: number): void;
  /** The answer is sent, or its connection is closed. Called once. */
  onEnd(): void;
  /** Called before `onEnd` if the client did not receive the complete answer. */
  onCut(): void;
}

class HeldAnswer implements WatchedExchange {
  readonly place: DeadlinePlace<WatchedExchange> = new DeadlinePlace(this);
  readonly isClientsTurn = true;
  readonly #response: HttpResponse;
  readonly #answer: AnswerToHold;
  readonly #hooks: HeldAnswerHooks;
  #isOver = false;

  constructor(response: HttpResponse, answer: AnswerToHold, hooks: HeldAnswerHooks) {
    this.#response = response;
    this.#answer = answer;
    this.#hooks = hooks;
    response.onAborted(() => {
      if (this.#isOver) return;
      this.#hooks.onCut();
      this.#end();
    });
    response.onWritable((offset) => this.#offer(offset));
    // A paused connection does not report that it accepts more.
    if (answer.closes) response.resume();
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  /**
   * Sends the body if it was not sent yet; returns whether the client accepted all of it. If even the head waited for the client,
   * the callback may have sent the body already.
   */
  begin(): boolean {
    this.#response.cork(() => this.#offer(this.#response.getWriteOffset()));
    return this.#isOver;
  }

  /** Sends the body from this offset; returns whether the client accepted all of it. */
  #offer(offset: number): boolean {
    const { body, closes } = this.#answer;
    // An answered response cannot be paused, so `pause` comes first.
    if (closes) this.#response.pause();
    const [isTaken, isDone] = this.#response.tryEnd(body.subarray(offset), body.length);
    if (isDone) {
      this.#end();
      return true;
    }
    if (closes) this.#response.resume();
    this.#hooks.onProgress(this.#response.getWriteOffset() - offset);
    return isTaken;
  }

  #end(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#hooks.onEnd();
  }

  cutOff(): void {
    if (this.#isOver) return;
    this.#response.close();
  }

  /** Restarts the server's timer, which could expire before the kernel accepts more bytes. */
  keepReceiving(): void {
    restartIdleTimer(this.#response);
  }

  giveUp(): void {
    this.cutOff();
  }
}
