import { Readable } from "node:stream";
import type { Dispatcher } from "undici";
import { errors } from "undici";
import type { SimulatedProcess } from "../loop/simulated-process.ts";
import type { OutsideAnswer } from "../network/simulated-network.ts";
import { startingProcess, world } from "./world.ts";

export { errors };

/** Nobody is connected to: addresses of the simulation have no names to look up. */
export const buildConnector = () => (): void => {
  throw new Error("Expected nobody to connect in a simulation");
};

/** Whose pools are made from now on: they belong to the process that started when the outbound side was made. */
let owner: SimulatedProcess | null = null;

export function ownPools<Made>(make: () => Made, process: SimulatedProcess): Made {
  const before = owner;
  owner = process;
  try {
    return make();
  } finally {
    owner = before;
  }
}

const refused = (origin: string): Error =>
  Object.assign(new Error(`connect ECONNREFUSED ${origin}`), { code: "ECONNREFUSED" });
const reset = (): Error => new errors.SocketError("other side closed");

/** Connections to one server outside. */
export class Pool {
  readonly #origin: string;
  readonly #process: SimulatedProcess;

  constructor(origin: string) {
    this.#origin = origin;
    this.#process = owner ?? startingProcess();
  }

  dispatch(request: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
    void new Exchange(this.#process, this.#origin, request, handler).run();
    return true;
  }

  async destroy(): Promise<void> {
    // Requests that run are given up by whoever asked.
  }
}

type Controller = Dispatcher.DispatchController;

/** One request on a connection of its own. */
class Exchange {
  readonly #process: SimulatedProcess;
  readonly #origin: string;
  readonly #request: Dispatcher.DispatchOptions;
  readonly #handler: Dispatcher.DispatchHandler;
  #isOver = false;
  #startedAtMs = 0;
  readonly #controller: Controller;

  constructor(
    process: SimulatedProcess,
    origin: string,
    request: Dispatcher.DispatchOptions,
    handler: Dispatcher.DispatchHandler,
  ) {
    this.#process = process;
    this.#origin = origin;
    this.#request = request;
    this.#handler = handler;
    this.#controller = {
      aborted: false,
      paused: false,
      reason: null,
      rawHeaders: null,
      rawTrailers: null,
      pause: () => undefined,
      resume: () => undefined,
      abort: (reason: Error) => this.#fail(reason),
    } as Controller;
  }

  async run(): Promise<void> {
    const { network, time } = world();
    this.#startedAtMs = time.nowMs;
    const server = network.servers.get(this.#origin);
    const way = network.way();
    way.send(() =>
      this.#process.enter(() => {
        if (server === undefined || !server.isUp) return this.#fail(refused(this.#origin));
        this.#handler.onRequestStart?.(this.#controller, {});
        if (this.#isOver) return;
        void this.#send(way);
      }),
    );
  }

  async #send(way: { send(arrive: () => void): void }): Promise<void> {
    const { network } = world();
    const { method, path, headers } = this.#request;
    const body = await textOf(this.#request.body);
    const server = network.servers.get(this.#origin);
    if (this.#isOver || this.#process.isDead || server === undefined) return;
    if (network.isLost()) {
      // It may have arrived in part, which nobody can tell from not at all.
      network.after(network.breakMs(), () => this.#process.enter(() => this.#fail(reset())));
      return;
    }
    const request = {
      from: this.#process,
      sentAtMs: this.#startedAtMs,
      method,
      url: `${this.#origin}${path}`,
      headers: recordOf(headers),
      body,
    };
    way.send(() => server.take(request, (answer) => this.#answered(answer)));
  }

  #answered(answer: OutsideAnswer): void {
    const { network } = world();
    if (answer.kind === "hang") return;
    const given = network.isUnanswered() ? null : answer;
    network.way().send(() =>
      this.#process.enter(() => {
        if (this.#isOver) return;
        if (given?.kind !== "answer") return this.#fail(reset());
        const headers = { "content-type": "application/json", ...given.headers };
        this.#handler.onResponseStart?.(this.#controller, given.status, headers, "");
        if (given.body !== "") this.#handler.onResponseData?.(this.#controller, Buffer.from(given.body));
        if (this.#isOver) return;
        this.#isOver = true;
        this.#handler.onResponseEnd?.(this.#controller, {});
      }),
    );
  }

  #fail(error: Error): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#handler.onResponseError?.(this.#controller, error);
  }
}

async function textOf(body: Dispatcher.DispatchOptions["body"]): Promise<string> {
  if (body === null || body === undefined) return "";
  if (typeof body === "string") return body;
  if (body instanceof Uint8Array) return Buffer.from(body).toString();
  if (!(body instanceof Readable)) throw new Error("Expected a body of text, bytes or a stream");
  const parts: Buffer[] = [];
  for await (const part of body) parts.push(Buffer.from(part));
  return Buffer.concat(parts).toString();
}

function recordOf(headers: Dispatcher.DispatchOptions["headers"]): Record<string, string> {
  const record: Record<string, string> = {};
  if (Array.isArray(headers)) {
    for (let at = 0; at + 1 < headers.length; at += 2)
      record[String(headers[at]).toLowerCase()] = String(headers[at + 1]);
    return record;
  }
  for (const [name, value] of Object.entries(headers ?? {})) record[name.toLowerCase()] = String(value);
  return record;
}
