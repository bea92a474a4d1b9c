import type { MediaDoc } from "../server/operation.ts";

/** Bodies that are not JSON, for the descriptions of routes. */
export const anyFile: MediaDoc = { mediaType: "*/*", isText: false };
export const textOf = (mediaType: string): MediaDoc => ({ mediaType, isText: true });
