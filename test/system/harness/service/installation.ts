import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Facts } from "../../../../src/demo/cast/facts.ts";
import type { Ending } from "../../../harness/temporary-folder.ts";
import { createTestDatabase } from "../../../harness/test-database.ts";
import { testServerUrl } from "../../../harness/test-server.ts";
import type { Ended, ProcessOptions } from "./process.ts";
import { ServiceProcess } from "./process.ts";

export const channelId = "MOBILEAPP1";
export const channelPath = `/chat-api/3b6fQJ0m8yZtR4xW_k-vLs1c/${channelId}`;
/** An administrator, for `agents` of the options. */
export const ada = { name: "Ada Admin", email: "ada@example.com", password: "a password of Ada", role: "admin" };
export const kim = { name: "Kim Agent", email: "kim@example.com", password: "a password of Kim" };

/** The rates are so high that no test reaches them, and the targets are on this machine. */
const configOf = (webhookUrl: string, options: InstallationOptions): object => ({
  agents: [{ ...kim, role: "agent" }, ...(options.agents ?? [])].map((agent, index) => ({ id: index + 1, ...agent })),
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

/** What the tests read of the config file. */
export interface InstallationConfig {
  readonly agents: readonly object[];
  readonly channels: readonly object[];
  readonly outbound: object;
  readonly limits: object;
}

export interface InstallationOptions {
  /** Keys of the channel; they override the usual ones. */
  readonly channel?: object;
  /** The agents after Kim. */
  readonly agents?: readonly object[];
  /** Keys of the config file, instead of the usual ones. */
  readonly config?: object;
  /** A data folder that the caller makes and removes. Absent: the installation's own folder. */
  readonly dataDir?: string;
}

/** Where people reach the service. */
export interface Served {
  readonly url: string;
  /** Resolves when a request is worth a try. */
  whenServing(): Promise<unknown>;
}

/** A config file, a data folder and an address, which remain while processes start and end. */
export class Installation implements Served {
  readonly folder: string;
  readonly configFile: string;
  readonly dataDir: string;
  readonly port: number;
  /** Changes whenever the service begins or stops serving. */
  readonly facts = new Facts();
  readonly lives: ServiceProcess[] = [];
  /** The options of every process that is started without options. */
  always: ProcessOptions = {};
  /** The database of its rows, if the run is on PostgreSQL. */
  readonly storeUrl: string | null;
  #isServing = false;

  private constructor(folder: string, port: number, storeUrl: string | null, dataDir: string | undefined) {
    this.storeUrl = storeUrl;
    this.folder = folder;
    this.port = port;
    this.configFile = join(folder, "config.json");
    this.dataDir = dataDir ?? join(folder, "data");
  }

  /** When the test is over, the processes are killed first; then everything else is removed. */
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

  /** Changes keys of the config file, which the next process reads. */
  async configure(change: (config: InstallationConfig) => object): Promise<void> {
    const config = JSON.parse(await readFile(this.configFile, "utf8"));
    await writeFile(this.configFile, JSON.stringify({ ...config, ...change(config) }));
  }

  get hasData(): boolean {
    return existsSync(this.dataDir);
  }

  /** Starts a process with this data folder and this port. The process may end without a signal. */
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

  /** Resolves when the process has ended. Customers continue until then. */
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
 * Returns a free port below the ports that the system gives to clients. Otherwise a client that tries to connect while the
 * service is down could get the same port for itself, and would connect to itself.
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
