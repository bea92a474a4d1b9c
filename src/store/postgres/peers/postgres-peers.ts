import type pg from "pg";
import { Defect } from "../../../core/result.ts";
import type { Clock, Wake } from "../../../ports/clock.ts";
import type { Log } from "../../../ports/log.ts";
import type { Peers } from "../../../ports/peers.ts";
import type { PeersHealth } from "../../../ports/peers-health.ts";
import { StoreError } from "../../../ports/store-errors.ts";
import { behindAfterMs, LivingPeers } from "../../peers/living-peers.ts";
import { newPeerId, nextPeerId, processOf } from "../../peers/peer-ids.ts";
import type { PeerListeners } from "../../peers/peer-listeners.ts";
import { createPeerListeners } from "../../peers/peer-listeners.ts";
import type { Database } from "../database.ts";
import { readSecret } from "../schema/secret.ts";
import type { Beat, ClockSample } from "./heartbeat.ts";
import { Heartbeat } from "./heartbeat.ts";
import { PacketReader } from "./packet-reader.ts";
import type { Seal } from "./seal.ts";
import { createSeal } from "./seal.ts";
import { cutConnection, TalkConnection } from "./talk-connection.ts";
import { Teller } from "./teller.ts";

export interface PostgresPeersOptions {
  readonly database: Database;
  readonly log: Log;
  /** The clock of the machine, for waits and samples. Silence and leases use the clock of the database. */
  readonly clock: Clock;
  /** The previous process in the place of this one. It has certainly ended, so it is declared lost without a wait. */
  readonly formerId?: string | null;
  /** Receives a reading of the database's clock with each beat. */
  sampled?(sample: ClockSample): void;
}

export interface PostgresPeers extends Peers {
  health(): PeersHealth;
}

/** Topics of the adapters themselves. */
const beatTopic = ".beat";
const helloTopic = ".hello";
const goodbyeTopic = ".goodbye";
const lostTopic = ".lost";

/** The connection counts as dead after this number of own beats that did not return. */
const unheardMax = 3;
/** Within this time after the start of listening, every other process has sent a packet with its number. */
const newForMs = 3_000;
/** The longest wait for packets of the other processes after a reconnect. A process that is silent longer has a failure itself. */
const settledWithinMs = 2_500;
const goodbyeWithinMs = 1_000;

export function createPostgresPeers(options: PostgresPeersOptions): PostgresPeers {
  return new DatabasePeers(options, createPeerListeners(options.log));
}

class DatabasePeers implements PostgresPeers {
  readonly isAlone = false;
  readonly hear: Peers["hear"];
  readonly onGap: Peers["onGap"];
  readonly onLost: Peers["onLost"];
  readonly onLeftBehind: Peers["onLeftBehind"];
  readonly #database: Database;
  readonly #formerId: string | null;
  readonly #log: Log;
  readonly #clock: Clock;
  readonly #listeners: PeerListeners;
  readonly #living = new LivingPeers();
  readonly #reader = new PacketReader();
  readonly #connection: TalkConnection;
  readonly #teller: Teller;
  readonly #listening: Listening;
  readonly #heartbeat: Heartbeat;
  #id = newPeerId();
  #seal: Seal | null = null;
  #newUntilMs = 0;
  /** Processes without a packet since the reconnect. Their first packet shows whether messages are missing. */
  readonly #awaited = new Set<string>();
  #awaitedUntilMs = 0;
  #unheard = 0;
  /** When the oldest beat was sent that has not returned yet. */
  #outstandingMs: number | null = null;
  /** All messages sent before this time are received, because an own beat of this time returned. */
  #upToDateMs: number;
  #isStopped = false;

