import type { GeoFacts } from "../../machines/chat/visitor.types.ts";

/** Where addresses are. Source: WH-10. */
export interface Geo {
  /** `""` for each thing that is not known; all of them for an address that nobody knows, or that is none. Never throws. */
  find(address: string): GeoFacts;
}
