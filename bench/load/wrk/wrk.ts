import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { ensurePrograms } from "../../../test/project/debian-programs.ts";

export interface WrkOptions {
  readonly url: string;
  readonly threads?: number;
  readonly connections: number;
  readonly seconds: number;
  /** A script in this folder. */
  readonly script: "report.lua" | "paced.lua" | "messages.lua" | "replies.lua";
  readonly arguments?: readonly string[];
  /** `host:port` of several servers instead of the URL's; the threads take turns. */
  readonly addresses?: readonly string[];
}

/** The result of one run of wrk, as its script reports it. */
export interface WrkReport {
  /** The number of answers, regardless of their status. */
  readonly requests: number;
  readonly durationUs: number;
  readonly p50Us: number;
  readonly p99Us: number;
  readonly maxUs: number;
  readonly connectErrors: number;
  readonly readErrors: number;
  readonly writeErrors: number;
  readonly statusErrors: number;
  readonly timeouts: number;
  readonly sentByThread: readonly number[];
  readonly answeredByThread: readonly number[];
}

export interface WrkRun {
  /** Rejects when wrk could not run or gave no report. */
  readonly report: Promise<WrkReport>;
  /** Ends the load now and reports the counts so far. */
  interrupt(): void;
}

/** Longer than the service's own timeouts, so that a slow answer is no error. */
const timeoutSeconds = 10;
const scriptFolder = fileURLToPath(new URL(".", import.meta.url));

export function startWrk(options: WrkOptions): WrkRun {
  const { url, threads = 1, connections, seconds, script } = options;
  const args = [
    `-t${threads}`,
    `-c${connections}`,
    `-d${seconds}s`,
    "--timeout",
    `${timeoutSeconds}s`,
    "-s",
    script,
    url,
    "--",
  ];
  const child = spawn("wrk", [...args, ...(options.arguments ?? [])], {
    cwd: scriptFolder,
    env: { ...process.env, ADDRESSES: (options.addresses ?? []).join(",") },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += chunk));
  const report = new Promise<WrkReport>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => {
      const found = /^report (.+)$/m.exec(output)?.[1];
      if (code === 0 && found !== undefined) resolve(JSON.parse(found));
      else reject(new Error(`wrk gave no report and ended with ${code}:\n${output.trim()}`));
    });
  });
  const stop = (): void => void child.kill("SIGKILL");
  process.once("exit", stop);
  child.once("close", () => process.off("exit", stop));
  return { report, interrupt: () => void child.kill("SIGINT") };
}

export const runWrk = (options: WrkOptions): Promise<WrkReport> => startWrk(options).report;

/** Describes the errors of a run; empty when every request got a 2xx answer. */
export function describeErrors(report: WrkReport): string {
  const counts = [
    [report.connectErrors, "connections refused"],
    [report.readErrors, "read errors"],
    [report.writeErrors, "write errors"],
    [report.statusErrors, "answers other than 2xx"],
    [report.timeouts, `answers that took longer than ${timeoutSeconds} s`],
  ] as const;
  return counts.flatMap(([count, name]) => (count > 0 ? [`${count} ${name}`] : [])).join(", ");
}

/** Installs wrk if it is missing. Returns a sentence that names the missing program, or null. */
export const ensureWrk = (): string | null => ensurePrograms("The bench", ["wrk"]);
