import { createServer } from "node:net";

/**
 * A port of this machine that nobody listens on now. The service is given its number, not 0: only an address that was asked for by number
 * can be taken again at once by the process that follows a killed one.
 */
export function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject).listen(0, "127.0.0.1", () => {
      const address = probe.address();
      const port = typeof address === "object" && address !== null ? address.port : 0;
      probe.close(() => resolve(port));
    });
  });
}
