import type { WebFile, WebFiles } from "../../../../../src/edge/web/web-files.ts";

const nothing = Buffer.alloc(0);
const empty: WebFile = { contentType: "text/plain", plain: nothing, gzip: nothing, brotli: nothing, etag: 'W/"0"' };

export const builtFolder = (): string => "";

/** A simulation requests no pages, and compressing them would take most of the start time. */
export const openWebFiles = (): WebFiles => ({ version: () => "0", find: () => empty, forget: () => undefined });
export const builtFile = (): WebFile => empty;
export const textFile = (): WebFile => empty;
export const createMadeFiles = (): (() => WebFile) => () => empty;
export const createFilledPages = (): (() => WebFile) => () => empty;
