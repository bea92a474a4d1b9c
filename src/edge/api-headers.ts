import type { HeaderList } from "./failure-answer.ts";

/** What the API answers is for whoever asked alone, and is nothing but what its type says. Source: AUTH-14. */
const apiHeaders: HeaderList = ["Cache-Control", "no-store", "X-Content-Type-Options", "nosniff"];

/** For an answer that may be kept. */
export const keptApiHeaders: HeaderList = ["X-Content-Type-Options", "nosniff"];

const noHeaders: HeaderList = [];

/** Of every answer at an address, also of refusals. */
export const headersAt = (pattern: string): HeaderList => (pattern.startsWith("/api/") ? apiHeaders : noHeaders);
