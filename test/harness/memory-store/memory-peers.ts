import type { Clock, Wake } from "../../../src/ports/clock.ts";
import type { Log } from "../../../src/ports/log.ts";
import type { LostPeer, Peers, PeerTopic } from "../../../src/ports/peers.ts";
import {
  beatEveryMs,
  behindAfterMs,
  LivingPeers,
  silentForMs,
  UnbrokenBeats,
} from "../../../src/store/peers/living-peers.ts";
import { nextPeerId } from "../../../src/store/peers/peer-ids.ts";
import type { PeerListeners } from "../../../src/store/peers/peer-listeners.ts";
import { createPeerListeners } from "../../../src/store/peers/peer-listeners.ts";

/** A process of the hub, with calls that cause failures. */
export interface MemoryPeers extends Peers {
  /** Stops all work of the process until `thaw`. Its messages wait. */
  freeze(): void;
  thaw(): void;
  /** Ends the process without a message to the other processes. */
  die(): void;
  /** The process receives nothing until its next beat. Then its gap listeners are called. */
  cut(): void;
}

export interface MemoryHub {
  join(id?: string): MemoryPeers;
}

/** Several simulated processes on one store, for tests and simulations. Beats, silence and leases use the given clock. */
export function createMemoryHub({ clock, log }: { readonly clock: Clock; readonly log: Log }): MemoryHub {
  const hub = { clock, log, beats: new Map<string, number>(), leases: new Map(), members: new Set<HubPeer>() };
  let joined = 0;
  return {
    join(id = `node${joined + 1}`) {
      joined += 1;
      return new HubPeer(hub, id);
    },
  };
}

/** The shared state of a hub's processes, which a real database would store. */
interface Hub {
  readonly clock: Clock;
  readonly log: Log;
  /** The time of the last beat of each process. */
  readonly beats: Map<string, number>;
  readonly leases: Map<string, { readonly holder: string; readonly untilMs: number }>;
  readonly members: Set<HubPeer>;
}

/** One process of a hub. All its work runs through `#run`, so that it can be frozen or dead. */
class HubPeer implements MemoryPeers {
  readonly isAlone = false;
  readonly #hub: Hub;
  readonly #listeners: PeerListeners;
  readonly #living = new LivingPeers();
  readonly #beats = new UnbrokenBeats();
  #id: string;
  #state: "alive" | "frozen" | "dead" = "alive";
  #isCut = false;
  #lastBeatMs: number;
  #isStopped = false;
  #wake: Wake | null = null;
  /** Tasks that wait for `thaw`. */
  #waiting: (() => void)[] = [];
  #news: ((others: readonly HubPeer[]) => void)[] = [];

  constructor(hub: Hub, id: string) {
    this.#hub = hub;
    this.#id = id;
    this.#lastBeatMs = hub.clock.nowMs();
    this.#listeners = createPeerListeners(hub.log);
  }

  get id(): string {
    return this.#id;
  }

  living(): readonly string[] {
    return this.#living.ids();
  }

  isBehind(): boolean {
    return this.#hub.clock.nowMs() - this.#lastBeatMs > behindAfterMs;
  }

  tell(topic: PeerTopic, text: string): Promise<void> {
    if (this.#isStopped) return Promise.resolve();
    return new Promise((resolve) => {
      if (this.#news.length === 0) setImmediate(() => this.#run(() => this.#tellAll()));
      this.#news.push((others) => {
        const from = this.#id;
        for (const other of others) other.#receive(() => other.#listeners.heard(topic, text, from));
        resolve();
      });
    });
  }

  hear(topic: PeerTopic, listener: (text: string, from: string) => void): void {
    this.#listeners.hear(topic, listener);
  }

  onGap(listener: () => void): void {
    this.#listeners.onGap(listener);
  }

  onLost(listener: (peer: LostPeer) => void): void {
    this.#listeners.onLost(listener);
  }

  onLeftBehind(listener: (formerId: string) => void): void {
    this.#listeners.onLeftBehind(listener);
  }

