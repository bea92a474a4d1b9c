import { setTimeout as pause } from "node:timers/promises";
import type { ServiceProcess } from "../../system/harness/service/process.ts";
import { nowMs } from "../../system/harness/time.ts";
import type { DatabaseProxy } from "./database-proxy.ts";

export interface NodeParts {
  readonly name: string;
  readonly port: number;
  readonly proxy: DatabaseProxy;
  /** A process of this node. */
  spawn(): ServiceProcess;
}

/** One node of a cluster: an address, and the processes that serve there one after the other. */
export class ClusterNode {
  readonly name: string;
  readonly url: string;
  readonly proxy: DatabaseProxy;
  readonly lives: ServiceProcess[] = [];
  readonly #spawn: () => ServiceProcess;

  constructor({ name, port, proxy, spawn }: NodeParts) {
    this.name = name;
    this.url = `http://127.0.0.1:${port}`;
    this.proxy = proxy;
    this.#spawn = spawn;
  }

  /** A process that may end by itself, or wait. */
  spawn(): ServiceProcess {
    const life = this.#spawn();
    this.lives.push(life);
    return life;
  }

  /** Resolves when it serves. */
  async start(): Promise<void> {
    await this.spawn().ready();
  }

  get life(): ServiceProcess {
    const life = this.lives.at(-1);
    if (life === undefined) throw new Error(`Expected a process of ${this.name}, none was started`);
    return life;
  }

  async kill(): Promise<void> {
    await this.life.kill();
  }

  /** It stands still for so long; resolves when it goes on. */
  async freeze(ms: number): Promise<void> {
    const { pid } = this.life;
    process.kill(pid, "SIGSTOP");
    await pause(ms);
    process.kill(pid, "SIGCONT");
  }

  /** The status of a probe; `null` while nobody answers. */
  async probe(path: "/readyz" | "/healthz"): Promise<number | null> {
    const answer = await fetch(this.url + path, { signal: AbortSignal.timeout(1_000) }).catch(() => null);
    await answer?.arrayBuffer();
    return answer?.status ?? null;
  }

  /** Resolves when it is ready, by its own word; with how long that took. */
  async untilReady(withinMs = 30_000): Promise<number> {
    const beganAtMs = nowMs();
    for (;;) {
      const status = await this.probe("/readyz");
      const tookMs = nowMs() - beganAtMs;
      if (status === 200) return tookMs;
      if (tookMs > withinMs) throw new Error(`Expected ${this.name} to be ready within ${withinMs} ms, got ${status}`);
      await pause(50);
    }
  }
}
