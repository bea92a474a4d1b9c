import { WebSocket } from "ws";
import { Facts } from "../../../../src/demo/cast/facts.ts";
import type { Ending } from "../../../harness/temporary-folder.ts";
import type { VisitorFrame } from "../../../harness/visitor-client.ts";
import type { Installation } from "../service/installation.ts";

/** A page with the widget that reconnects as the same visitor whenever the service runs again. */
export class Visitor {
  /** The last `ready` frame. */
  ready: VisitorFrame | null = null;
  readonly #installation: Installation;
  readonly #widget: string;
  readonly #facts = new Facts();
  #socket: WebSocket | null = null;
  #lastRequest = 0;

  constructor(t: Ending, installation: Installation, widget: string) {
    this.#installation = installation;
    this.#widget = widget;
    t.teardown(() => this.#socket?.terminate());
  }

  /** Sends hello on a new socket, repeatedly until one of the sockets is ready. */
  async enter(): Promise<VisitorFrame> {
    for (;;) {
      await this.#installation.whenServing();
      const ready = await this.#hello();
      if (ready === null) continue;
      this.ready = ready;
      return ready;
    }
  }

  /** Returns the answer to one request, or `null` if the connection broke; then the outcome is unknown. */
  async ask(request: object): Promise<VisitorFrame | null> {
    this.#lastRequest += 1;
    return this.#send({ id: `request ${this.#lastRequest}`, ...request });
  }

  /** Sends the same request with the same id until it is answered. */
  async insist(request: object): Promise<VisitorFrame> {
    this.#lastRequest += 1;
    const same = { id: `request ${this.#lastRequest}`, ...request };
    for (;;) {
      if (this.#socket?.readyState !== WebSocket.OPEN) await this.enter();
      const answer = await this.#send(same);
      if (answer !== null && answer.retryAfter === undefined) return answer;
    }
  }

  async #hello(): Promise<VisitorFrame | null> {
    this.#socket?.terminate();
    const socket = new WebSocket(`${this.#installation.url.replace("http", "ws")}/ws/widget`);
    this.#socket = socket;
    // A connection that was refused or broke is also closed.
    socket.on("error", () => socket.terminate());
    const isOpen = await new Promise((resolve) => {
      socket.once("open", () => resolve(true)).once("close", () => resolve(false));
    });
    if (isOpen !== true) return null;
    const known = this.ready === null ? {} : { visitor: this.ready.visitor };
    return this.#answerTo(socket, { type: "hello", widget: this.#widget, ...known }, ({ type }) => type === "ready");
  }

  async #send(request: object & { readonly id: string }): Promise<VisitorFrame | null> {
    const socket = this.#socket;
    if (socket === null || socket.readyState !== WebSocket.OPEN) return null;
    const isAnswer = ({ type, id }: VisitorFrame) => (type === "done" || type === "failed") && id === request.id;
    return this.#answerTo(socket, request, isAnswer);
  }

  /** Resolves with the first fitting frame after the request was sent, or `null` if the socket closes before. */
  async #answerTo(
    socket: WebSocket,
    frame: object,
    fits: (frame: VisitorFrame) => boolean,
  ): Promise<VisitorFrame | null> {
    let answer: VisitorFrame | null | undefined;
    const take = (data: unknown): void => {
      const come: VisitorFrame = JSON.parse(String(data));
      if (answer === undefined && fits(come)) answer = come;
      this.#facts.changed();
    };
    const end = (): void => {
      if (answer === undefined) answer = null;
      this.#facts.changed();
    };
    socket.on("message", take).on("close", end);
    socket.send(JSON.stringify(frame));
    const found = await this.#facts.until(`an answer to ${JSON.stringify(frame)}`, () => answer);
    socket.off("message", take).off("close", end);
    return found;
  }
}
