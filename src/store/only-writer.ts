import type { LockedRows } from "../ports/store.ts";

/** The answers of a store with only one writing process. */
export const onlyWriter: Omit<LockedRows, "read"> = {
  isCurrent: () => true,
  hasLock: () => true,
  revisionOf: () => neverOutdated,
  draw: () => null,
  tellsOf: () => null,
};

const neverOutdated = { before: 0, after: 0 } as const;
