import { within } from "../../core/within.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Log } from "../../ports/log.ts";
import type { Peers } from "../../ports/peers.ts";
import type { Question, SpokenTo } from "./messages.ts";
import { readQuestion } from "./messages.ts";

/** How long a node may take to answer; who asks goes on without it. */
const answerWithinMs = 500;

interface QuestionParts {
  readonly log: Log;
  readonly peers: Peers;
  readonly clock: Clock;
}

/** What one node answered. */
export interface NodeAnswer {
  readonly from: string;
  readonly answer: unknown;
}

interface Asked {
  readonly as: string;
  readonly lacking: Set<string>;
  readonly answers: NodeAnswer[];
  readonly done: () => void;
}

type Answerer = (value: unknown, from: string) => unknown;

/**
 * Asks all other nodes something, and answers what they ask. Answers go the way of the steps: whatever a node tells behind its answer comes
 * behind it.
 */
export class NodeQuestions {
  readonly #parts: QuestionParts;
  readonly #answerers = new Map<string, Answerer>();
  readonly #asked = new Map<number, Asked>();
  #lastNumber = 0;

  constructor(parts: QuestionParts) {
    this.#parts = parts;
    parts.peers.hear("watch", (text, from) => this.#answer(readQuestion(text), from));
    parts.peers.onLost(({ id }) => {
      for (const asked of this.#asked.values()) without(asked, id);
    });
  }

  /** What this node answers when it is asked about it. `null` stands for nothing. */
  onAsked(about: string, answerer: Answerer): void {
    this.#answerers.set(about, answerer);
  }

  /** The answers of those that served when they were asked, and answered in time. Asks nobody when there is nobody. */
  async ask(about: string, value: unknown): Promise<readonly NodeAnswer[]> {
    const { peers, clock } = this.#parts;
    const lacking = new Set(peers.living().filter((id) => id !== peers.id));
    if (lacking.size === 0) return [];
    this.#lastNumber += 1;
    const number = this.#lastNumber;
    const answers: NodeAnswer[] = [];
    const whole = new Promise<void>((done) => this.#asked.set(number, { as: peers.id, lacking, answers, done }));
    void peers.tell("watch", JSON.stringify({ number, about, value }));
    await within(clock, answerWithinMs, whole);
    this.#asked.delete(number);
    return answers;
  }

  /** An answer to this node, or to another. */
  heard({ to, number, answer }: SpokenTo, from: string): void {
    const asked = this.#asked.get(number);
    if (asked === undefined || asked.as !== to) return;
    if (answer !== null) asked.answers.push({ from, answer });
    without(asked, from);
  }

  /** What a later version may ask is answered as well: with nothing. */
  #answer({ number, about, value }: Question, from: string): void {
    const answer = this.#find(about, value, from);
    void this.#parts.peers.tell("steps", JSON.stringify({ to: from, number, answer }));
  }

  /** Whoever asks does not wait for what cannot be found. */
  #find(about: string, value: unknown, from: string): unknown {
    try {
      return this.#answerers.get(about)?.(value, from) ?? null;
    } catch (error) {
      this.#parts.log.error({ err: error, about }, "a question of another node could not be answered");
      return null;
    }
  }
}

function without(asked: Asked, id: string): void {
  asked.lacking.delete(id);
  if (asked.lacking.size === 0) asked.done();
}
