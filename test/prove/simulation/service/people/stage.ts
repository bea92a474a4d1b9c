import type { Random } from "../loop/random.ts";
import type { SimulatedTime } from "../loop/simulated-time.ts";
import { NetworkClient } from "../network/client.ts";
import type { HttpAnswer } from "../network/http-response.ts";
import type { SimulatedNetwork } from "../network/simulated-network.ts";
import type { History } from "./history.ts";

/** Objects that everybody outside the service shares. */
export interface Stage {
  readonly time: SimulatedTime;
  readonly network: SimulatedNetwork;
  readonly history: History;
  /** The machines of one load balancer. */
  readonly machines: readonly string[];
  /** From this time people start nothing new. They finish the work that they have started. */
  readonly workUntilMs: number;
}

/** Statuses that ask for a retry. */
const later: ReadonlySet<number> = new Set([429, 502, 503, 504]);
const againMsMax = 1_500;

export interface Asked {
  readonly method?: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: object;
}

/** The access of one person or system to the service. */
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

  /** Returns a machine as the load balancer does, which knows the machines that listen. */
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

  /** Returns `null` if the result of the request is unknown. */
  ask({ body, headers = {}, ...asked }: Asked): Promise<HttpAnswer | null> {
    const json = body === undefined ? {} : { body: JSON.stringify(body) };
    const type: Record<string, string> = body === undefined ? {} : { "content-type": "application/json" };
    return this.#client.request(this.machine(), { ...asked, ...json, headers: { ...type, ...headers } });
  }

  /** Repeats the request until the service finally accepts or refuses it. */
  async insist(asked: Asked): Promise<HttpAnswer> {
    for (;;) {
      const answer = await this.ask(asked);
      if (answer?.status === 500) this.#stage.history.surprise(`${asked.path} was answered 500: ${answer.body}`);
      if (answer !== null && !later.has(answer.status)) return answer;
      await this.sleep(this.#random.between(20, againMsMax));
    }
  }
}
