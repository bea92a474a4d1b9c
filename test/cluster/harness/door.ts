import { setTimeout as pause } from "node:timers/promises";
import type { Ask } from "../../system/harness/people/desk-api.ts";
import type { Served } from "../../system/harness/service/installation.ts";
import type { ClusterNode } from "./cluster-node.ts";

/** Whoever waits longer for a node takes another. */
const answerWithinMs = 4_000;
const againMs = 50;
const surprisesMax = 20;

/** What an outage explains: the same request is worth another try. */
const passing = new Set([502, 503, 504]);

export interface Answered {
  readonly status: number;
  readonly body: string;
}

/** A client's way to the nodes, as through a load balancer: the next node for each request, another one when it fails. */
export class Door implements Served {
  /** Answers that no outage explains. */
  readonly surprises: string[] = [];
  readonly #nodes: readonly Pick<ClusterNode, "url">[];
  #turn: number;
  #isShut = false;

  constructor(nodes: readonly Pick<ClusterNode, "url">[], turn: number) {
    this.#nodes = nodes;
    this.#turn = turn;
  }

  /** Of the next node, each time it is asked for. */
  get url(): string {
    this.#turn = (this.#turn + 1) % this.#nodes.length;
    return this.#nodes[this.#turn]?.url ?? "";
  }

  /** Whoever tries again gives up: the test is over. */
  shut(): void {
    this.#isShut = true;
  }

  /** Nobody storms nodes that turn them away. */
  whenServing(): Promise<void> {
    return pause(againMs);
  }

  /** Rejects when the node was not reached, broke off, or let the client wait too long. */
  readonly ask: Ask = (path, request) =>
    fetch(this.url + path, { ...request, signal: AbortSignal.timeout(answerWithinMs) });

  /** The same request again and again, until it is answered with one of these. It has to be one that may be repeated. */
  async insist(statuses: readonly number[], path: string, request: RequestInit): Promise<Answered> {
    return this.repeat(statuses, `${request.method} ${path}`, async () => {
      const answer = await this.ask(path, request);
      return { status: answer.status, body: await answer.text() };
    });
  }

  async repeat<Answer extends { readonly status: number; readonly body: unknown }>(
    statuses: readonly number[],
    what: string,
    step: () => Promise<Answer>,
  ): Promise<Answer> {
    for (;;) {
      if (this.#isShut) throw new Error(`Expected ${statuses} for ${what}, the test is over`);
      const answer = await step().catch(() => null);
      if (answer !== null && statuses.includes(answer.status)) return answer;
      if (answer !== null && !passing.has(answer.status))
        this.surprises.push(`${answer.status} for ${what}: ${JSON.stringify(answer.body)}`);
      if (this.surprises.length > surprisesMax) throw new Error(this.surprises.join("\n"));
      await pause(againMs);
    }
  }
}
