/** This many requests in one turn of the event loop are usual, so their addresses are not checked. */
const freeRequests = 256;
/** The requests between two checks for the end of the turn: a check can cost more than a small request. */
const requestsBetweenLooks = 64;
/**
 * The further requests that one address may send in a turn. A client that waits for responses sends one request for each connection, so only
 * a client that does not wait reaches this limit.
 */
const requestsOfAddress = 2_048;
/** The bytes of answer bodies in one turn: copying them takes about a millisecond. */
const bodyBytes = 2 * 1024 * 1024;
/** Smaller bodies are not counted. */
const countedBytesMin = 16 * 1024;

interface WaitingBody {
  readonly bytes: number;
  readonly send: () => void;
}

/**
 * Bounds the work of one turn of the event loop for clients with many requests: uWebSockets.js reads half a megabyte from a connection and
 * handles every request in it before it reads the next connection.
 */
export class TurnShare {
  #requests = 0;
  #bytes = 0;
  #isEndAwaited = false;
  readonly #requestsBy = new Map<string, number>();
  readonly #waiting: WaitingBody[] = [];

  /** Whether the request is served in this turn. `groupOf` returns the group of the client; it is called only in a turn with many requests. */
  takeRequest(groupOf: () => string): boolean {
    this.#requests += 1;
    if (this.#requests < requestsBetweenLooks) return true;
    this.#awaitEnd();
    if (this.#requests < freeRequests) return true;
    const group = groupOf();
    const count = (this.#requestsBy.get(group) ?? 0) + 1;
    this.#requestsBy.set(group, count);
    return count <= requestsOfAddress;
  }

  /** Whether a body of this size may be sent in this turn; otherwise it must wait for a `later` turn. */
  takeBody(bytes: number): boolean {
    if (bytes < countedBytesMin) return true;
    if (this.#waiting.length > 0 || this.#bytes >= bodyBytes) return false;
    this.#bytes += bytes;
    this.#awaitEnd();
    return true;
  }

  /** Calls back in a turn that has room for the body, in the order of the calls. */
  later(bytes: number, send: () => void): void {
    this.#waiting.push({ bytes, send });
    this.#awaitEnd();
  }

  #awaitEnd(): void {
    if (this.#isEndAwaited) return;
    this.#isEndAwaited = true;
    setImmediate(() => this.#beginTurn());
  }

  #beginTurn(): void {
    this.#isEndAwaited = false;
    this.#requests = 0;
    this.#bytes = 0;
    this.#requestsBy.clear();
    while (this.#bytes < bodyBytes) {
      const next = this.#waiting.shift();
      if (next === undefined) return;
      this.#bytes += next.bytes;
      next.send();
    }
    this.#awaitEnd();
  }
}
