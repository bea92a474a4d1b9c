import { copyFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pino } from "pino";
import type { Test } from "tap";
import type { App } from "../../src/app/serve.ts";
import { openApp } from "../../src/app/serve.ts";
import { asAgentId } from "../../src/core/ids.ts";
import { load } from "../config/load.ts";
import { createManualClock } from "../edge/manual-clock.ts";
import { healthy } from "../harness/health.ts";
import { stopApp } from "../harness/stop-app.ts";
import { temporaryFolder } from "../harness/temporary-folder.ts";

/** A config file, and the service that reads it. */
export interface Deployed {
  readonly app: App;
  readonly url: string;
  readonly folder: string;
  readonly logLines: readonly Record<string, unknown>[];
  /** The levels that the log was set to. */
  readonly levels: readonly string[];
  write(file: object | string): void;
  /** Sends a request as an agent. Resolves with status and body. */
  ask(method: string, path: string, asked?: Asked): Promise<Answered>;
  reload(agentId?: number): Promise<Answered>;
}

interface Asked {
  readonly agentId?: number | null;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Answered {
  readonly status: number;
  readonly body: string;
}

export const certificate = { cert: "cert.pem", key: "key.pem" };
export const ada = { id: 1, name: "Ada", email: "ada@example.com", role: "admin" } as const;
export const kim = { id: 2, name: "Kim", email: "kim@example.com" } as const;
export const channel = {
  ...{ id: "MOBILEAPP1", kind: "api", name: "Mobile app", random: "3b6fQJ0m8yZtR4xW_k-vLs1c" },
  ...{ webhookUrl: "https://shop.example.com/hook", agents: [kim.id] },
} as const;
export const small = { agents: [ada, kim], channels: [channel] };

interface DeployOptions {
  /** The data folder to continue with. */
  readonly folder?: string;
  readonly withoutFile?: true;
}

/** Starts the complete service with a config file. If the file has `tls`, `cert.pem` and `key.pem` are in the same folder. */
export async function deploy(t: Test, file: object, options: DeployOptions = {}): Promise<Deployed> {
  const { folder = temporaryFolder(t) } = options;
  const path = join(folder, "parley.json");
  const write = (content: object | string): void =>
    writeFileSync(path, typeof content === "string" ? content : JSON.stringify(content));
  write(file);
  for (const name of Object.values(certificate)) copyFileSync(join("test/fixtures/tls", name), join(folder, name));
  const argv = ["--config", path, "--data", join(folder, "data"), "--host", "127.0.0.1", "--port", "0"];
  const read = () => load({ argv });
  const outcome = read();
  if (outcome.kind !== "config") throw new Error(`Expected a config, got ${JSON.stringify(outcome)}`);
  // Its time stands still: on a busy machine a password at full cost takes longer than a request may.
  const clock = createManualClock(Date.now());
  const logLines: Record<string, unknown>[] = [];
  const levels: string[] = [];
  const app = await openApp({
    config: outcome.config,
    log: pino({ level: "debug" }, { write: (line: string) => void logLines.push(JSON.parse(line)) }),
    clock,
    logHealth: healthy.log,
    signal: new AbortController().signal,
    ...(options.withoutFile
      ? {}
      : { reading: { view: outcome.view, read, setLogLevel: (level: string) => void levels.push(level) } }),
  });
  t.teardown(() => stopApp(app, clock));
  const { url } = await app.listen();
  app.serve();
  const ask: Deployed["ask"] = async (method, asked, { agentId = ada.id, body, headers = {} } = {}) => {
    const token = agentId === null ? null : await app.sessions.open(asAgentId(agentId));
    const answer = await fetch(`${url}${asked}`, {
      method,
      headers: {
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: answer.status, body: await answer.text() };
  };
  const reload = (agentId: number = ada.id) => ask("POST", "/api/config/reload", { agentId });
  return { app, url, folder, logLines, levels, write, ask, reload };
}
