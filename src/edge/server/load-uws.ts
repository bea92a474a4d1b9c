import { allowHeads } from "../../config/env.ts";
import { defaultLimits } from "../../config/limits.ts";
import { describeMisfit, readRuntime } from "./runtime-fit.ts";

const failureStatus = 1;

// uWebSockets.js reads the bound from the environment only while it loads, so the environment is set before that.
allowHeads(defaultLimits.headBytesMax);

/** Ends the process, before anything is opened, when the compiled code does not fit. */
async function load(): Promise<typeof import("uWebSockets.js")> {
  try {
    return await import("uWebSockets.js");
  } catch (error) {
    const misfit = describeMisfit(readRuntime());
    if (misfit === null) throw error;
    process.stderr.write(`${misfit}\n`);
    process.exit(failureStatus);
  }
}

export const { App, SSLApp, _cfg, LIBUS_LISTEN_EXCLUSIVE_PORT, us_listen_socket_close, us_socket_local_port } =
  await load();
