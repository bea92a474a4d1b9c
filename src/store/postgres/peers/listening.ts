import type pg from "pg";
import type { Clock, Wake } from "../../../ports/clock.ts";
import type { Log } from "../../../ports/log.ts";
import { StoreError } from "../../../ports/store-errors.ts";
import type { Database } from "../database.ts";
import { cutConnection } from "./talk-connection.ts";

const firstWaitMs = 50;
const waitMsMax = 1_000;

export interface ListeningParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  /** The name of the channel. */
  channel(): string;
  heard(payload: string): void;
  /** Called after a reconnect. Messages from the time between are lost. */
  healed(): void;
}

/** The connection that receives messages of the other processes. It reconnects after a failure, until `close`. */
export class Listening {
  readonly #parts: ListeningParts;
  #client: pg.Client | null = null;
  #wake: Wake | null = null;
  #isClosed = false;

  constructor(parts: ListeningParts) {
    this.#parts = parts;
  }

  get isUp(): boolean {
    return this.#client !== null;
  }

  /** Resolves when the connection listens. Rejects when the database cannot be reached now. */
  async open(): Promise<void> {
    const client = await this.#parts.database.connect("hears");
    let isUp = true;
    const end = (): void => {
      isUp = false;
      this.#broken(client);
    };
    client.on("error", end);
    client.on("end", end);
    client.on("notification", ({ payload }) => {
      if (isUp && !this.#isClosed && payload !== undefined) this.#parts.heard(payload);
    });
    try {
      await client.query(`LISTEN ${this.#parts.channel()}`);
      if (!isUp) throw new StoreError(`The connection to ${this.#parts.database.label} broke`);
    } catch (error) {
      isUp = false;
      cutConnection(client);
      throw error;
    }
    this.#client = client;
    if (this.#isClosed) this.close();
  }

  /** Reconnects when the connection is open but delivers nothing. */
  renew(): void {
    const client = this.#client;
    if (client === null) return;
    // The old connection may revive and deliver old messages after the gap was reported.
    client.removeAllListeners("notification");
    this.#broken(client);
  }

  close(): void {
    this.#isClosed = true;
    this.#wake?.cancel();
    const client = this.#client;
    this.#client = null;
    if (client !== null) cutConnection(client);
  }

  #broken(client: pg.Client): void {
    if (this.#client !== client) return;
    this.#client = null;
    cutConnection(client);
    this.#parts.log.warn({}, "the connection that receives messages of other processes broke; it reconnects");
    this.#openLater(firstWaitMs);
  }

  #openLater(waitMs: number): void {
    const { clock, healed } = this.#parts;
    this.#wake = clock.wakeAt(clock.nowMs() + waitMs, () => {
      this.open().then(
        () => {
          if (!this.#isClosed) healed();
        },
        () => {
          if (!this.#isClosed) this.#openLater(Math.min(waitMs * 2, waitMsMax));
        },
      );
    });
  }
}
