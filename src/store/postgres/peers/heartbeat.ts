import type { Clock, Wake } from "../../../ports/clock.ts";
import type { Log } from "../../../ports/log.ts";
import { beatEveryMs, silentForMs, UnbrokenBeats } from "../../peers/living-peers.ts";
import type { TalkConnection } from "./talk-connection.ts";

/** One reading of the database's clock, between two readings of the machine's clock. */
export interface ClockSample {
  readonly sentAtMs: number;
  readonly receivedAtMs: number;
  readonly databaseMs: number;
}

export interface Beat {
  /** Whether the database still had the row of this process. */
  readonly isKnown: boolean;
  /** The ids of living processes, without the silent ones. */
  readonly living: readonly string[];
  /** The ids of silent processes that this beat deleted. */
  readonly silent: readonly string[];
}

const answerWithinMs = 2_000;
/** The wait after a failed beat. It is shorter, so that a short failure has little effect. */
const tryAgainMs = 250;

interface BeatRow {
  readonly beats: number;
  readonly living: string[];
  readonly silent: string[];
  readonly now: number;
}

const statement = `
  WITH beat AS (
    UPDATE parley.node SET beat_at = clock_timestamp() WHERE id = $1 RETURNING id
  ), silent AS (
    DELETE FROM parley.node WHERE id IN (
      SELECT id FROM parley.node
      WHERE $2 AND id <> $1 AND beat_at < clock_timestamp() - $3 * interval '1 millisecond'
      FOR UPDATE SKIP LOCKED
    ) RETURNING id
  )
  SELECT (SELECT count(*) FROM beat)::int AS beats,
    ARRAY(SELECT id FROM parley.node WHERE id NOT IN (SELECT id FROM silent)) AS living,
    ARRAY(SELECT id FROM silent) AS silent,
    (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS now`;

export interface HeartbeatParts {
  readonly connection: TalkConnection;
  /** The clock of the machine. */
  readonly clock: Clock;
  readonly log: Log;
  id(): string;
  /** Called for each stored beat, in order. The next beat waits for it. */
  stored(beat: Beat): Promise<void>;
  sampled(sample: ClockSample): void;
}

/** Shows the other processes each second that this one is alive, and reads which of them are. */
export class Heartbeat {
  readonly #parts: HeartbeatParts;
  readonly #unbroken = new UnbrokenBeats();
  #wake: Wake | null = null;
  #isEnded = false;
  #isFailing = false;
  #lastMs: number;

  constructor(parts: HeartbeatParts) {
    this.#parts = parts;
    this.#lastMs = parts.clock.nowMs();
  }

  /** Returns the time in ms since the last stored beat was sent. */
  sinceMs(): number {
    return this.#parts.clock.nowMs() - this.#lastMs;
  }

  /** Sends the first beat, and rejects when it fails. The next beats follow by themselves, also after failures. */
  async start(): Promise<void> {
    await this.#beat();
    this.#beatAt(this.#lastMs + beatEveryMs);
  }

  end(): void {
    this.#isEnded = true;
    this.#wake?.cancel();
  }

  #beatAt(atMs: number): void {
    if (this.#isEnded) return;
    const { clock, log } = this.#parts;
    this.#wake = clock.wakeAt(atMs, () => {
      this.#beat().then(
        () => {
          if (this.#isFailing) log.info({}, "other processes can see this one again");
          this.#isFailing = false;
          this.#beatAt(this.#lastMs + beatEveryMs);
        },
        (error: unknown) => {
          if (this.#isEnded) return;
          if (!this.#isFailing) log.error({ err: error }, "other processes cannot see this one: its beat failed");
          this.#isFailing = true;
          this.#beatAt(clock.nowMs() + tryAgainMs);
        },
      );
    });
  }

  async #beat(): Promise<void> {
    const { connection, clock, id, stored, sampled } = this.#parts;
    const sentAtMs = clock.nowMs();
    const values = [id(), this.#unbroken.mayJudge(sentAtMs), silentForMs];
    const [row] = await connection.query<BeatRow>(statement, values, answerWithinMs);
    if (row === undefined || this.#isEnded) return;
    sampled({ sentAtMs, receivedAtMs: clock.nowMs(), databaseMs: row.now });
    this.#unbroken.stored(sentAtMs);
    this.#lastMs = sentAtMs;
    await stored({ isKnown: row.beats === 1, living: row.living, silent: row.silent });
  }
}
