import type { LockedRows } from "../ports/store.ts";

/** What a store answers whose process is the only one that writes to it. */
export const onlyWriter: Omit<LockedRows, "read"> = {
  isCurrent: () => true,
  hasLock: () => true,
  revisionOf: () => neverOutdated,
  draw: () => null,
  tellsOf: () => null,
};

const neverOutdated = { before: 0, after: 0 } as const;
