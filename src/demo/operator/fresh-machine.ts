import type { ChildProcess } from "node:child_process";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { nowMs, within } from "../time.ts";

/** The exit code and output of a command. */
export interface Ran {
  readonly code: number | null;
  readonly output: string;
}

/** A service that runs on the machine. */
export interface RunningService {
  readonly url: string;
  /** The standard output until the service was ready. */
  readonly output: string;
  /** The time from the start until the service was ready. */
  readonly readyMs: number;
  end(signal: "SIGTERM" | "SIGKILL"): Promise<void>;
}

const readyPattern = /^parley ready (http:\/\/\S+)$/m;
const readyTimeoutMs = 30_000;
const commandTimeoutMs = 120_000;
const endTimeoutMs = 15_000;

/** A folder that contains only the program. Its processes inherit no environment variable of this process. */
export class FreshMachine {
  readonly folder = mkdtempSync(join(tmpdir(), "parley-machine-"));
  readonly #services = new Set<ChildProcess>();

  constructor(program: string) {
    copyFileSync(program, join(this.folder, "parley"));
    chmodSync(join(this.folder, "parley"), 0o755);
    process.once("exit", () => this.#killAll());
  }

  /** Runs `./parley` with these arguments. `output` is standard output and standard error together. */
  async run(words: readonly string[]): Promise<Ran> {
    const child = this.#spawn(words);
    let output = "";
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding("utf8").on("data", (text: string) => {
        output += text;
      });
    const [code] = await within(commandTimeoutMs, `the end of parley ${words[0]}`, once(child, "close"));
    return { code, output };
  }

  /** Starts the service. Resolves when the service is ready. */
  async start(words: readonly string[]): Promise<RunningService> {
    const sinceMs = nowMs();
    const child = this.#spawn(words);
    this.#services.add(child);
    const gone = once(child, "close").finally(() => this.#services.delete(child));
    let output = "";
    let errors = "";
    child.stderr?.setEncoding("utf8").on("data", (text: string) => {
      errors = (errors + text).slice(-4_000);
    });
    const ready = new Promise<string>((resolve, reject) => {
      child.stdout?.setEncoding("utf8").on("data", (text: string) => {
        output += text;
        const [, url] = readyPattern.exec(output) ?? [];
        if (url !== undefined) resolve(url);
      });
      void gone.then(() => reject(new Error(`parley ${words.join(" ")} ended and said:\n${errors}`)));
    });
    const url = await within(readyTimeoutMs, "the service to be ready", ready);
    return {
      ...{ url, output, readyMs: nowMs() - sinceMs },
      async end(signal) {
        child.kill(signal);
        await within(endTimeoutMs, "the end of the service", gone);
      },
    };
  }

  remove(): void {
    this.#killAll();
    rmSync(this.folder, { recursive: true, force: true });
  }

  #killAll(): void {
    for (const child of this.#services) child.kill("SIGKILL");
  }

  #spawn(words: readonly string[]): ChildProcess {
    const env = { PATH: "/usr/bin:/bin", HOME: this.folder };
    return spawn(join(this.folder, "parley"), words, { cwd: this.folder, env, stdio: ["ignore", "pipe", "pipe"] });
  }
}
