import type { Store } from "../ports/store.ts";
import type { Draft } from "./draft.ts";

/** Numbers counted from 1 that are never given twice; the last one given is stored with the commit that uses it. */
export interface Numbers {
  next(name: string, draft: Draft): number;
}

export function createNumbers(store: Store): Numbers {
  const last = new Map<string, number>();
  return {
    next(name, draft) {
      const given = (last.get(name) ?? store.read("counter", [name])?.last ?? 0) + 1;
      last.set(name, given);
      draft.write({ table: "counter", key: [name], row: { last: given } });
      return given;
    },
  };
}
