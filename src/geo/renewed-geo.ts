import type { Geo } from "../ports/geo.ts";
import type { Log } from "../ports/log.ts";
import { openGeoDatabase } from "./geo-database.ts";

/** A database that another one may take the place of. */
export interface RenewedGeo extends Geo {
  /** Reads the file, or none; from when what it answers is called, that one is asked. Rejects when the file cannot be read or is none. */
  prepare(file: string | null): Promise<() => void>;
}

export async function openRenewedGeo(file: string | null, log: Pick<Log, "warn">): Promise<RenewedGeo> {
  let geo = await openGeoDatabase(file, log);
  return {
    find: (address) => geo.find(address),
    async prepare(nextFile) {
      const next = await openGeoDatabase(nextFile, log);
      return () => {
        geo = next;
      };
    },
  };
}
