import type { WebFile, WebFiles } from "../../../../src/edge/web/web-files.ts";

const nothing = Buffer.alloc(0);
const empty: WebFile = { contentType: "text/plain", plain: nothing, gzip: nothing, brotli: nothing, etag: 'W/"0"' };

export const builtFolder = (): string => "";

/** No page is asked for in a simulation: to pack them would take most of a start. */
export const openWebFiles = (): WebFiles => ({ version: () => "0", find: () => empty });
export const builtFile = (): WebFile => empty;
export const textFile = (): WebFile => empty;
