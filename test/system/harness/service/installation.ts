import { existsSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Ending } from "../../../harness/temporary-folder.ts";
import { createTestDatabase } from "../../../harness/test-database.ts";
import { testServerUrl } from "../../../harness/test-server.ts";
import { Facts } from "../facts.ts";
import type { Ended, ProcessOptions } from "./process.ts";
import { ServiceProcess } from "./process.ts";

export const channelId = "MOBILEAPP1";
export const channelPath = `/chat-api/3b6fQJ0m8yZtR4xW_k-vLs1c/${channelId}`;
export const kim = { name: "Kim Agent", email: "kim@example.com", password: "a password of Kim" };

/** Rates that no test reaches, and targets on this machine. */
const configOf = (webhookUrl: string, options: InstallationOptions): object => ({
  agents: [{ id: 1, ...kim, role: "agent" }],
  channels: [
    {
      id: channelId,
      kind: "api",
      name: "Mobile app",
      random: channelPath.split("/")[2],
      webhookUrl,
      agents: [1],
      ...options.channel,
    },
  ],
  outbound: { allow: ["127.0.0.0/8"], allowHttp: true },
  limits: { channelPerSecond: 1e6, channelBurst: 1e6, senderPerSecond: 1e6, senderBurst: 1e6 },
  ...options.config,
});

export interface InstallationOptions {
  /** Keys of the channel, above the usual ones. */
  readonly channel?: object;
  /** Keys of the config file, in place of the usual ones. */
  readonly config?: object;
  /** Made and removed by the caller, in place of one of our own. */
  readonly dataDir?: string;
}

/** Where people find the service. */
export interface Served {
  readonly url: string;
  /** Resolves when it is worth a try. */
  whenServing(): Promise<unknown>;
}

/** A config file, a data folder and an address, which outlive the processes that serve them. */
export class Installation implements Served {
  readonly folder: string;
  readonly configFile: string;
  readonly dataDir: string;
  readonly port: number;
  /** Changes whenever the service begins or ceases to serve. */
  readonly facts = new Facts();
  readonly lives: ServiceProcess[] = [];
  /** For every life that is started without options of its own. */
  always: ProcessOptions = {};
  /** The database of its rows, where the run is on PostgreSQL. */
  readonly storeUrl: string | null;
  #isServing = false;

  private constructor(folder: string, port: number, storeUrl: string | null, dataDir: string | undefined) {
    this.storeUrl = storeUrl;
    this.folder = folder;
    this.port = port;
    this.configFile = join(folder, "config.json");
    this.dataDir = dataDir ?? join(folder, "data");
  }

  /** Everything is gone when the test is over, the processes first. */
  static async create(t: Ending, webhookUrl: string, options: InstallationOptions = {}): Promise<Installation> {
    const folder = await mkdtemp(join(tmpdir(), "parley-system-"));
    const database = testServerUrl === undefined ? null : await createTestDatabase(testServerUrl);
    const installation = new Installation(folder, await findPort(), database?.url ?? null, options.dataDir);
    t.teardown(async () => {
      for (const life of installation.lives) await life.kill();
      await database?.remove();
      await rm(folder, { recursive: true, force: true });
    });
    await writeFile(installation.configFile, JSON.stringify(configOf(webhookUrl, options)));
    return installation;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  get hasData(): boolean {
    return existsSync(this.dataDir);
  }

  /** A process on this data and this port; it may end by itself. */
  spawn(options: ProcessOptions = this.always): ServiceProcess {
    const store = this.storeUrl === null ? [] : ["--store", this.storeUrl];
    const flags = ["--config", this.configFile, "--data", this.dataDir, "--port", String(this.port), ...store];
    const life = new ServiceProcess(flags, options);
    this.lives.push(life);
    return life;
  }

  async start(options: ProcessOptions = this.always): Promise<ServiceProcess> {
    const life = this.spawn(options);
    await life.ready();
    this.#isServing = true;
    this.facts.changed();
    return life;
  }

  /** The process that was started last. */
  get life(): ServiceProcess {
    const life = this.lives.at(-1);
    if (life === undefined) throw new Error("Expected a process, none was started");
    return life;
  }

  kill(): Promise<Ended> {
    this.#isServing = false;
    return this.life.kill();
  }

  /** Resolves when the process has come to its end; until then customers go on. */
  async terminate(): Promise<Ended> {
    const ended = await this.life.signal("SIGTERM");
    this.#isServing = false;
    return ended;
  }

  whenServing(): Promise<true> {
    return this.facts.until("a service that serves", () => this.#isServing || undefined);
  }
}

/**
 * A free port below those that the system gives to clients: a client that knocks while the service is down could be
 * given the very port it knocks at, and would talk to itself.
 */
export async function findPort(): Promise<number> {
  const [lowest, count] = [10_000, 20_000];
  for (;;) {
    const port = lowest + Math.floor(Math.random() * count);
    const isFree = await new Promise<boolean>((resolve) => {
      const probe = createServer();
      probe.once("error", () => resolve(false));
      probe.listen(port, "127.0.0.1", () => probe.close(() => resolve(true)));
    });
    if (isFree) return port;
  }
}
