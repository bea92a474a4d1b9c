import type { GeoFacts } from "../../machines/chat/client.types.ts";

/** Finds the place of an IP address. Source: WH-10. */
export interface Geo {
  /** `""` for each unknown field; for an unknown or invalid address all fields are `""`. Never throws. */
  find(address: string): GeoFacts;
}
