import net from "node:net";
import { widgetId } from "./real-service.ts";

const finAndText = 0x81;
const ping = 0x89;
const pong = 0x8a;
const maskBit = 0x80;
const shortMax = 125;

/** Encodes a frame of a client; its mask is all zeros. */
function toFrame(text: string, kind = finAndText): Buffer {
  const payload = Buffer.from(text);
  const length =
    payload.length <= shortMax
      ? [maskBit | payload.length]
      : [maskBit | 126, payload.length >> 8, payload.length & 0xff];
  return Buffer.concat([Buffer.from([kind, ...length, 0, 0, 0, 0]), payload]);
}

const upgradeTo = (path: string): string =>
  [
    `GET ${path} HTTP/1.1`,
    "Host: parley.test",
    "Connection: Upgrade",
    "Upgrade: websocket",
    "Sec-WebSocket-Version: 13",
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
    "",
    "",
  ].join("\r\n");

/** A page with the widget that uses few resources of its own process: it keeps nothing and answers pings. */
export class IdleVisitor {
  readonly #socket: net.Socket;
  #wanted = "";
  #heard = (): void => undefined;
  /** The secret by which the service knows this visitor. */
  visitor = "";
  isClosed = false;
  readonly closed: Promise<void>;

  private constructor(socket: net.Socket) {
    this.#socket = socket;
    socket.setEncoding("latin1");
    socket.on("data", (text: string) => this.#come(text));
    socket.on("error", () => socket.destroy());
    this.closed = new Promise((resolve) =>
      socket.on("close", () => {
        this.isClosed = true;
        this.#heard();
        resolve();
      }),
    );
  }

  /** Connects from an address of this machine. Resolves when `ready` was received. */
  static async open(port: number, localAddress: string, visitor?: string): Promise<IdleVisitor> {
    const socket = net.connect({ port, host: "127.0.0.1", localAddress, noDelay: true });
    const page = new IdleVisitor(socket);
    const hello = { type: "hello", widget: widgetId, ...(visitor !== undefined && { visitor }) };
    const upgraded = page.#until("HTTP/1.1 101");
    socket.write(upgradeTo("/ws/widget"));
    await upgraded;
    const greeted = page.#until('"type":"ready"');
    page.send(hello);
    await greeted;
    return page;
  }

  send(frame: object): void {
    this.#socket.write(toFrame(JSON.stringify(frame)));
  }

  /** Returns whether the service answers the frame. */
  async ask(frame: object): Promise<boolean> {
    if (this.isClosed) return false;
    const answered = this.#until('"type":"done"');
    this.send(frame);
    await answered;
    return !this.isClosed;
  }

  /** Reads nothing from now on. */
  stopReading(): void {
    this.#socket.pause();
  }

  end(): void {
    this.#socket.destroy();
  }

  #until(wanted: string): Promise<void> {
    return new Promise((resolve) => {
      this.#wanted = wanted;
      this.#heard = resolve;
      if (this.isClosed) resolve();
    });
  }

  #come(text: string): void {
    if (text.charCodeAt(0) === ping) this.#socket.write(toFrame("", pong));
    const [, visitor] = /"visitor":"([^"]+)"/.exec(text) ?? [];
    if (visitor !== undefined) this.visitor = visitor;
    if (this.#wanted === "" || !text.includes(this.#wanted)) return;
    this.#wanted = "";
    this.#heard();
  }
}
