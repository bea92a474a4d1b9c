import type { AppParts } from "../../../../src/app-parts.ts";

/** Where everything lies that lasts, and what a process knows of the others there: what `openStore` of the service answers. */
export type OpenedStore = Pick<
  AppParts,
  | "store"
  | "files"
  | "photos"
  | "archiveIndex"
  | "clock"
  | "processId"
  | "damagedRowsMet"
  | "peers"
  | "peersHealth"
  | "rowNews"
  | "leftWork"
>;
