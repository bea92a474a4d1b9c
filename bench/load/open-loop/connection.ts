import net from "node:net";

export interface Answer {
  readonly status: number;
  readonly body: string;
}

const headEnd = "\r\n\r\n";

/** Reads the answers of one connection, one after the other. Source: RFC 9112, for answers with a Content-Length. The measured servers send no others. */
export class AnswerReader {
  #text = "";

  /** Returns the answer that these bytes complete; `null` while it is incomplete. Throws on unreadable bytes. */
  read(bytes: Buffer): Answer | null {
    this.#text += bytes.toString("latin1");
    const headBytes = this.#text.indexOf(headEnd);
    if (headBytes === -1) return null;
    const head = this.#text.slice(0, headBytes);
    const [, status] = /^HTTP\/1\.1 (\d{3})/.exec(head) ?? [];
    const [, length] = /\r\ncontent-length: *(\d+)/i.exec(head) ?? [];
    if (status === undefined || length === undefined)
      throw new Error(`Expected an answer of HTTP/1.1 with a Content-Length, got: ${head}`);
    const bodyAt = headBytes + headEnd.length;
    const missing = bodyAt + Number(length) - this.#text.length;
    if (missing > 0) return null;
    if (missing < 0) throw new Error(`Expected one answer for one request, got: ${this.#text}`);
    const body = this.#text.slice(bodyAt);
    this.#text = "";
    return { status: Number(status), body };
  }
}

export interface ConnectionPlace {
  readonly hostname: string;
  readonly port: number;
}

export interface ConnectionUser {
  /** Called when the connection can take a request: the connection is open, and its earlier requests are answered. */
  free(connection: Connection): void;
  /** Called when the connection is lost. The connection takes no request until it is free again. */
  lost(connection: Connection): void;
}

/** All connections read into this buffer, one call at a time. */
const buffer = Buffer.allocUnsafe(65_536);
/** The time after which a lost connection is reopened. */
const againAfterMs = 100;

/**
 * One request at a time over a persistent connection. It costs a third of undici's processor time, measured with 64 connections and
 * with 1,000. The server shares the machine, so the load must leave it processor time.
 */
export class Connection {
  readonly #place: ConnectionPlace;
  readonly #user: ConnectionUser;
  #socket: net.Socket | null = null;
  #reader = new AnswerReader();
  #done: ((answer: Answer | null) => void) | null = null;
  #again: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(place: ConnectionPlace, user: ConnectionUser) {
    this.#place = place;
    this.#user = user;
    this.#open();
  }

  /** Must be called only while the connection is free. `done` gets `null` when the connection is lost before the answer. */
  send(request: string, done: (answer: Answer | null) => void): void {
    this.#done = done;
    this.#socket?.write(request, "latin1");
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#again);
    this.#socket?.destroy();
  }

  #open(): void {
    this.#reader = new AnswerReader();
    const socket = net.connect({
      host: this.#place.hostname,
      port: this.#place.port,
      noDelay: true,
      onread: { buffer, callback: (length) => this.#read(buffer.subarray(0, length)) },
    });
    this.#socket = socket;
    socket.once("connect", () => this.#user.free(this));
    // The "close" event reports every failure.
    socket.on("error", () => undefined);
    socket.once("close", () => this.#lose());
  }

  #read(bytes: Buffer): boolean {
    const answer = this.#reader.read(bytes);
    if (answer === null) return true;
    const done = this.#done;
    this.#done = null;
    done?.(answer);
    this.#user.free(this);
    return true;
  }

  #lose(): void {
    if (this.#isClosed) return;
    const done = this.#done;
    this.#done = null;
    this.#user.lost(this);
    done?.(null);
    this.#again = setTimeout(() => this.#open(), againAfterMs);
  }
}
