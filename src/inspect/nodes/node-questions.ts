import { within } from "../../core/within.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Log } from "../../ports/log.ts";
import type { Peers } from "../../ports/peers.ts";
import type { Question, SpokenTo } from "./messages.ts";
import { readQuestion } from "./messages.ts";

/** The time limit for an answer. The caller continues without it. */
const answerWithinMs = 500;

/** The answer of one node. */
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
 * Sends questions to all other nodes, and answers theirs. Answers use the same channel as steps, so steps that a node sends after its answer
 * also arrive after it.
 */
export class NodeQuestions {
  readonly #peers: Peers;
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #answerers = new Map<string, Answerer>();
  readonly #asked = new Map<number, Asked>();
  #lastNumber = 0;

  constructor(peers: Peers, clock: Clock, log: Log) {
    this.#peers = peers;
    this.#clock = clock;
    this.#log = log;
    peers.hear("watch", (text, from) => this.#answer(readQuestion(text), from));
    peers.onLost(({ id }) => {
      for (const asked of this.#asked.values()) without(asked, id);
    });
  }

  /** Sets this node's answer to a kind of question. `null` means no answer. */
  onAsked(about: string, answerer: Answerer): void {
    this.#answerers.set(about, answerer);
  }

  /** Returns the answers of all nodes that serve and answer in time. Without other nodes it sends nothing. */
  async ask(about: string, value: unknown): Promise<readonly NodeAnswer[]> {
    const peers = this.#peers;
    const lacking = new Set(peers.living().filter((id) => id !== peers.id));
    if (lacking.size === 0) return [];
    this.#lastNumber += 1;
    const number = this.#lastNumber;
    const answers: NodeAnswer[] = [];
    const whole = new Promise<void>((done) => this.#asked.set(number, { as: peers.id, lacking, answers, done }));
    void peers.tell("watch", JSON.stringify({ number, about, value }));
    await within(this.#clock, answerWithinMs, whole);
    this.#asked.delete(number);
    return answers;
  }

  /** Receives an answer, for this node or another one. */
  heard({ to, number, answer }: SpokenTo, from: string): void {
    const asked = this.#asked.get(number);
    if (asked === undefined || asked.as !== to) return;
    if (answer !== null) asked.answers.push({ from, answer });
    without(asked, from);
  }

  /** An unknown question of a later version gets an empty answer. */
  #answer({ number, about, value }: Question, from: string): void {
    const answer = this.#find(about, value, from);
    void this.#peers.tell("steps", JSON.stringify({ to: from, number, answer }));
  }

  /** A failure gives an empty answer, so that the caller does not wait. */
  #find(about: string, value: unknown, from: string): unknown {
    try {
      return this.#answerers.get(about)?.(value, from) ?? null;
    } catch (error) {
      this.#log.error({ err: error, about }, "a question of another node could not be answered");
      return null;
    }
  }
}

function without(asked: Asked, id: string): void {
  asked.lacking.delete(id);
  if (asked.lacking.size === 0) asked.done();
}
