import { join } from "node:path";
import { request } from "undici";
import { findFreePort } from "../free-port.ts";
import { decodeLoosely } from "../json.ts";
import type { ParleyService } from "../parley-client.ts";
import { ServiceProcess } from "../service-process.ts";
import { nowMs, passed } from "../time.ts";

export interface NodeCall {
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly body?: unknown;
  readonly token?: string;
  readonly idempotencyKey?: string;
}
export interface NodeAnswer {
  readonly status: number;
  readonly body: unknown;
}

/** Longer than every fault of the demo. */
const patienceMs = 90_000;
const answerWithinMs = 4_000;
const pauseMs = 100;
/** Statuses of a node that is down or overloaded. The call is retried at another node. */
const tryAgain: ReadonlySet<number> = new Set([429, 502, 503, 504]);

/** Three processes of the service on one database, behind a simple load balancer that sends each call to the next node. */
export class ThreeNodes {
  readonly nodes: readonly ServiceProcess[];
  #next = 0;
  /** The number of retries. */
  repeats = 0;

  private constructor(nodes: readonly ServiceProcess[]) {
    this.nodes = nodes;
  }

  static async create(store: string, configFile: string, folder: string): Promise<ThreeNodes> {
    const nodes: ServiceProcess[] = [];
    for (const name of ["one", "two", "three"]) {
      const port = await findFreePort();
      const ignore = (): void => undefined;
      const dataDir = join(folder, name);
      nodes.push(new ServiceProcess({ configFile, dataDir, port, store, onReady: ignore, onEnded: ignore }));
    }
    return new ThreeNodes(nodes);
  }

  async start(): Promise<void> {
    await Promise.all(this.nodes.map((node) => node.start()));
  }

  async stop(): Promise<void> {
    await Promise.all(this.nodes.map((node) => node.stop()));
  }

  /** Returns the URL of the next node. */
  nextUrl(): string {
    this.#next += 1;
    return this.nodes[this.#next % this.nodes.length]?.url ?? "";
  }

  /** Presents the three nodes as one service. */
  asService(): ParleyService {
    const nextUrl = (): string => this.nextUrl();
    return {
      get url() {
        return nextUrl();
      },
      whenReady: async () => undefined,
    };
  }

  /** Makes a call, and retries it at the next node until a node answers. A retry is safe with an idempotency key. */
  async call(call: NodeCall): Promise<NodeAnswer> {
    const giveUpAtMs = nowMs() + patienceMs;
    for (;;) {
      try {
        const answer = await send(this.nextUrl(), call);
        if (!tryAgain.has(answer.status) || nowMs() > giveUpAtMs) return answer;
      } catch (error) {
        if (nowMs() > giveUpAtMs) throw error;
      }
      this.repeats += 1;
      await passed(pauseMs);
    }
  }
}

async function send(url: string, { method, path, body, token, idempotencyKey }: NodeCall): Promise<NodeAnswer> {
  const answer = await request(`${url}${path}`, {
    method,
    headers: {
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(idempotencyKey === undefined ? {} : { "idempotency-key": idempotencyKey }),
    },
    body: body === undefined ? null : JSON.stringify(body),
    signal: AbortSignal.timeout(answerWithinMs),
  });
  return { status: answer.statusCode, body: decodeLoosely(await answer.body.text()) };
}
