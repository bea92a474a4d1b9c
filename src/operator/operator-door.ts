import { X509Certificate } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { TlsFiles } from "../config/tls-files.ts";
import type { Log } from "../ports/log.ts";
import { removeOperatorFile, writeOperatorFile } from "./operator-file.ts";

/**
 * Writes the service's address and a token into a file in the data folder, for the operator's commands. This gives no new access,
 * because a user who can read that folder can read everything. The service also runs if the file cannot be written. Source: BOT-03.
 */
export interface OperatorDoor {
  open(url: string): Promise<void>;
  /** Waits for nothing, so that the service refuses requests in the tick in which it is told to stop. Source: ERR-12. */
  close(): void;
}

export function createOperatorDoor({
  dataDir,
  tls,
  token,
  log,
}: {
  readonly dataDir: string;
  readonly tls: TlsFiles | null;
  /** The token for requests of the operator. */
  readonly token: string;
  readonly log: Log;
}): OperatorDoor {
  const warn = (error: unknown): void =>
    log.warn(
      { reason: error instanceof Error ? error.message : String(error) },
      "the operator's commands cannot reach this service",
    );
  return {
    open: async (url) => writeOperatorFile(dataDir, { url, token, certificate: await fingerprintOf(tls) }).catch(warn),
    close() {
      try {
        removeOperatorFile(dataDir);
      } catch (error) {
        warn(error);
      }
    },
  };
}

async function fingerprintOf(tls: TlsFiles | null): Promise<string | null> {
  return tls === null ? null : new X509Certificate(await readFile(tls.certFile)).fingerprint256;
}
