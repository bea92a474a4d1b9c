import { once } from "node:events";
import type { Server } from "node:http";
import type { Ending } from "../../../harness/temporary-folder.ts";

/** Starts the server on a free port of this machine until the test ends. Returns its address. */
export async function serveOnLoopback(t: Ending, server: Server): Promise<string> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  t.teardown(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error(`Expected a port, got ${address}`);
  return `http://127.0.0.1:${address.port}`;
}
