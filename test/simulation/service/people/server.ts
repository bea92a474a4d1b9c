import { Random } from "../loop/random.ts";
import type { OutsideAnswer, OutsideRequest, OutsideServer } from "../network/simulated-network.ts";
import type { Deed } from "./moods.ts";
import { answerOf, content, deedOf } from "./moods.ts";
import type { Stage } from "./stage.ts";

/** A server outside, with its moods; what comes is noted before it is answered. */
export class MoodyServer implements OutsideServer {
  mood = content;
  readonly #stage: Stage;
  readonly #random: Random;
  readonly #note: (request: OutsideRequest, deed: Deed) => (() => void) | undefined;

  /** `note` is told of each request; what it answers is called when the request was answered. */
  constructor(stage: Stage, seed: number, note: (request: OutsideRequest, deed: Deed) => (() => void) | undefined) {
    this.#stage = stage;
    this.#random = new Random(seed);
    this.#note = note;
  }

  get isUp(): boolean {
    return !this.mood.isDown;
  }

  take(request: OutsideRequest, answer: (answer: OutsideAnswer) => void): void {
    const deed = deedOf(this.mood, this.#random);
    const answered = this.#note(request, deed);
    this.#stage.time.after(this.#random.next() * this.mood.slowMs + this.#random.between(0, 5), () => {
      if (deed !== "hang") answered?.();
      answer(answerOf(deed));
    });
  }
}
