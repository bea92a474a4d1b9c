import { createServer } from "node:net";

/**
 * Returns a free port of this machine. The service gets this number, not 0. After a kill, the next process can listen again at once
 * only on a port that was requested by number.
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
