import type { Clock } from "../../../ports/clock.ts";
import type { Log } from "../../../ports/log.ts";
import { PacketWriter, wordsOf } from "./packets.ts";
import type { TalkConnection } from "./talk-connection.ts";

/** The channel of LISTEN and NOTIFY. */
export const channel = "parley";

/** A statement takes no more of what gathers; one longer message goes alone. */
const statementCharactersMax = 256 * 1024;
const gatheredCharactersMax = 16 * 1024 * 1024;
/** While the database is away, callers wait no longer for it; what they told is a gap for the others. */
const giveUpAfterMs = 3_000;
const tryAgainMs = 100;
/** What waited long because much was told before it is tried for so long all the same. */
const triedForMs = 500;

interface Waiting {
  readonly words: string;
  readonly sinceMs: number;
  /** Told whether it was told. */
  readonly done: (isTold: boolean) => void;
}

/** Tells the other processes: one statement at a time, and what gathers meanwhile goes with the next. */
export class Teller {
  readonly #connection: TalkConnection;
  readonly #clock: Clock;
  readonly #log: Log;
  #writer: PacketWriter;
  #waiting: Waiting[] = [];
  #characters = 0;
  #running: Promise<void> | null = null;
  /** The last try failed. */
  #isAway = false;
  #isEnded = false;

  constructor(connection: TalkConnection, clock: Clock, log: Log, id: string) {
    this.#connection = connection;
    this.#clock = clock;
    this.#log = log;
    this.#writer = new PacketWriter(id);
  }

  /** From now on it tells under this id. */
  rename(id: string): void {
    this.#writer = new PacketWriter(id);
  }

  /** Resolves with whether it was told. */
  send(topic: string, text: string): Promise<boolean> {
    if (this.#isEnded) return Promise.resolve(false);
    const words = wordsOf(topic, text);
    if (this.#characters + words.length > gatheredCharactersMax) {
      this.#writer.passOver();
      return Promise.resolve(false);
    }
    this.#characters += words.length;
    return new Promise((done) => {
      this.#waiting.push({ words, sinceMs: this.#clock.nowMs(), done });
      this.#running ??= this.#tellAll();
    });
  }

  /** The packet of the last message, which the caller sends; all that was told before is told. What is told later goes nowhere. */
  async lastPacket(topic: string, text: string): Promise<string> {
    this.#isEnded = true;
    await this.#running;
    return this.#writer.pack([wordsOf(topic, text)])[0] ?? "";
  }

  async #tellAll(): Promise<void> {
    // What is told in the same turn of the event loop goes together.
    await new Promise((resolve) => setImmediate(resolve));
    while (this.#waiting.length > 0) {
      const batch = this.#take();
      const isTold = await this.#tellBatch(batch);
      for (const { done, words } of batch) {
        this.#characters -= words.length;
        done(isTold);
      }
    }
    this.#running = null;
  }

  #take(): Waiting[] {
    let characters = 0;
    let count = 0;
    for (const { words } of this.#waiting) {
      characters += words.length;
      if (count > 0 && characters > statementCharactersMax) break;
      count += 1;
    }
    return this.#waiting.splice(0, count);
  }

  /** Tries until it is too late. Packets that were told without our knowing are told again under their numbers. */
  async #tellBatch(batch: readonly Waiting[]): Promise<boolean> {
    const untilMs = (batch[0]?.sinceMs ?? 0) + giveUpAfterMs;
    const writer = this.#writer;
    if (this.#isAway && this.#clock.nowMs() >= untilMs) {
      writer.passOver();
      return false;
    }
    const packets = writer.pack(batch.map(({ words }) => words));
    for (;;) {
      const leftMs = Math.max(untilMs - this.#clock.nowMs(), triedForMs);
      try {
        // In their order. JSON costs this process less than an array of texts does.
        const text = "SELECT pg_notify($1, packet) FROM json_array_elements_text($2::json) AS packet";
        await this.#connection.query(text, [channel, JSON.stringify(packets)], leftMs, "tell");
        this.#isAway = false;
        return true;
      } catch (error) {
        if (!this.#isAway)
          this.#log.warn({ err: error }, "other processes cannot be told now; what they miss is a gap");
        this.#isAway = true;
        if (this.#clock.nowMs() + tryAgainMs >= untilMs) return false;
      }
      await new Promise<void>((resolve) => this.#clock.wakeAt(this.#clock.nowMs() + tryAgainMs, resolve));
    }
  }
}
