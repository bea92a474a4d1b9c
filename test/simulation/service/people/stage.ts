import type { Random } from "../loop/random.ts";
import type { SimulatedTime } from "../loop/simulated-time.ts";
import { NetworkClient } from "../network/client.ts";
import type { HttpAnswer } from "../network/http-response.ts";
import type { SimulatedNetwork } from "../network/simulated-network.ts";
import type { History } from "./history.ts";

/** What everybody outside the service shares. */
export interface Stage {
  readonly time: SimulatedTime;
  readonly network: SimulatedNetwork;
  readonly history: History;
  /** Those behind one balancer. */
  readonly machines: readonly string[];
  /** People begin nothing new from then on; what they have begun they bring to its end. */
  readonly workUntilMs: number;
}

/** Answers that ask to come again. */
const later: ReadonlySet<number> = new Set([429, 502, 503, 504]);
const againMsMax = 1_500;

export interface Asked {
  readonly method?: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: object;
}

/** One person's or system's way to the service. */
export class Door {
  readonly #stage: Stage;
  readonly #random: Random;
  readonly #client: NetworkClient;

  constructor(stage: Stage, random: Random, address: string) {
    this.#stage = stage;
    this.#random = random;
    this.#client = new NetworkClient(stage.network, address);
  }

  get client(): NetworkClient {
    return this.#client;
  }

  /** Through the balancer, which knows who listens. */
  machine(): string {
    const { machines, network } = this.#stage;
    const up = machines.filter((name) => network.listeningOn(name) !== undefined);
    return this.#random.pick(up.length > 0 ? up : machines);
  }

  sleep(ms: number): Promise<void> {
    return new Promise((resolve) => {
      this.#stage.time.after(ms, resolve);
    });
  }

  /** `null`: nobody knows what became of it. */
  ask({ body, headers = {}, ...asked }: Asked): Promise<HttpAnswer | null> {
    const json = body === undefined ? {} : { body: JSON.stringify(body) };
    const type: Record<string, string> = body === undefined ? {} : { "content-type": "application/json" };
    return this.#client.request(this.machine(), { ...asked, ...json, headers: { ...type, ...headers } });
  }

  /** Again until the service takes or refuses it for good. */
  async insist(asked: Asked): Promise<HttpAnswer> {
    for (;;) {
      const answer = await this.ask(asked);
      if (answer?.status === 500) this.#stage.history.surprise(`${asked.path} was answered 500: ${answer.body}`);
      if (answer !== null && !later.has(answer.status)) return answer;
      await this.sleep(this.#random.between(20, againMsMax));
    }
  }
}
