import { WebSocket } from "ws";
import { fillIn } from "../wire/wire-request.ts";
import type { Facts } from "../world/gather-facts.ts";
import type { World } from "../world/open-world.ts";

export interface CameFrame {
  readonly type: string;
  readonly id?: unknown;
  readonly [key: string]: unknown;
}

export interface LinkClosing {
  readonly code: number;
  readonly reason: string;
}

/** Only a broken service causes such a long wait. */
const patienceMs = 20_000;
const beatId = "beat-of-the-test";

/** One socket of the service, used by a client that does not wait for answers. */
export class FrameLink {
  readonly #socket: WebSocket;
  readonly #name: string;
  readonly frames: CameFrame[] = [];
  closing: LinkClosing | null = null;
  #wake = (): void => undefined;

  readonly #facts: Facts;

  private constructor(socket: WebSocket, name: string, facts: Facts) {
    this.#facts = facts;
    this.#socket = socket;
    this.#name = name;
    socket.on("message", (data) => {
      this.frames.push(JSON.parse(String(data)));
      this.#wake();
    });
    socket.on("close", (code, reason) => {
      this.closing = { code, reason: reason.toString() };
      this.#wake();
    });
    // The close event contains everything.
    socket.on("error", () => undefined);
  }

  static async open({ port, facts }: World, name: string, isGreeted: boolean): Promise<FrameLink> {
    const headers = name === "inspect" ? { authorization: `Bearer ${facts.get("ada")}` } : {};
    const socket = new WebSocket(`ws://127.0.0.1:${port}/ws/${name}`, { headers, perMessageDeflate: false });
    const link = new FrameLink(socket, name, facts);
    await new Promise((resolve, reject) => socket.once("open", resolve).once("error", reject));
    if (!isGreeted || name === "inspect") return link;
    const hello =
      name === "desk"
        ? { type: "hello", token: facts.get("kim") }
        : { type: "hello", widget: facts.get("widget"), visitor: facts.get("visitor") };
    socket.send(JSON.stringify(hello));
    await link.#until(() => link.frames.some(({ type }) => type === "ready" || type === "resync"));
    return link;
  }

  send(bytes: string): void {
    // Invalid UTF-8 is sent unchanged.
    this.#socket.send(Buffer.from(fillIn(bytes, this.#facts), "latin1"), { binary: false });
  }

  /** Resolves when everything before it was answered, or the link is closed. */
  beat(): Promise<void> {
    const isBeat = ({ type, id }: CameFrame): boolean => type === "beat" || id === beatId;
    const seen = this.frames.filter(isBeat).length;
    this.send(JSON.stringify({ type: "beat", ...(this.#name === "widget" && { id: beatId }) }));
    return this.#until(() => this.closing !== null || this.frames.filter(isBeat).length > seen);
  }

  close(): void {
    this.#socket.terminate();
  }

  #until(isSo: () => boolean): Promise<void> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        reject(
          new Error(
            `/ws/${this.#name} said nothing for ${patienceMs} ms; came: ${JSON.stringify(this.frames.slice(-5))}`,
          ),
        );
      }, patienceMs);
      this.#wake = () => {
        if (!isSo()) return;
        clearTimeout(timer);
        this.#wake = () => undefined;
        resolve();
      };
      this.#wake();
    });
  }
}