  constructor({ database, log, clock, formerId = null, sampled }: PostgresPeersOptions, listeners: PeerListeners) {
    this.#database = database;
    this.#formerId = formerId;
    this.#log = log;
    this.#clock = clock;
    this.#listeners = listeners;
    this.#upToDateMs = clock.nowMs();
    this.hear = listeners.hear;
    this.onGap = listeners.onGap;
    this.onLost = listeners.onLost;
    this.onLeftBehind = listeners.onLeftBehind;
    this.#connection = new TalkConnection(database, clock);
    const seal = (): Seal => this.#openSeal();
    this.#teller = new Teller(this.#connection, clock, log, this.#id, seal);
    this.#listening = new Listening({
      ...{ database, clock, log },
      channel: () => seal().channel,
      heard: (payload) => this.#heard(payload),
      healed: () => this.#healed(),
    });
    this.#heartbeat = new Heartbeat({
      ...{ connection: this.#connection, clock, log },
      id: () => this.#id,
      stored: (beat) => this.#stored(beat),
      sampled: (sample) => sampled?.(sample),
    });
  }

  get id(): string {
    return this.#id;
  }

  living(): readonly string[] {
    return this.#living.ids();
  }

  isBehind(): boolean {
    return this.#clock.nowMs() - this.#upToDateMs > behindAfterMs;
  }

  health(): PeersHealth {
    return {
      isHearing: this.#listening.isUp,
      isSettled: this.#awaited.size === 0 || this.#clock.nowMs() >= this.#awaitedUntilMs,
      sinceBeatMs: this.#heartbeat.sinceMs(),
      living: this.#living.ids().length,
    };
  }

  async tell(...[topic, text]: Parameters<Peers["tell"]>): Promise<void> {
    await this.#teller.send(topic, text);
  }

  lease(name: string, durationMs: number): Promise<boolean> {
    return takeLease(this.#database, { name, holder: this.#id, durationMs });
  }

  release(name: string): Promise<void> {
    return releaseLease(this.#database, name, this.#id);
  }

  /** Rejects when the database cannot be reached. Then it may be called again. */
  async start(): Promise<void> {
    this.#seal ??= createSeal(await readSecret(this.#database.pool));
    this.#newUntilMs = this.#clock.nowMs() + newForMs;
    if (!this.#listening.isUp) await this.#listening.open();
    this.#upToDateMs = this.#clock.nowMs();
    await this.#enter(this.#id);
    if (this.#formerId !== null) await this.#declareLost(this.#formerId);
    await this.#heartbeat.start();
    await this.#teller.send(helloTopic, this.#id);
  }

  async stop(): Promise<void> {
    if (this.#isStopped) return;
    this.#isStopped = true;
    this.#heartbeat.end();
    this.#listening.close();
    // It never began.
    if (this.#seal === null) return this.#connection.end();
    const goodbye = await this.#teller.lastPacket(goodbyeTopic, this.#id);
    const statement = `
      WITH node AS (DELETE FROM parley.node WHERE id = $1), leases AS (DELETE FROM parley.lease WHERE holder = $1)
      SELECT pg_notify($2, $3)`;
    try {
      await this.#connection.query(statement, [this.#id, this.#seal.channel, goodbye], goodbyeWithinMs);
    } catch (error) {
      this.#log.warn({ err: error }, "the goodbye to other processes failed; they notice after 5 s of silence");
    }
    this.#connection.end();
  }

  #openSeal(): Seal {
    if (this.#seal === null) throw new Defect("a process talked to the others before it was started");
    return this.#seal;
  }

  async #declareLost(formerId: string): Promise<void> {
    const { rows } = await this.#database.pool.query<{ id: string }>(
      `WITH leases AS (DELETE FROM parley.lease WHERE split_part(holder, '+', 1) = $1)
       DELETE FROM parley.node WHERE split_part(id, '+', 1) = $1 RETURNING id`,
      [formerId],
    );
    for (const { id } of rows) await this.#teller.send(lostTopic, id);
  }

  /**
   * Uses the pool, which waits for the disk. A crash of the database must not delete the row, or the process would count as lost.
   */
  async #enter(id: string): Promise<void> {
    await this.#database.pool.query("INSERT INTO parley.node (id) VALUES ($1) ON CONFLICT DO NOTHING", [id]);
  }

  async #stored(beat: Beat): Promise<void> {
    const formerId = this.#id;
    if (!beat.isKnown) {
      const id = nextPeerId(formerId);
      await this.#enter(id);
      this.#id = id;
      this.#teller.rename(id);
      void this.#teller.send(helloTopic, id);
    }
    const missing = this.#living.replace([...beat.living.filter((id) => id !== formerId), this.#id]);
    this.#reader.keep(this.#living.ids());
    if (!beat.isKnown) {
      this.#log.warn({ formerId, id: this.#id }, "the other processes declared this one lost: it was silent too long");
      this.#listeners.leftBehind(formerId);
    }
    const lost = new Set([...missing, ...beat.silent]);
    lost.delete(formerId);
    for (const id of lost) this.#lost(id);
    for (const id of beat.silent) void this.#teller.send(lostTopic, id);
    this.#tellBeat();
  }

  /** Sends a beat. It returns to this process over the connection that receives the other processes. */
  #tellBeat(): void {
    if (this.#unheard >= unheardMax) {
      this.#unheard = 0;
      this.#listening.renew();
    }
    this.#outstandingMs ??= this.#clock.nowMs();
    void this.#teller.send(beatTopic, "").then((isSent) => {
      if (isSent && this.#listening.isUp) this.#unheard += 1;
    });
  }

  #heard(sealed: string): void {
    const payload = this.#openSeal().open(sealed);
    if (payload === null) return;
    // A packet of this process, under any of its ids.
    if (payload.startsWith(processOf(this.#id))) {
      this.#unheard = 0;
      this.#heardItself();
      return;
    }
    const packet = this.#reader.read(payload, this.#clock.nowMs() < this.#newUntilMs);
    if (packet === null) return;
    this.#awaited.delete(packet.from);
    if (packet.isGap) this.#listeners.gap();
    for (const [topic, text] of packet.messages) {
      if (topic.startsWith(".")) this.#heardOfPeer(topic, text);
      else this.#listeners.heard(topic, text, packet.from);
    }
  }

  #heardItself(): void {
    if (this.#outstandingMs === null) return;
    const hasMissed = this.isBehind();
    this.#upToDateMs = this.#outstandingMs;
    this.#outstandingMs = null;
    if (hasMissed) this.#listeners.gap();
  }

  #heardOfPeer(topic: string, id: string): void {
    if (topic === helloTopic) this.#living.add(id);
    const isGone = topic === goodbyeTopic || topic === lostTopic;
    // A process learns of its own loss with its next beat.
    if (isGone && id !== this.#id && this.#living.remove(id)) this.#lost(id);
  }

  #healed(): void {
    this.#unheard = 0;
    this.#newUntilMs = this.#clock.nowMs() + newForMs;
    this.#awaitedUntilMs = this.#clock.nowMs() + settledWithinMs;
    for (const id of this.#living.ids()) if (id !== this.#id) this.#awaited.add(id);
    this.#reader.interrupt();
    this.#listeners.gap();
  }

  #lost(id: string): void {
    this.#awaited.delete(id);
    this.#log.info({ lostId: id }, "another process is gone");
    this.#listeners.lost(id);
  }
}

/** Takes a lease through the pool, which waits for the disk: a lease must survive a crash of the database. */
async function takeLease(
  database: Database,
  lease: { readonly name: string; readonly holder: string; readonly durationMs: number },
): Promise<boolean> {
  const { rowCount } = await database.pool.query(
    `INSERT INTO parley.lease AS held (name, holder, until)
     VALUES ($1, $2, clock_timestamp() + $3 * interval '1 millisecond')
     ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, until = excluded.until
     WHERE held.holder = excluded.holder OR held.until < clock_timestamp()
     RETURNING name`,
    [lease.name, lease.holder, lease.durationMs],
  );
  return rowCount === 1;
}

async function releaseLease(database: Database, name: string, holder: string): Promise<void> {
  await database.pool.query("DELETE FROM parley.lease WHERE name = $1 AND holder = $2", [name, holder]);
}

const firstWaitMs = 50;
const waitMsMax = 1_000;

interface ListeningParts {
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
class Listening {
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
