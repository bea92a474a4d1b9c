import { readFile } from "node:fs/promises";
import type { Response } from "mmdb-lib";
import { Reader } from "mmdb-lib";
import type { GeoFacts } from "../../machines/chat/client.types.ts";
import { isJsonObject } from "../codec/json/json.ts";
import type { Geo } from "../ports/geo.ts";
import type { Log } from "../ports/log.ts";

/** A database of addresses that a reload can replace. */
export interface RenewedGeo extends Geo {
  /**
   * Reads the file, if there is one. The function that it returns starts the use of the new database. Rejects when the file cannot
   * be read or is not a database.
   */
  prepare(file: string | null): Promise<() => void>;
}

export async function openRenewedGeo(file: string | null, log: Log): Promise<RenewedGeo> {
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

const nowhere: GeoFacts = {
  region_code: "",
  country: "",
  country_code: "",
  region: "",
  city: "",
  latitude: "",
  longitude: "",
  organization: "",
};

/**
 * Loads a MaxMind database of any kind into memory. Without a database, every lookup finds nothing. Rejects when the
 * file cannot be read or is not a database. Source: WH-10, MaxMind DB file format 2.0.
 */
export async function openGeoDatabase(file: string | null, log: Log): Promise<Geo> {
  if (file === null) return { find: () => nowhere };
  const reader = new Reader<Response>(await readFile(file));
  return {
    find(address) {
      try {
        return toGeo(reader.get(address));
      } catch (error) {
        log.warn({ err: error, file }, "an address could not be looked up in the geo database");
        return nowhere;
      }
    },
  };
}

/** Databases differ in their content, so every step can find nothing. */
function toGeo(found: unknown): GeoFacts {
  const subdivision = at(found, "subdivisions", 0);
  return {
    region_code: textOf(at(subdivision, "iso_code")),
    country: textOf(at(found, "country", "names", "en")),
    country_code: textOf(at(found, "country", "iso_code")),
    region: textOf(at(subdivision, "names", "en")),
    city: textOf(at(found, "city", "names", "en")),
    latitude: textOf(at(found, "location", "latitude")),
    longitude: textOf(at(found, "location", "longitude")),
    organization: textOf(at(found, "autonomous_system_organization")) || textOf(at(found, "traits", "organization")),
  };
}

function at(value: unknown, ...path: readonly (string | number)[]): unknown {
  let current = value;
  for (const step of path) {
    if (typeof step === "number") current = Array.isArray(current) ? current[step] : undefined;
    else current = isJsonObject(current) ? current[step] : undefined;
  }
  return current;
}

const textOf = (value: unknown): string =>
  typeof value === "string" || typeof value === "number" ? String(value) : "";
