import type { HttpAnswer, SimulatedResponse } from "./http-response.ts";
import type { HttpCall, OpenedSocket } from "./http-server.ts";
import type { SimulatedNetwork, Way } from "./simulated-network.ts";

export interface ClientRequest {
  readonly method?: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** After so long the client gives up. */
  readonly patienceMs?: number;
}

const usualPatienceMs = 20_000;

const callOf = ({ method = "GET", path, headers = {}, body = "" }: ClientRequest, address: string): HttpCall => {
  const bytes = Buffer.from(body);
  const length: readonly (readonly [string, string])[] =
    bytes.length > 0 || method !== "GET" ? [["content-length", String(bytes.length)]] : [];
  const own = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value] as const);
  return { method, target: path, headers: [["host", "parley.example"], ...length, ...own], body: bytes, address };
};

/** A client's side of the network. Everything that it asks may be lost, late, or carried out without an answer. */
export class NetworkClient {
  readonly #network: SimulatedNetwork;
  readonly #address: string;

  constructor(network: SimulatedNetwork, address: string) {
    this.#network = network;
    this.#address = address;
  }

  /** `null`: the connection broke, and nobody knows what became of the request. */
  request(machine: string, asked: ClientRequest): Promise<HttpAnswer | null> {
    const network = this.#network;
    const to = network.way();
    return new Promise((resolve) => {
      let isOver = false;
      let response: SimulatedResponse | null = null;
      const end = (answer: HttpAnswer | null): void => {
        if (isOver) return;
        isOver = true;
        resolve(answer);
      };
      const breakLater = (): void => network.after(network.breakMs(), () => end(null));
      network.after(asked.patienceMs ?? usualPatienceMs, () => {
        if (isOver) return;
        end(null);
        const process = network.listeningOn(machine)?.process;
        process?.enter(() => response?.abort());
      });
      if (network.isLost()) return breakLater();
      to.send(() => {
        const server = network.listeningOn(machine);
        if (server === undefined) return breakLater();
        server.process.onDeath(breakLater);
        server.process.enter(() => {
          response = server.take(callOf(asked, this.#address), {
            answered: (answer) => {
              if (server.process.isDead) return;
              if (network.isUnanswered()) breakLater();
              else network.way().send(() => end(answer));
            },
            closed: breakLater,
          });
        });
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
  /** 1006 when it broke. */
  closed(code: number): void;
}

const broken = 1006;

/** The client's end of a socket. What is lost of one breaks it: the protocol below knows no gaps. */
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

  /** Without a word: the server notices when it pings. */
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

  /** A frame that is lost on its way breaks the socket. */
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
