import type { SimulatedProcess } from "../loop/simulated-process.ts";
import type { HttpAnswer, ResponseEnds } from "./http-response.ts";
import { lend, SimulatedResponse } from "./http-response.ts";
import { RouteTable } from "./route-table.ts";
import type { SocketPeer } from "./server-socket.ts";
import { ServerSocket } from "./server-socket.ts";

/** A request as it arrives from the network. */
export interface HttpCall {
  readonly method: string;
  /** The path with its query. */
  readonly target: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: Uint8Array;
  readonly address: string;
}

interface SimulatedRequest {
  getMethod(): string;
  getUrl(): string;
  getQuery(name?: string): string | undefined;
  getHeader(name: string): string;
  getParameter(index: number): string | undefined;
  forEach(tell: (name: string, value: string) => void): void;
}

type HttpHandler = (response: SimulatedResponse, request: SimulatedRequest) => void;

interface SocketHandlers {
  upgrade(response: SimulatedResponse & { upgrade: unknown }, request: SimulatedRequest, context: object): void;
  open?(socket: ServerSocket): void;
  message?(socket: ServerSocket, frame: ArrayBuffer, isBinary: boolean): void;
  pong?(socket: ServerSocket): void;
  close?(socket: ServerSocket, code: number): void;
}

/** A socket as the client's side of the network sees it. */
export interface OpenedSocket {
  receive(text: string): void;
  pong(): void;
  leave(): void;
}

/** The parts of uWebSockets.js's server object that the service uses, on the simulated network. */
export class SimulatedServer {
  readonly process: SimulatedProcess;
  readonly #routes = new RouteTable<HttpHandler>();
  readonly #sockets = new Set<ServerSocket>();
  readonly #responses = new Set<SimulatedResponse>();
  readonly #kinds: { readonly path: string; readonly handlers: SocketHandlers }[] = [];

  constructor(process: SimulatedProcess) {
    this.process = process;
  }

  add(method: string, pattern: string, handler: HttpHandler): void {
    this.#routes.add({ method, pattern, handler });
  }

  addSocket(path: string, handlers: SocketHandlers): void {
    this.#kinds.push({ path, handlers });
  }

  /** `isWhole`: no part of the body arrives later. */
  take(call: HttpCall, ends: ResponseEnds, isWhole = true): SimulatedResponse {
    const { path } = partsOf(call.target);
    const response: SimulatedResponse = new SimulatedResponse(call.address, {
      answered: (answer: HttpAnswer) => {
        this.#responses.delete(response);
        ends.answered(answer);
      },
      closed: () => {
        this.#responses.delete(response);
        ends.closed();
      },
    });
    this.#responses.add(response);
    const found = this.#routes.find(call.method.toLowerCase(), path);
    if (found === null) throw new Error(`Expected a handler for everything, got none for ${call.method} ${path}`);
    withRequest(call, found.parameters, (request) => found.handler(response, request));
    if (!response.isOver && !response.isWatched)
      throw new Error(`Expected ${call.method} ${path} to be answered, or somebody to hear when its client goes`);
    response.data(call.body, isWhole);
    return response;
  }

  /** Returns `null` when the upgrade was refused. */
  open(call: HttpCall, peer: SocketPeer): OpenedSocket | null {
    const { path } = partsOf(call.target);
    const kind = this.#kinds.find((one) => one.path === path);
    if (kind === undefined) return null;
    const { handlers } = kind;
    let socket: ServerSocket | null = null;
    const upgrade = (userData: object): void => {
      response.upgraded();
      socket = new ServerSocket({ ...userData }, peer, this, (closed, code) => {
        this.#sockets.delete(closed);
        handlers.close?.(closed, code);
      });
      this.#sockets.add(socket);
      handlers.open?.(socket);
    };
    const response = Object.assign(
      new SimulatedResponse(call.address, { answered: () => undefined, closed: () => undefined }),
      { upgrade },
    );
    withRequest(call, [], (request) => handlers.upgrade(response, request, {}));
    const opened = socket as ServerSocket | null;
    if (opened === null) return null;
    const live = (use: () => void): void => {
      if (!opened.isOver) use();
    };
    return {
      receive: (text) => live(() => lend(Buffer.from(text), (bytes) => handlers.message?.(opened, bytes, false))),
      pong: () => live(() => handlers.pong?.(opened)),
      leave: () => opened.finish(goneAway),
    };
  }

  publish(topic: string, frame: string, except: ServerSocket | null = null): void {
    for (const socket of [...this.#sockets])
      if (socket !== except && socket.topics.has(topic) && !socket.isOver) socket.send(frame);
  }

  subscribersOf(topic: string): number {
    return [...this.#sockets].filter((socket) => socket.topics.has(topic)).length;
  }

  /** Ends every connection. */
  close(): void {
    for (const response of [...this.#responses]) if (!response.isOver) response.close();
    for (const socket of [...this.#sockets]) socket.finish(goneAway);
  }
}

const goneAway = 1006;

function partsOf(target: string): { readonly path: string; readonly query: string | undefined } {
  const mark = target.indexOf("?");
  return mark < 0 ? { path: target, query: undefined } : { path: target.slice(0, mark), query: target.slice(mark + 1) };
}

/** The request can be read until its handler returns. */
function withRequest(call: HttpCall, parameters: readonly string[], handle: (request: SimulatedRequest) => void): void {
  const { method, headers } = call;
  const { path, query } = partsOf(call.target);
  let isGone = false;
  const live = <Value>(value: Value): Value => {
    if (isGone) throw new Error("uWS.HttpRequest must not be accessed after its handler has returned");
    return value;
  };
  try {
    handle({
      getMethod: () => live(method.toLowerCase()),
      getUrl: () => live(path),
      getQuery: (name) => live(name === undefined ? query : parameterOf(query, name)),
      getHeader: (name) => live(headers.find(([sent]) => sent === name)?.[1] ?? ""),
      getParameter: (index) => live(parameters[index]),
      forEach: (tell) => {
        for (const [name, value] of live(headers)) tell(name, value);
      },
    });
  } finally {
    isGone = true;
  }
}

/** Returns the first parameter with this name. A parameter without `=` counts as absent. */
function parameterOf(query: string | undefined, name: string): string | undefined {
  const pair = query?.split("&").find((one) => one.startsWith(`${name}=`));
  return pair === undefined ? undefined : (new URLSearchParams(pair).get(name) ?? undefined);
}
