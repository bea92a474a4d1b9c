import { allowHeads } from "../../config/env.ts";
import { defaultLimits } from "../../config/limits.ts";

// The server underneath reads the bound from the environment when it is loaded, and no later: so the environment comes first.
allowHeads(defaultLimits.headBytesMax);

export const { App, SSLApp, _cfg, LIBUS_LISTEN_EXCLUSIVE_PORT, us_listen_socket_close, us_socket_local_port } =
  await import("uWebSockets.js");
