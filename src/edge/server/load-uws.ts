import { allowHeads } from "../../config/env.ts";
import { defaultLimits } from "../../config/limits.ts";
import { describeFailure, libraryFor, readRuntime } from "./runtime-fit.ts";

type Library = typeof import("uWebSockets.js");

const failureStatus = 1;

// uWebSockets.js reads the bound from the environment only while it loads, so the environment is set before that.
allowHeads(defaultLimits.headBytesMax);

/** Ends the process, before anything is opened, when the compiled code does not fit or is not installed. */
async function load(): Promise<Library> {
  try {
    const loaded: Library & { readonly default?: Library } = await import(libraryFor(process.versions.modules));
    // One of the packages exports everything by name, and the other exports everything only in its default.
    return loaded.default ?? loaded;
  } catch (error) {
    const reason = describeFailure(readRuntime(), error);
    if (reason === null) throw error;
    process.stderr.write(`${reason}\n`);
    process.exit(failureStatus);
  }
}

export const { App, SSLApp, _cfg, LIBUS_LISTEN_EXCLUSIVE_PORT, us_listen_socket_close, us_socket_local_port } =
  await load();
