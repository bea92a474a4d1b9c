/** The response that a client receives. */
export interface HttpAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface ResponseEnds {
  /** Called when the complete response is sent. */
  answered(answer: HttpAnswer): void;
  /** Called when the server closed the connection without a response. */
  closed(): void;
}

type OnData = (chunk: ArrayBuffer, isLast: boolean) => void;

/** The parts of uWebSockets.js's response object that the service uses. After the response has ended, every call throws. */
export class SimulatedResponse {
  readonly #address: string;
  readonly #ends: ResponseEnds;
  #status = 200;
  readonly #headers: Record<string, string> = {};
  #isOver = false;
  #onData: OnData | null = null;
  #onAborted: (() => void) | null = null;
  /** The bytes passed to `tryEnd` so far. */
  readonly #parts: Buffer[] = [];
  #written = 0;

  constructor(address: string, ends: ResponseEnds) {
    this.#address = address;
    this.#ends = ends;
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  /** Whether the service listens for a disconnect of the client. */
  get isWatched(): boolean {
    return this.#onAborted !== null;
  }

  onData(take: OnData): this {
    this.#live();
    this.#onData = take;
    return this;
  }

  onAborted(told: () => void): this {
    this.#live();
    this.#onAborted = told;
    return this;
  }

  onWritable(): this {
    this.#live();
    return this;
  }

  cork(write: () => void): this {
    this.#live();
    write();
    return this;
  }

  writeStatus(line: string): this {
    this.#live();
    this.#status = Number.parseInt(line, 10);
    return this;
  }

  writeHeader(name: string, value: string): this {
    this.#live();
    // Nothing checks a value before it is sent, so a value with several lines becomes several headers.
    for (const line of `${name}: ${value}`.split("\r\n")) this.#addHeader(line);
    return this;
  }

  #addHeader(line: string): void {
    const [, name = "", value = ""] = /^([^:]+): (.*)$/.exec(line) ?? [];
    const key = name.toLowerCase();
    const before = this.#headers[key];
    this.#headers[key] = before === undefined ? value : `${before}, ${value}`;
  }

  end(body: string | Uint8Array = ""): this {
    this.#live();
    this.#finish(Buffer.from(body));
    return this;
  }

  endWithoutBody(): this {
    this.#live();
    this.#finish(null);
    return this;
  }

  /** A client of the simulation accepts all bytes at once. */
  tryEnd(body: string | Uint8Array, total: number): [boolean, boolean] {
    this.#live();
    this.#parts.push(Buffer.from(body));
    this.#written += Buffer.byteLength(body);
    if (this.#written < total) return [true, false];
    this.#finish(Buffer.concat(this.#parts));
    return [true, true];
  }

  getWriteOffset(): number {
    this.#live();
    return this.#written;
  }

  pause(): this {
    this.#live();
    return this;
  }

  resume(): this {
    this.#live();
    return this;
  }

  close(): this {
    this.#live();
    this.abort();
    this.#ends.closed();
    return this;
  }

  getRemoteAddressAsText(): Uint8Array {
    this.#live();
    return Buffer.from(this.#address);
  }

  upgraded(): void {
    this.#live();
    this.#isOver = true;
  }

  /** Called when a part of the body has arrived. */
  data(chunk: Uint8Array, isLast: boolean): void {
    if (this.#isOver || this.#onData === null) return;
    lend(chunk, (bytes) => this.#onData?.(bytes, isLast));
  }

  /** Called when the client has disconnected. */
  abort(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#onAborted?.();
  }

  /** `null`: no body, and no content length. */
  #finish(body: Buffer | null): void {
    this.#isOver = true;
    const length = body === null ? {} : { "content-length": String(body.length) };
    this.#ends.answered({
      status: this.#status,
      headers: { ...this.#headers, ...length },
      body: body?.toString() ?? "",
    });
  }

  #live(): void {
    if (this.#isOver) throw new Error("uWS.HttpResponse must not be accessed after its answer or its abort");
  }
}

/** Passes on bytes that are valid only during the call, as the real server does. */
export function lend(bytes: Uint8Array, use: (bytes: ArrayBuffer) => void): void {
  const { buffer } = Uint8Array.from(bytes);
  use(buffer);
  structuredClone(buffer, { transfer: [buffer] });
}
