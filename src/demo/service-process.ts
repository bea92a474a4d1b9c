import type { ChildProcess } from "node:child_process";
import { spawn } from "node:child_process";
import { accessSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { within } from "./time.ts";

const mainFile = fileURLToPath(new URL("../../dist/main.js", import.meta.url));
const readyPattern = /^parley ready (http:\/\/\S+)$/m;

const readyTimeoutMs = 60_000;
/** Longer than the 10 s in which the service finishes its work. */
const stopTimeoutMs = 12_000;
const restartsMax = 20;
/** The length of the log's end that is kept, to be shown if the service does not start. */
const logCharactersKept = 4_000;

export interface ServiceParts {
  readonly configFile: string;
  readonly dataDir: string;
  readonly port: number;
  /** A binary of `npm run build:binary`. If present, it is used instead of the bundle. */
  readonly binary?: string | undefined;
  onReady(service: { readonly pid: number; readonly url: string; readonly restarts: number }): void;
  onEnded(service: {
    readonly pid: number;
    readonly signal: NodeJS.Signals | null;
    readonly code: number | null;
  }): void;
}

/** The service as a child process. If the process ends without a request, it is started again with the same data and port. */
export class ServiceProcess {
  readonly #parts: ServiceParts;
  #child: ChildProcess | null = null;
  #url = "";
  #restarts = 0;
  #isStopping = false;
  #ready: Promise<void> = Promise.resolve();
  #fail: (error: Error) => void = () => undefined;
  /** Rejects if the service cannot be kept running. Never resolves. */
  readonly failed: Promise<never>;

  constructor(parts: ServiceParts) {
    this.#parts = parts;
    this.failed = new Promise((_, reject) => {
      this.#fail = reject;
    });
    // The callers that await it get the error. Without this handler, Node would report an unhandled rejection if none awaits it.
    this.failed.catch(() => undefined);
    // The service must not outlive this process, however this process ends.
    process.once("exit", () => this.#child?.kill("SIGKILL"));
  }

  /** The URL of the service; "" before it was ready for the first time. */
  get url(): string {
    return this.#url;
  }

  /** Resolves when the running process, or the process that replaces it, is ready. */
  async whenReady(): Promise<void> {
    for (;;) {
      const ready = this.#ready;
      await Promise.race([ready, this.failed]);
      if (ready === this.#ready) return;
    }
  }

  async start(): Promise<void> {
    accessSync(this.#parts.binary ?? mainFile);
    this.#launch();
    return this.whenReady();
  }

  /** Asks the service to finish its work and stop. Resolves when the process has ended. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    const child = this.#child;
    if (child === null || child.exitCode !== null || child.signalCode !== null) return;
    const gone = new Promise<void>((resolve) => child.once("exit", () => resolve()));
    child.kill("SIGTERM");
    try {
      await within(stopTimeoutMs, "the end of the service", gone);
    } catch {
      child.kill("SIGKILL");
      await gone;
    }
  }

  #launch(): void {
    const { configFile, dataDir, port, binary } = this.#parts;
    const address = ["--host", "127.0.0.1", "--port", String(port)];
    const [program, ...words] = binary === undefined ? [process.execPath, mainFile] : ([binary] as const);
    const child = spawn(program, [...words, "--config", configFile, "--data", dataDir, ...address], {
      stdio: ["ignore", "pipe", "pipe"],
    });
    this.#child = child;
    let isReady = false;
    const log = keepTail(child);
    const serves = whenItServes(child).then((url) => {
      isReady = true;
      this.#url = url;
      this.#parts.onReady({ pid: child.pid ?? 0, url, restarts: this.#restarts });
    });
    this.#ready = within(readyTimeoutMs, "the service to say that it is ready", serves);
    this.#ready.catch(this.#fail);
    child.once("error", this.#fail);
    child.once("exit", (code, signal) => {
      this.#parts.onEnded({ pid: child.pid ?? 0, signal, code });
      if (this.#isStopping) return;
      this.#restarts += 1;
      if (isReady && this.#restarts <= restartsMax) this.#launch();
      else this.#fail(new Error(`The service ended by ${signal ?? `status ${code}`} and said:\n${log().trim()}`));
    });
  }
}

function whenItServes({ stdout }: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    let text = "";
    const read = (chunk: string): void => {
      text += chunk;
      const [, url] = readyPattern.exec(text) ?? [];
      if (url === undefined) return;
      stdout?.off("data", read).resume();
      resolve(url);
    };
    stdout?.setEncoding("utf8").on("data", read);
  });
}

/** Keeps the end of the process's standard error. Returns a function that reads it. */
function keepTail(child: ChildProcess): () => string {
  let text = "";
  child.stderr?.setEncoding("utf8").on("data", (chunk: string) => {
    text = (text + chunk).slice(-logCharactersKept);
  });
  return () => text;
}
