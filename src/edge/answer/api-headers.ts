import type { HeaderList } from "./failure-answer.ts";

/** API answers must not be cached, and browsers must not guess their type. Source: AUTH-14. */
const apiHeaders: HeaderList = ["Cache-Control", "no-store", "X-Content-Type-Options", "nosniff"];

/** For an answer that may be cached. */
export const keptApiHeaders: HeaderList = ["X-Content-Type-Options", "nosniff"];

const noHeaders: HeaderList = [];

/** Whether large answers to GET are compressed at this address. Surfaces A and B have only short answers. */
export const packsAt = (pattern: string): boolean => pattern.startsWith("/api/");

/** The headers of every answer at an address, also of refusals. */
export const headersAt = (pattern: string): HeaderList => (pattern.startsWith("/api/") ? apiHeaders : noHeaders);
