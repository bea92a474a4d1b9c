import type { ChildProcess } from "node:child_process";
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { Facts } from "../../../../src/demo/cast/facts.ts";
import { nowMs } from "../time.ts";
import { programOf } from "./program.ts";

const root = fileURLToPath(new URL("../../../../", import.meta.url));

export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

export interface LogLine {
  readonly level: number;
  readonly msg: string;
  readonly [key: string]: unknown;
}

export interface ProcessOptions {
  readonly environment?: Readonly<Record<string, string>>;
  /** A command that executes the service, such as `setpriv …`. */
  readonly wrapper?: readonly string[];
  /** The program that runs instead of the built service. */
  readonly program?: readonly string[];
}

const living = new Set<ChildProcess>();
process.once("exit", () => {
  for (const child of living) child.kill("SIGKILL");
});

/** One run of the service, with its output and its end. It is ended only by its own process id. */
export class ServiceProcess {
  readonly ended: Promise<Ended>;
  readonly facts = new Facts();
  stdout = "";
  stderr = "";
  /** When the ready line was printed; `null` before that. */
  readyAtMs: number | null = null;
  readonly #child: ChildProcess;
  #end: Ended | null = null;

  constructor(
    flags: readonly string[],
    { environment = {}, wrapper = [], program: given = programOf("serve") }: ProcessOptions = {},
  ) {
    const [program = "", ...words] = [...wrapper, ...given, ...flags];
    // The service reads settings from its environment, so it must not get the test's own variables.
    const env = { PATH: process.env["PATH"], HOME: process.env["HOME"], ...environment };
    const child = spawn(program, words, { cwd: root, stdio: ["ignore", "pipe", "pipe"], env });
    this.#child = child;
    living.add(child);
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      this.stdout += text;
      if (this.readyAtMs === null && this.url !== null) this.readyAtMs = nowMs();
      this.facts.changed();
    });
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      this.stderr += text;
      this.facts.changed();
    });
    this.ended = new Promise((resolve, reject) => {
      child.once("error", reject);
      // Not "exit", because the last output must be read first.
      child.once("close", (code, signal) => {
        living.delete(child);
        this.#end = { code, signal };
        this.facts.changed();
        resolve(this.#end);
      });
    });
  }

  /** `null` while the process runs. */
  get end(): Ended | null {
    return this.#end;
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  /** The address in the ready line; `null` before that line. */
  get url(): string | null {
    return /^parley ready (\S+)\n/m.exec(this.stdout)?.[1] ?? null;
  }

  get log(): readonly LogLine[] {
    const whole = this.stderr.slice(0, this.stderr.lastIndexOf("\n") + 1);
    return whole.split("\n").flatMap((line) => (line.startsWith("{") ? [JSON.parse(line)] : []));
  }

  /** Resolves with the address when the ready line was printed. Rejects with all output if the process ended before. */
  async ready(): Promise<string> {
    const seen = () => this.stderr;
    await this.facts.until("the ready line", () => this.url ?? this.#end ?? undefined, seen);
    if (this.url !== null) return this.url;
    throw new Error(`Expected the ready line, got ${JSON.stringify(this.#end)}: ${this.stderr}`);
  }

  untilLogged(text: string): Promise<LogLine> {
    const find = () => this.log.find((line) => line.msg.includes(text));
    return this.facts.until(`a log line with "${text}"`, find, () => this.stderr);
  }

  signal(signal: NodeJS.Signals): Promise<Ended> {
    this.#child.kill(signal);
    return this.ended;
  }

  /** Kills it without a shutdown. */
  kill(): Promise<Ended> {
    return this.signal("SIGKILL");
  }
}
