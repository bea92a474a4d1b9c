/** What a client gets. */
export interface HttpAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface ResponseEnds {
  /** The whole answer is on its way. */
  answered(answer: HttpAnswer): void;
  /** The server closed the connection without one. */
  closed(): void;
}

type OnData = (chunk: ArrayBuffer, isLast: boolean) => void;

/** The response object of uWebSockets.js, as far as the service uses it: after its end every call throws. */
export class SimulatedResponse {
  readonly #address: string;
  readonly #ends: ResponseEnds;
  #status = 200;
  readonly #headers: Record<string, string> = {};
  #isOver = false;
  #onData: OnData | null = null;
  readonly #onAborted: (() => void)[] = [];
  #written = 0;

  constructor(address: string, ends: ResponseEnds) {
    this.#address = address;
    this.#ends = ends;
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  onData(take: OnData): this {
    this.#live();
    this.#onData = take;
    return this;
  }

  onAborted(told: () => void): this {
    this.#live();
    this.#onAborted.push(told);
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
    this.#headers[name.toLowerCase()] = value;
    return this;
  }

  end(body: string | Uint8Array = ""): this {
    this.#live();
    this.#finish(body);
    return this;
  }

  endWithoutBody(): this {
    return this.end();
  }

  /** A client of the simulation takes all at once. */
  tryEnd(body: string | Uint8Array, total: number): [boolean, boolean] {
    this.#live();
    this.#written += Buffer.byteLength(body);
    if (this.#written < total) return [true, false];
    this.#finish(body);
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
    if (this.#isOver) return this;
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

  /** A part of the body has come. */
  data(chunk: Uint8Array, isLast: boolean): void {
    if (this.#isOver) return;
    this.#onData?.(Uint8Array.from(chunk).buffer, isLast);
  }

  /** The client has gone. */
  abort(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    for (const told of this.#onAborted) told();
  }

  #finish(body: string | Uint8Array): void {
    this.#isOver = true;
    const text = typeof body === "string" ? body : Buffer.from(body).toString();
    this.#ends.answered({ status: this.#status, headers: this.#headers, body: text });
  }

  #live(): void {
    if (this.#isOver) throw new Error("uWS.HttpResponse must not be accessed after its answer or its abort");
  }
}
