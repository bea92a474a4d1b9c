import { Random } from "../loop/random.ts";
import type { OutsideAnswer, OutsideRequest, OutsideServer } from "../network/simulated-network.ts";
import type { Deed } from "./moods.ts";
import { answerOf, content, deedOf } from "./moods.ts";
import type { Stage } from "./stage.ts";

/** A server outside, with its moods. It records each request before it answers. */
export class MoodyServer implements OutsideServer {
  mood = content;
  readonly #stage: Stage;
  readonly #random: Random;
  readonly #note: (request: OutsideRequest, deed: Deed) => void;

  constructor(stage: Stage, seed: number, note: (request: OutsideRequest, deed: Deed) => void) {
    this.#stage = stage;
    this.#random = new Random(seed);
    this.#note = note;
  }

  get isUp(): boolean {
    return !this.mood.isDown;
  }

  take(request: OutsideRequest, answer: (answer: OutsideAnswer) => void): void {
    const deed = deedOf(this.mood, this.#random);
    this.#note(request, deed);
    const slowMs = this.#random.next() * this.mood.slowMs + this.#random.between(0, 5);
    this.#stage.time.after(slowMs, () => answer(answerOf(deed)));
  }
}
