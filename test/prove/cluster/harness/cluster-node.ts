import { setTimeout as pause } from "node:timers/promises";
import type { ServiceProcess } from "../../../system/harness/service/process.ts";
import { nowMs } from "../../../system/harness/time.ts";
import type { DatabaseProxy } from "./database-proxy.ts";

export interface NodeParts {
  readonly name: string;
  readonly port: number;
  readonly proxy: DatabaseProxy;
  /** Starts a process of this node, of the built service unless another program is given. */
  spawn(program?: readonly string[]): ServiceProcess;
}

/** One node of a cluster: an address, and the processes that serve this address one after the other. */
export class ClusterNode {
  readonly name: string;
  readonly url: string;
  readonly proxy: DatabaseProxy;
  readonly lives: ServiceProcess[] = [];
  readonly #spawn: NodeParts["spawn"];

  constructor({ name, port, proxy, spawn }: NodeParts) {
    this.name = name;
    this.url = `http://127.0.0.1:${port}`;
    this.proxy = proxy;
    this.#spawn = spawn;
  }

  /** Starts a process that may end on its own, or wait. */
  spawn(program?: readonly string[]): ServiceProcess {
    const life = this.#spawn(program);
    this.lives.push(life);
    return life;
  }

  /** Resolves when the node serves requests. */
  async start(program?: readonly string[]): Promise<void> {
    await this.spawn(program).ready();
  }

  get life(): ServiceProcess {
    const life = this.lives.at(-1);
    if (life === undefined) throw new Error(`Expected a process of ${this.name}, none was started`);
    return life;
  }

  async kill(): Promise<void> {
    await this.life.kill();
  }

  /** Freezes the process for this time. Resolves when the process continues. */
  async freeze(ms: number): Promise<void> {
    const { pid } = this.life;
    process.kill(pid, "SIGSTOP");
    await pause(ms);
    process.kill(pid, "SIGCONT");
  }

  /** Returns the status of a probe, or `null` if the node does not respond. */
  async probe(path: "/readyz" | "/healthz"): Promise<number | null> {
    const answer = await fetch(this.url + path, { signal: AbortSignal.timeout(1_000) }).catch(() => null);
    await answer?.arrayBuffer();
    return answer?.status ?? null;
  }

  /** Waits until the node reports that it is ready. Resolves with the time that this took. */
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
