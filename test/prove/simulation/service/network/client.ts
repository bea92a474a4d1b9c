import type { HttpAnswer, SimulatedResponse } from "./http-response.ts";
import type { HttpCall, OpenedSocket } from "./http-server.ts";
import type { SimulatedNetwork, Way } from "./simulated-network.ts";

export interface ClientRequest {
  readonly method?: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** A body of several parts arrives part by part. */
  readonly body?: string | readonly string[];
  /** The client gives up after this time. */
  readonly patienceMs?: number;
  /** The client disconnects when this resolves. */
  readonly untilGone?: Promise<void>;
  /** The last part of the body is never sent. */
  readonly keepsLast?: boolean;
}

const usualPatienceMs = 20_000;

const partsOf = ({ body = "" }: ClientRequest): readonly Buffer[] =>
  (typeof body === "string" ? [body] : body).map((part) => Buffer.from(part));

const callOf = (asked: ClientRequest, address: string): HttpCall => {
  const { method = "GET", path, headers = {} } = asked;
  const parts = partsOf(asked);
  const [bytes = Buffer.alloc(0)] = parts;
  const size = parts.reduce((sum, part) => sum + part.length, 0);
  const length: readonly (readonly [string, string])[] =
    size > 0 || method !== "GET" ? [["content-length", String(size)]] : [];
  const own = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value] as const);
  return { method, target: path, headers: [["host", "parley.example"], ...length, ...own], body: bytes, address };
};

/** The client side of the network. A request may be lost, be late, or be executed without a response. */
export class NetworkClient {
  readonly #network: SimulatedNetwork;
  readonly #address: string;

  constructor(network: SimulatedNetwork, address: string) {
    this.#network = network;
    this.#address = address;
  }

  /** Returns `null` if the connection broke. The result of the request is then unknown. */
  request(machine: string, asked: ClientRequest): Promise<HttpAnswer | null> {
    const network = this.#network;
    const to = network.way();
    const [, ...later] = partsOf(asked);
    return new Promise((resolve) => {
      let isOver = false;
      let response: SimulatedResponse | null = null;
      const end = (answer: HttpAnswer | null): void => {
        if (isOver) return;
        isOver = true;
        resolve(answer);
      };
      const breakLater = (): void => network.after(network.breakMs(), () => end(null));
      const giveUp = (): void => {
        if (isOver) return;
        end(null);
        const process = network.listeningOn(machine)?.process;
        process?.enter(() => response?.abort());
      };
      network.after(asked.patienceMs ?? usualPatienceMs, giveUp);
      void asked.untilGone?.then(giveUp);
      if (network.isLost()) return breakLater();
      to.send(() => {
        const server = network.listeningOn(machine);
        if (server === undefined) return breakLater();
        server.process.onDeath(breakLater);
        server.process.enter(() => {
          response = server.take(
            callOf(asked, this.#address),
            {
              answered: (answer) => {
                if (server.process.isDead) return;
                if (network.isUnanswered()) breakLater();
                else network.way().send(() => end(answer));
              },
              closed: breakLater,
            },
            later.length === 0,
          );
        });
        for (const [index, part] of later.entries()) {
          const isLast = index === later.length - 1;
          if (!isLast || asked.keepsLast !== true)
            to.send(() => server.process.enter(() => response?.data(part, isLast)));
        }
      });
    });
  }

  openSocket(machine: string, path: string, handlers: SocketHandlers): ClientSocket {
    return new ClientSocket(this.#network, machine, callOf({ path }, this.#address), handlers);
  }
}

export interface SocketHandlers {
  opened(): void;
  frame(text: string): void;
  /** The code is 1006 when the connection broke. */
  closed(code: number): void;
}

const broken = 1006;

/** The client's end of a socket. A lost frame breaks the socket, because the protocol below allows no gaps. */
export class ClientSocket {
  readonly #network: SimulatedNetwork;
  readonly #to: Way;
  readonly #from: Way;
  readonly #handlers: SocketHandlers;
  #server: OpenedSocket | null = null;
  #enter: ((run: () => void) => void) | null = null;
  #isOver = false;

  constructor(network: SimulatedNetwork, machine: string, call: HttpCall, handlers: SocketHandlers) {
    this.#network = network;
    this.#handlers = handlers;
    this.#to = network.way();
    this.#from = network.way();
    if (network.isLost()) this.#breakLater();
    else this.#to.send(() => this.#connect(machine, call));
  }

  send(text: string): void {
    if (this.#isOver) return;
    if (this.#network.isLost()) {
      this.#breakLater();
      return;
    }
    this.#to.send(() => this.#enter?.(() => this.#server?.receive(text)));
  }

  /** Disconnects without a close. The server notices this when it pings. */
  vanish(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#to.cut();
    this.#from.cut();
  }

  leave(): void {
    if (this.#isOver) return;
    this.#to.send(() => this.#enter?.(() => this.#server?.leave()));
    this.#isOver = true;
    this.#from.cut();
  }

  #connect(machine: string, call: HttpCall): void {
    const server = this.#network.listeningOn(machine);
    if (server === undefined) {
      this.#breakLater();
      return;
    }
    const { process } = server;
    process.onDeath(() => this.#breakLater());
    this.#enter = (run) => process.enter(run);
    process.enter(() => {
      this.#server = server.open(call, {
        frame: (text) => this.#back(process, () => this.#handlers.frame(text)),
        ping: () => this.#back(process, () => this.#to.send(() => process.enter(() => this.#server?.pong()))),
        closed: (code) => this.#back(process, () => this.#end(code)),
      });
      this.#back(process, () => (this.#server === null ? this.#end(broken) : this.#handlers.opened()));
    });
  }

  /** A lost frame breaks the socket. */
  #back(process: { readonly isDead: boolean }, arrive: () => void): void {
    if (process.isDead || this.#isOver) return;
    if (this.#network.isUnanswered()) this.#breakLater();
    else
      this.#from.send(() => {
        if (!this.#isOver) arrive();
      });
  }

  #breakLater(): void {
    this.#from.cut();
    this.#network.after(this.#network.breakMs(), () => {
      this.#to.cut();
      this.#enter?.(() => this.#server?.leave());
      this.#end(broken);
    });
  }

  #end(code: number): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#handlers.closed(code);
  }
}
