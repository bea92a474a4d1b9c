/** So many requests in one turn of the loop are nothing unusual; nobody looks whose they are. */
const freeRequests = 256;
/** How many requests pass between two looks at where the turn ends: a look costs more than a small request may. */
const requestsBetweenLooks = 64;
/**
 * Behind those, what one address may send in a turn. A client that waits for its answer sends one for each connection, so only one that
 * does not wait comes this far.
 */
const requestsOfAddress = 2_048;
/** Bodies of answers that are handed to connections in one turn: copying them takes about a millisecond. */
const bodyBytes = 2 * 1024 * 1024;
/** Smaller bodies are not counted. */
const countedBytesMin = 16 * 1024;

interface WaitingBody {
  readonly bytes: number;
  readonly send: () => void;
}

/**
 * What one turn of the event loop does for those who ask much at once: the server underneath reads half a megabyte of a connection and has
 * every request in it answered before it looks at the next one.
 */
export class TurnShare {
  #requests = 0;
  #bytes = 0;
  #isEndAwaited = false;
  readonly #requestsBy = new Map<string, number>();
  readonly #waiting: WaitingBody[] = [];

  /** Whether the request is served in this turn. `groupOf` tells as whom its client is counted; it is asked only in a turn of very many. */
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

  /** Whether a body of this size may be sent in this turn; another one waits for a `later` turn. */
  takeBody(bytes: number): boolean {
    if (bytes < countedBytesMin) return true;
    if (this.#waiting.length > 0 || this.#bytes >= bodyBytes) return false;
    this.#bytes += bytes;
    this.#awaitEnd();
    return true;
  }

  /** Calls back in a turn that has room for the body; those who asked first come first. */
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
