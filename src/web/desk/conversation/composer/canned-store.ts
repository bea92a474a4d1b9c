import type { ReadonlySignal } from "@preact/signals";
import { signal } from "@preact/signals";
import type { ApiFailure } from "../../../shared/api/api.ts";
import type { Desk } from "../../data/desk.ts";
import type { CannedReply } from "./canned.ts";

export interface CannedStore {
  readonly replies: ReadonlySignal<readonly CannedReply[] | ApiFailure | null>;
  /** Reads the replies if the last read is missing or older than a minute. */
  refresh(): void;
  /** Marks the replies as changed; the next refresh rereads them. */
  outdated(): void;
}

const freshMs = 60_000;
const stores = new WeakMap<Desk, CannedStore>();

/** The canned replies of the logged-in agent. */
export function cannedOf(desk: Desk): CannedStore {
  const found = stores.get(desk) ?? createStore(desk);
  stores.set(desk, found);
  return found;
}

function createStore({ api, browser }: Desk): CannedStore {
  const replies = signal<readonly CannedReply[] | ApiFailure | null>(null);
  let readAtMs = Number.NEGATIVE_INFINITY;
  return {
    replies,
    refresh() {
      if (browser.nowMs() - readAtMs < freshMs) return;
      readAtMs = browser.nowMs();
      void api.get<{ readonly replies: readonly CannedReply[] }>("/api/canned-replies").then((answer) => {
        if (answer.ok) replies.value = answer.value.replies;
        else {
          readAtMs = Number.NEGATIVE_INFINITY;
          if (!Array.isArray(replies.value)) replies.value = answer.failure;
        }
      });
    },
    outdated() {
      readAtMs = Number.NEGATIVE_INFINITY;
    },
  };
}
