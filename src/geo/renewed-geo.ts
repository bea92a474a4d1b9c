import type { Geo } from "../ports/geo.ts";
import type { Log } from "../ports/log.ts";
import { openGeoDatabase } from "./geo-database.ts";

/** A database of addresses that a reload can replace. */
export interface RenewedGeo extends Geo {
  /**
   * Reads the file, if there is one. The function that it returns starts the use of the new database. Rejects when the file cannot
   * be read or is not a database.
   */
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
