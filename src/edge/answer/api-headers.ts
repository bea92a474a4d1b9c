import type { HeaderList } from "./failure-answer.ts";

/** What the API answers is for whoever asked alone, and is nothing but what its type says. Source: AUTH-14. */
const apiHeaders: HeaderList = ["Cache-Control", "no-store", "X-Content-Type-Options", "nosniff"];

/** For an answer that may be kept. */
export const keptApiHeaders: HeaderList = ["X-Content-Type-Options", "nosniff"];

const noHeaders: HeaderList = [];

/** Whether large answers to GET are packed there. Surfaces A and B answer a line each. */
export const packsAt = (pattern: string): boolean => pattern.startsWith("/api/");

/** Of every answer at an address, also of refusals. */
export const headersAt = (pattern: string): HeaderList => (pattern.startsWith("/api/") ? apiHeaders : noHeaders);
