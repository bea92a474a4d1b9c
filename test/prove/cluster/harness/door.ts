import { setTimeout as pause } from "node:timers/promises";
import type { Ask } from "../../../system/harness/people/desk-api.ts";
import type { Served } from "../../../system/harness/service/installation.ts";
import type { ClusterNode } from "./cluster-node.ts";

/** A client that waits longer for a node uses another node. */
const answerWithinMs = 4_000;
const againMs = 50;
const surprisesMax = 20;

/** Statuses that an outage explains. The same request is sent again. */
const passing = new Set([502, 503, 504]);

export interface Answered {
  readonly status: number;
  readonly body: string;
}

/** A client's access to the nodes, like a load balancer: each request goes to the next node, and to another node if it fails. */
export class Door implements Served {
  /** Responses that no outage explains. */
  readonly surprises: string[] = [];
  readonly #nodes: readonly Pick<ClusterNode, "url">[];
  #turn: number;
  #isShut = false;

  constructor(nodes: readonly Pick<ClusterNode, "url">[], turn: number) {
    this.#nodes = nodes;
    this.#turn = turn;
  }

  /** The URL of the next node. Each read returns another node. */
  get url(): string {
    this.#turn = (this.#turn + 1) % this.#nodes.length;
    return this.#nodes[this.#turn]?.url ?? "";
  }

  /** Ends all retries, because the test is over. */
  shut(): void {
    this.#isShut = true;
  }

  /** Waits a short time, so that clients do not flood nodes that refuse them. */
  whenServing(): Promise<void> {
    return pause(againMs);
  }

  /** Rejects when the node was not reached, closed the connection, or took too long. */
  readonly ask: Ask = (path, request) =>
    fetch(this.url + path, { ...request, signal: AbortSignal.timeout(answerWithinMs) });

  /** Repeats the request until it is answered with one of these statuses. The request must be safe to repeat. */
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
