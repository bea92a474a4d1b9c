import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { builtFrom } from "./built-place.ts";

/** Scripts that tests start as separate processes. */
export const scripts = [
  "bench/load/clients/crowd/crowd-process.ts",
  "bench/load/clients/undici-sender.ts",
  "bench/load/open-loop/driver.ts",
  "bench/peers/bare-fan-out.ts",
  "bench/peers/bare-forwarder.ts",
  "bench/peers/bare-sockets.ts",
  "bench/peers/bare-status.ts",
  "bench/peers/bare-turns.ts",
  "bench/peers/customer-system.ts",
  "bench/peers/customers.ts",
  "bench/peers/echo.ts",
  "bench/peers/mute-bot.ts",
  "bench/peers/owners-server.ts",
  "bench/peers/turn-bot.ts",
  "bench/run.ts",
  "src/core/telemetry/log.ts",
  "src/demo/run.ts",
  "test/delivery/oauth/tell-once.ts",
  "test/prove/disk/folder/read-images.ts",
  "test/prove/prove.ts",
  "test/store/postgres/peers-process.ts",
  "test/store/store-writer.ts",
] as const;

export type Script = (typeof scripts)[number];

/** Set in a run of the complete suite: the scripts are compiled and up to date. */
export const compiledVariable = "TESTS_COMPILED";

export interface Runnable {
  /** Flags for Node.js. */
  readonly flags: readonly string[];
  readonly file: string;
}

const root = fileURLToPath(new URL("../..", import.meta.url));

/**
 * Returns how Node.js runs a script: compiled in a run of the complete suite, otherwise as it is. Then each process needs up to
 * a second more of processor time to start.
 */
export const runnable = (script: Script): Runnable =>
  process.env[compiledVariable] === undefined
    ? { flags: [], file: resolve(root, script) }
    : { flags: ["--enable-source-maps"], file: resolve(root, builtFrom(script)) };
