import type { GeoFacts } from "../../../../machines/chat/client.types.ts";
import { timeInZone } from "../../shared/parts/times.ts";

/** "London, England, United Kingdom"; empty when nothing is known. */
export function describePlace({ city, region, country }: GeoFacts): string {
  // A city with the same name as its region is listed once.
  return [city, region === city ? "" : region, country].filter((part) => part !== "").join(", ");
}

/**
 * The time zone of a place, if its country has one time or a zone named after the city; null when it is unknown.
 * `nowMs`: zones of one country can have the same time only in summer.
 */
export function timeZoneOf({ country_code, city }: GeoFacts, nowMs: number): string | null {
  const zones = zonesOf(country_code);
  const [first] = zones;
  if (first === undefined) return null;
  const named = zones.find((zone) => cityOf(zone) === city.toLowerCase());
  if (named !== undefined) return named;
  const shown = timeInZone(first, nowMs);
  return zones.every((zone) => timeInZone(zone, nowMs) === shown) ? first : null;
}

/** The browser's time zones of a country; older browsers have none. */
interface Locale extends Intl.Locale {
  readonly timeZones?: readonly string[];
  getTimeZones?(): readonly string[];
}

function zonesOf(countryCode: string): readonly string[] {
  if (!/^[A-Z]{2}$/.test(countryCode)) return [];
  const locale: Locale = new Intl.Locale(`und-${countryCode}`);
  return locale.getTimeZones?.() ?? locale.timeZones ?? [];
}

const cityOf = (zone: string): string =>
  zone
    .slice(zone.lastIndexOf("/") + 1)
    .replaceAll("_", " ")
    .toLowerCase();