  lease(name: string, durationMs: number): Promise<boolean> {
    return this.#later(() => {
      const nowMs = this.#hub.clock.nowMs();
      const held = this.#hub.leases.get(name);
      if (held !== undefined && held.holder !== this.#id && held.untilMs > nowMs) return false;
      this.#hub.leases.set(name, { holder: this.#id, untilMs: nowMs + durationMs });
      return true;
    });
  }

  release(name: string): Promise<void> {
    return this.#later(() => {
      if (this.#hub.leases.get(name)?.holder === this.#id) this.#hub.leases.delete(name);
    });
  }

  start(): Promise<void> {
    return this.#later(() => {
      this.#hub.members.add(this);
      this.#enter();
      this.#beat();
    });
  }

  stop(): Promise<void> {
    if (this.#isStopped) return Promise.resolve();
    this.#isStopped = true;
    return this.#later(() => {
      this.#tellAll();
      this.#leave();
      const { beats, leases } = this.#hub;
      beats.delete(this.#id);
      for (const [name, { holder }] of leases) if (holder === this.#id) leases.delete(name);
      for (const other of this.#others()) other.#receive(() => other.#forget(this.#id));
    });
  }

  freeze(): void {
    if (this.#state === "alive") this.#state = "frozen";
  }

  thaw(): void {
    if (this.#state !== "frozen") return;
    this.#state = "alive";
    for (const task of this.#waiting.splice(0)) this.#run(task);
  }

  die(): void {
    this.#state = "dead";
    this.#leave();
  }

  cut(): void {
    this.#isCut = true;
  }

  #run(task: () => void): void {
    if (this.#state === "alive") task();
    else if (this.#state === "frozen") this.#waiting.push(task);
  }

  #receive(task: () => void): void {
    if (!this.#isCut) this.#run(task);
  }

  /** Runs the task after this turn of the event loop, like a call across a network. */
  #later<Value>(task: () => Value): Promise<Value> {
    return new Promise((resolve) => setImmediate(() => this.#run(() => resolve(task()))));
  }

  #others(): HubPeer[] {
    return [...this.#hub.members].filter((member) => member !== this);
  }

  #tellAll(): void {
    const others = this.#others();
    for (const tell of this.#news.splice(0)) tell(others);
  }

  #enter(): void {
    const id = this.#id;
    this.#hub.beats.set(id, this.#hub.clock.nowMs());
    for (const other of this.#others()) other.#receive(() => other.#living.add(id));
  }

  #leave(): void {
    this.#hub.members.delete(this);
    this.#wake?.cancel();
    this.#wake = null;
  }

  #beat(): void {
    const { clock, beats } = this.#hub;
    const nowMs = clock.nowMs();
    const hasMissed = this.#isCut || this.isBehind();
    this.#lastBeatMs = nowMs;
    this.#wake = clock.wakeAt(nowMs + beatEveryMs, () => this.#run(() => this.#beat()));
    const formerId = beats.has(this.#id) ? null : this.#id;
    if (formerId !== null) {
      this.#id = nextPeerId(formerId);
      this.#enter();
    }
    beats.set(this.#id, nowMs);
    const silent = this.#beats.mayJudge(nowMs) ? [...beats].filter(([, atMs]) => nowMs - atMs > silentForMs) : [];
    this.#beats.stored(nowMs);
    for (const [id] of silent) beats.delete(id);
    const missing = this.#living.replace([...beats.keys()]).filter((id) => id !== formerId);
    if (formerId !== null) this.#listeners.leftBehind(formerId);
    for (const id of new Set([...missing, ...silent.map(([id]) => id)])) this.#listeners.lost(id);
    for (const [id] of silent) for (const other of this.#others()) other.#receive(() => other.#forget(id));
    this.#isCut = false;
    if (hasMissed) this.#listeners.gap();
  }

  /** Removes another process that stopped, or that a third process found silent. */
  #forget(id: string): void {
    if (id !== this.#id && this.#living.remove(id)) this.#listeners.lost(id);
  }
}
