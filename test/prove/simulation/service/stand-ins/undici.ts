import { Readable } from "node:stream";
import type { Dispatcher } from "undici";
import { errors } from "undici";
import type { SimulatedProcess } from "../loop/simulated-process.ts";
import type { OutsideAnswer } from "../network/simulated-network.ts";
import { startingProcess, world } from "./world.ts";

export { errors };

/** Returns a connector that does nothing, because addresses of the simulation need no lookup. */
export const buildConnector = () => (): void => {
  throw new Error("Expected nobody to connect in a simulation");
};

/** The owner of the pools that are created from this time: the process that was starting when the outbound side was created. */
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
  readonly #running = new Set<Exchange>();
  #isDestroyed = false;

  constructor(origin: string) {
    this.#origin = origin;
    this.#process = owner ?? startingProcess();
  }

  dispatch(request: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
    const running = this.#running;
    const exchange: Exchange = new Exchange({
      ...{ process: this.#process, origin: this.#origin, request, handler },
      onOver: () => running.delete(exchange),
    });
    if (this.#isDestroyed) exchange.fail(new errors.ClientDestroyedError());
    else {
      running.add(exchange);
      exchange.run();
    }
    return true;
  }

  async destroy(reason: Error = new errors.ClientDestroyedError()): Promise<void> {
    this.#isDestroyed = true;
    for (const exchange of [...this.#running]) exchange.fail(reason);
  }
}

interface ExchangeParts {
  readonly process: SimulatedProcess;
  readonly origin: string;
  readonly request: Dispatcher.DispatchOptions;
  readonly handler: Dispatcher.DispatchHandler;
  readonly onOver: () => void;
}

/** The actions that the handler of a request may take. */
class Controller implements Dispatcher.DispatchController {
  readonly paused = false;
  readonly rawHeaders = null;
  readonly rawTrailers = null;
  reason: Error | null = null;
  readonly #fail: (reason: Error) => void;

  constructor(fail: (reason: Error) => void) {
    this.#fail = fail;
  }

  get aborted(): boolean {
    return this.reason !== null;
  }

  abort(reason: Error): void {
    this.reason ??= reason;
    this.#fail(reason);
  }

  pause(): void {
    throw new Error("Expected nobody to hold an answer back in a simulation");
  }

  resume(): void {
    throw new Error("Expected nobody to hold an answer back in a simulation");
  }
}

/** One request on a separate connection. */
class Exchange {
  readonly #parts: ExchangeParts;
  readonly #controller = new Controller((reason) => this.fail(reason));
  #isOver = false;
  #startedAtMs = 0;
  #heard: () => void = () => undefined;

  constructor(parts: ExchangeParts) {
    this.#parts = parts;
  }

  run(): void {
    const { process, origin, handler } = this.#parts;
    const { network, time } = world();
    this.#startedAtMs = time.nowMs;
    const server = network.servers.get(origin);
    const way = network.way();
    way.send(() =>
      process.enter(() => {
        if (this.#isOver) return;
        if (server === undefined || !server.isUp) return this.fail(refused(origin));
        handler.onRequestStart?.(this.#controller, {});
        if (this.#isOver) return;
        void this.#send(way);
      }),
    );
  }

  async #send(way: { send(arrive: () => void): void }): Promise<void> {
    const { network } = world();
    const { process, origin, request: asked } = this.#parts;
    const { method, path, headers } = asked;
    const body = await textOf(asked.body);
    const server = network.servers.get(origin);
    if (this.#isOver || process.isDead || server === undefined) return;
    if (network.isLost()) {
      // A part of the request may have arrived. Nobody can distinguish this from a request that did not arrive.
      network.after(network.breakMs(), () => process.enter(() => this.fail(reset())));
      return;
    }
    const sentAtMs = this.#startedAtMs;
    const onHeard = (listener: () => void): void => {
      this.#heard = listener;
    };
    const url = `${origin}${path}`;
    const request = { from: process, sentAtMs, method, url, headers: recordOf(headers), body, onHeard };
    way.send(() => {
      network.onRequest();
      server.take(request, (answer) => this.#answered(answer));
    });
  }

  #answered(answer: OutsideAnswer): void {
    const { network } = world();
    if (answer.kind === "hang") return;
    const given = network.isUnanswered() ? null : answer;
    network.way().send(() =>
      this.#parts.process.enter(() => {
        if (this.#isOver) return;
        if (given?.kind !== "answer") this.fail(reset());
        else this.#take(given);
      }),
    );
  }

  /** The handler may abort within each step, so each step may be the last. */
  #take({ status, headers = {}, body }: OutsideAnswer & { readonly kind: "answer" }): void {
    const { handler } = this.#parts;
    const sent = { "content-type": "application/json", ...recordOf(headers) };
    handler.onResponseStart?.(this.#controller, status, sent, "");
    if (!this.#isOver && body !== "") handler.onResponseData?.(this.#controller, Buffer.from(body));
    if (this.#isOver) return;
    this.#end();
    this.#heard();
    handler.onResponseEnd?.(this.#controller, {});
  }

  fail(error: Error): void {
    if (this.#isOver) return;
    this.#end();
    this.#parts.handler.onResponseError?.(this.#controller, error);
  }

  #end(): void {
    this.#isOver = true;
    this.#parts.onOver();
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
