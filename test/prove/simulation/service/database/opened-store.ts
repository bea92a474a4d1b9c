import type { AppParts } from "../../../../../src/app-parts.ts";

/** All durable storage, and a process's knowledge of the other processes on it. The service's `openStore` returns the same shape. */
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
