import type { Clock } from "../../../ports/clock.ts";
import type { Log } from "../../../ports/log.ts";
import { PacketWriter, wordsOf } from "./packets.ts";
import type { Seal } from "./seal.ts";
import type { TalkConnection } from "./talk-connection.ts";

/** The limit for waiting messages in one statement. A longer message has its own statement. */
const statementCharactersMax = 256 * 1024;
const gatheredCharactersMax = 16 * 1024 * 1024;
/** The longest wait of a caller while the database is unavailable. Then the message is lost, and the other processes see a gap. */
const giveUpAfterMs = 3_000;
const tryAgainMs = 100;
/** The sending of a message that waited long for earlier messages is still tried for this time. */
const triedForMs = 500;

interface Waiting {
  readonly words: string;
  readonly sinceMs: number;
  /** Called with true if the message was sent. */
  readonly done: (isSent: boolean) => void;
}

/** Sends messages to the other processes, one statement at a time. Messages that arrive meanwhile share the next statement. */
export class Teller {
  readonly #connection: TalkConnection;
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #seal: () => Seal;
  #writer: PacketWriter;
  #waiting: Waiting[] = [];
  #characters = 0;
  #running: Promise<void> | null = null;
  /** True when the last attempt failed. */
  #isAway = false;
  #isEnded = false;

  constructor(connection: TalkConnection, clock: Clock, log: Log, id: string, seal: () => Seal) {
    this.#seal = seal;
    this.#connection = connection;
    this.#clock = clock;
    this.#log = log;
    this.#writer = new PacketWriter(id);
  }

  /** Sends under this id from now on. */
  rename(id: string): void {
    this.#writer = new PacketWriter(id);
  }

  /** Resolves with true if the message was sent. */
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

  /** Sends all earlier messages, then returns the packet of the last one, which the caller sends. Later messages are dropped. */
  async lastPacket(topic: string, text: string): Promise<string> {
    this.#isEnded = true;
    await this.#running;
    return this.#seal().close(this.#writer.pack([wordsOf(topic, text)])[0] ?? "");
  }

  async #tellAll(): Promise<void> {
    // Messages of the same turn of the event loop share a statement.
    await new Promise((resolve) => setImmediate(resolve));
    while (this.#waiting.length > 0) {
      const batch = this.#take();
      const isSent = await this.#tellBatch(batch);
      for (const { done, words } of batch) {
        this.#characters -= words.length;
        done(isSent);
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

  /** Retries until the time limit. A packet may have been sent without a response, so a retry keeps the numbers of the packets. */
  async #tellBatch(batch: readonly Waiting[]): Promise<boolean> {
    const untilMs = (batch[0]?.sinceMs ?? 0) + giveUpAfterMs;
    const writer = this.#writer;
    if (this.#isAway && this.#clock.nowMs() >= untilMs) {
      writer.passOver();
      return false;
    }
    const { channel, close } = this.#seal();
    const packets = writer.pack(batch.map(({ words }) => words)).map(close);
    for (;;) {
      const leftMs = Math.max(untilMs - this.#clock.nowMs(), triedForMs);
      try {
        // The order is kept. JSON costs this process less than an array of texts.
        const text = "SELECT pg_notify($1, packet) FROM json_array_elements_text($2::json) AS packet";
        await this.#connection.query(text, [channel, JSON.stringify(packets)], leftMs, "tell");
        this.#isAway = false;
        return true;
      } catch (error) {
        if (!this.#isAway)
          this.#log.warn(
            { err: error },
            "messages to other processes fail now; the other processes see a gap for lost messages",
          );
        this.#isAway = true;
        if (this.#clock.nowMs() + tryAgainMs >= untilMs) return false;
      }
      await new Promise<void>((resolve) => this.#clock.wakeAt(this.#clock.nowMs() + tryAgainMs, resolve));
    }
  }
}
