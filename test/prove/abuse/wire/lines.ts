import net from "node:net";
import type { ReadAnswer } from "./read-answer.ts";
import { readAnswer } from "./read-answer.ts";

/** The outcome of a request: an answer, a closed connection without an answer, nothing within the time, or bytes that are no answer. */
export type Outcome =
  | { readonly kind: "answered"; readonly answer: ReadAnswer }
  | { readonly kind: "closed" }
  | { readonly kind: "silent" }
  | { readonly kind: "garbled"; readonly what: string };

/** Only a broken service causes such a long wait. */
const patienceMs = 20_000;

/** A persistent connection with one request after the other. */
class Line {
  readonly #socket: net.Socket;
  #received = "";
  #hasNoBody = false;
  #settle: ((outcome: Outcome) => void) | null = null;
  isOpen = true;

  constructor(port: number) {
    this.#socket = net.connect({ port, host: "127.0.0.1", noDelay: true });
    this.#socket.setEncoding("latin1").setTimeout(patienceMs);
    this.#socket.on("data", (data: string) => this.#come(data));
    this.#socket.on("error", () => this.#socket.destroy());
    this.#socket.on("timeout", () => this.#end({ kind: "silent" }));
    this.#socket.on("close", () => {
      if (this.#settle !== null && this.#received !== "") this.#come("", true);
      this.#end({ kind: "closed" });
    });
  }

  ask(bytes: Uint8Array, hasNoBody: boolean): Promise<Outcome> {
    this.#hasNoBody = hasNoBody;
    return new Promise((resolve) => {
      this.#settle = resolve;
      this.#socket.write(bytes);
    });
  }

  close(): void {
    this.isOpen = false;
    this.#socket.destroy();
  }

  #come(data: string, isClosed = false): void {
    this.#received += data;
    try {
      const read = readAnswer(this.#received, this.#hasNoBody, isClosed);
      if (read === null) return;
      const rest = this.#received.slice(read.length);
      this.#received = "";
      const isAlone = rest === "" && this.#settle !== null;
      if (!isAlone || read.answer.headers.get("connection") === "close") this.close();
      if (isAlone) this.#tell({ kind: "answered", answer: read.answer });
      else this.#tell({ kind: "garbled", what: `more than one answer: ${rest.slice(0, 300)}` });
    } catch (error) {
      this.#end({ kind: "garbled", what: String(error) });
    }
  }

  #end(outcome: Outcome): void {
    this.close();
    this.#tell(outcome);
  }

  #tell(outcome: Outcome): void {
    const settle = this.#settle;
    this.#settle = null;
    settle?.(outcome);
  }
}

/** Persistent connections to one port, as many as there are requests in progress. */
export class Lines {
  readonly #port: number;
  readonly #free: Line[] = [];

  constructor(port: number) {
    this.#port = port;
  }

  async ask(bytes: Uint8Array, hasNoBody = false): Promise<Outcome> {
    let line = this.#free.pop();
    while (line?.isOpen === false) line = this.#free.pop();
    const taken = line ?? new Line(this.#port);
    const outcome = await taken.ask(bytes, hasNoBody);
    if (taken.isOpen) this.#free.push(taken);
    return outcome;
  }

  close(): void {
    for (const line of this.#free) line.close();
  }
}

/** An incomplete upgrade gets no answer, so the wait for one is limited. */
const upgradeMs = 100;
const headEnd = "\r\n\r\n";

/** Splits an upgrade from the frames after it. All other bytes stay one piece. */
function atUpgrade(bytes: Buffer): readonly [head: Buffer, frames: Buffer | null] {
  const end = bytes.includes("Sec-WebSocket-Key") ? bytes.indexOf(headEnd) : -1;
  const frames = end < 0 ? null : bytes.subarray(end + headEnd.length);
  return frames === null || frames.length === 0 ? [bytes, null] : [bytes.subarray(0, end + headEnd.length), frames];
}

/**
 * Sends bytes that are no request, or more than one, and then nothing more. Returns everything that arrives until the connection
 * is closed.
 */
export function sendRaw(
  port: number,
  bytes: Buffer,
): Promise<{ readonly received: string; readonly isClosed: boolean }> {
  return new Promise((resolve) => {
    const socket = net.connect({ port, host: "127.0.0.1", noDelay: true });
    let received = "";
    socket.setEncoding("latin1").setTimeout(patienceMs);
    socket.on("data", (data: string) => {
      received += data;
    });
    socket.on("error", () => socket.destroy());
    socket.on("timeout", () => {
      resolve({ received, isClosed: false });
      socket.destroy();
    });
    socket.on("close", () => resolve({ received, isClosed: true }));
    const [head, frames] = atUpgrade(bytes);
    if (frames === null) return void socket.end(head);
    // The server ignores frames that arrive together with an upgrade. So the frames are sent after the answer, or after the time limit.
    socket.write(head);
    const goOn = (): void => {
      clearTimeout(waiting);
      socket.off("data", goOn).end(frames);
    };
    const waiting = setTimeout(goOn, upgradeMs);
    socket.on("data", goOn);
  });
}
