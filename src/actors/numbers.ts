import type { Store } from "../ports/store.ts";
import type { Draft } from "./draft.ts";

export type NumberName = "chat" | "client" | "call" | "offlineMessage";

/** Numbers counted from 1 that are never given twice; the last one given is stored with the commit that uses it. */
export interface Numbers {
  next(name: NumberName, draft: Draft): number;
}

export function createNumbers(store: Store): Numbers {
  const last = new Map<NumberName, number>();
  return {
    next(name, draft) {
      const given = (last.get(name) ?? store.read("counter", [name])?.last ?? 0) + 1;
      last.set(name, given);
      draft.write({ table: "counter", key: [name], row: { last: given } });
      return given;
    },
  };
}
