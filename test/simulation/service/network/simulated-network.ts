import type { Random } from "../loop/random.ts";
import type { SimulatedProcess } from "../loop/simulated-process.ts";
import type { SimulatedTime } from "../loop/simulated-time.ts";
import type { SimulatedServer } from "./http-server.ts";

/** What is wrong with the network for a while: shares of what is sent. */
export interface NetworkTrouble {
  /** A request or frame that never comes; its connection breaks some time later. */
  readonly lost: number;
  /** An answer that never comes, of a request that was carried out. */
  readonly unanswered: number;
  /** Added to each way. */
  readonly slowMs: number;
}

export const quietNetwork: NetworkTrouble = { lost: 0, unanswered: 0, slowMs: 0 };

/** A request of the service to a server outside. */
export interface OutsideRequest {
  readonly from: SimulatedProcess;
  /** When the service began to connect. */
  readonly sentAtMs: number;
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** How a server outside ends a request; `hang` never does. */
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
  /** False where nobody listens: the connection is refused. */
  readonly isUp: boolean;
  /** Called when the request has come; answers when it likes to. */
  take(request: OutsideRequest, answer: (answer: OutsideAnswer) => void): void;
}

/** How long a way takes when nothing is wrong. */
const wayMsMax = 3;
/** A broken connection is noticed some time later. */
const brokenMsMax = 400;

/** All ways between the service and everybody outside. Ways of one connection keep their order, those of several do not. */
export class SimulatedNetwork {
  trouble = quietNetwork;
  /** By origin. */
  readonly servers = new Map<string, OutsideServer>();
  /** The service's own, by their machine. */
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

  /** `undefined` while nobody listens there. */
  listeningOn(machine: string): SimulatedServer | undefined {
    const server = this.#listening.get(machine);
    return server?.process.isDead === false ? server : undefined;
  }

  /** A way of its own: what goes over it comes in order. */
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

  /** When one notices that a connection is broken. */
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

  /** What is on it never comes. */
  cut(): void {
    this.#isCut = true;
  }
}
