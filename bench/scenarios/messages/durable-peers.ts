import { ensurePeerPackages } from "../../load/service/peer-packages.ts";
import type { BenchContext, Check, Verdict } from "../scenario.types.ts";
import { showProof } from "../verify/show-proof.ts";
import type { DurableService } from "./durable-service.ts";
import { createDurableService } from "./durable-service.ts";
import { createFastifyPostgresHome, createSqliteHome } from "./peer-homes.ts";

export const sqliteName = "Fastify + better-sqlite3";
export const postgresName = "Fastify + PostgreSQL";

/** What one would build instead of the service. */
export interface DurablePeers {
  readonly services: readonly DurableService[];
  /** Kills each peer under load and looks for everything that it answered. Removes the peers afterwards. */
  prove(): Promise<readonly Verdict[]>;
}

/** Throws a sentence when the packages of the peers cannot be installed. */
export async function createDurablePeers(context: BenchContext): Promise<DurablePeers> {
  const packages = ensurePeerPackages(context.cacheFolder, context.progress);
  const [sqlite, postgres] = [createSqliteHome(packages, context), await createFastifyPostgresHome(packages, context)];
  const services = [
    createDurableService({ name: sqliteName, logLevel: "info", home: sqlite }, context),
    createDurableService({ name: postgresName, logLevel: "info", home: postgres }, context),
  ];
  return {
    services,
    async prove() {
      const proofs: Check[] = [];
      for (const service of services) proofs.push(await service.proveDurable());
      for (const home of [sqlite, postgres]) await home.remove();
      return proofs.map(showProof);
    },
  };
}
