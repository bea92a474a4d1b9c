import type { Random } from "../loop/random.ts";
import type { SimulatedProcess } from "../loop/simulated-process.ts";
import type { SimulatedTime } from "../loop/simulated-time.ts";
import type { SimulatedServer } from "./http-server.ts";

/** The faults of the network for some time, as shares of all requests and frames. */
export interface NetworkTrouble {
  /** The share of requests and frames that never arrive. Their connection breaks some time later. */
  readonly lost: number;
  /** The share of executed requests whose response never arrives. */
  readonly unanswered: number;
  /** Added to the delay of each direction. */
  readonly slowMs: number;
}

export const quietNetwork: NetworkTrouble = { lost: 0, unanswered: 0, slowMs: 0 };

/** A request of the service to a server outside. */
export interface OutsideRequest {
  readonly from: SimulatedProcess;
  /** The time when the service began to connect. */
  readonly sentAtMs: number;
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Called when the service has the whole response. */
  onHeard(listener: () => void): void;
}

/** How a server outside ends a request. `hang` never ends it. */
export type OutsideAnswer =
  | {
      readonly kind: "answer";
      readonly status: number;
      readonly body: string;
      readonly headers?: Record<string, string>;
    }
  | { readonly kind: "hang" }
  | { readonly kind: "close" };

export interface OutsideServer {
  /** False when nobody listens and the connection is refused. */
  readonly isUp: boolean;
  /** Called when the request has arrived. The server may answer at any later time. */
  take(request: OutsideRequest, answer: (answer: OutsideAnswer) => void): void;
}

/** The maximum delay of one direction without faults. */
const wayMsMax = 3;
/** The maximum time until a broken connection is noticed. */
const brokenMsMax = 400;

/** The network between the service and everybody outside. Data on one connection keeps its order; data on several does not. */
export class SimulatedNetwork {
  trouble = quietNetwork;
  /** Called when a request of the service arrives at a server outside. */
  onRequest: () => void = () => undefined;
  /** Servers outside, by origin. */
  readonly servers = new Map<string, OutsideServer>();
  /** The service's own servers, by machine. */
  readonly #listening = new Map<string, SimulatedServer>();
  readonly #time: SimulatedTime;
  readonly #random: Random;

  constructor(time: SimulatedTime, random: Random) {
    this.#time = time;
    this.#random = random;
  }

  listen(server: SimulatedServer): void {
    this.#listening.set(server.process.machine, server);
  }

  stopListening(server: SimulatedServer): void {
    if (this.listeningOn(server.process.machine) === server) this.#listening.delete(server.process.machine);
  }

  /** Returns `undefined` while nobody listens on the machine. */
  listeningOn(machine: string): SimulatedServer | undefined {
    const server = this.#listening.get(machine);
    return server?.process.isDead === false ? server : undefined;
  }

  /** Returns a new direction of a connection. Data on it arrives in order. */
  way(): Way {
    return new Way(this.#time, () => this.delayMs());
  }

  delayMs(): number {
    return this.#random.between(0, wayMsMax) + this.#random.next() * this.trouble.slowMs;
  }

  isLost(): boolean {
    return this.#random.chance(this.trouble.lost);
  }

  isUnanswered(): boolean {
    return this.#random.chance(this.trouble.unanswered);
  }

  /** Returns the time until a broken connection is noticed. */
  breakMs(): number {
    return this.#random.between(1, brokenMsMax);
  }

  after(ms: number, run: () => void): void {
    this.#time.after(ms, run);
  }
}

/** One direction of one connection. */
export class Way {
  readonly #time: SimulatedTime;
  readonly #delayMs: () => number;
  #lastAtMs = 0;
  #isCut = false;

  constructor(time: SimulatedTime, delayMs: () => number) {
    this.#time = time;
    this.#delayMs = delayMs;
  }

  send(arrive: () => void): void {
    if (this.#isCut) return;
    this.#lastAtMs = Math.max(this.#lastAtMs, this.#time.nowMs + this.#delayMs());
    this.#time.at(this.#lastAtMs, () => {
      if (!this.#isCut) arrive();
    });
  }

  /** Drops all data that has not arrived yet. */
  cut(): void {
    this.#isCut = true;
  }
}
