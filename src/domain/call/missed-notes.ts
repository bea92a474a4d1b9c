import type { Log } from "../../ports/log.ts";
import type { Peers } from "../../ports/peers.ts";
import type { Store } from "../../ports/store.ts";
import type { Telephony } from "../../ports/telephony.ts";
import type { RunningCalls } from "./running-calls.ts";

export interface MissedNotesParts {
  readonly runningCalls: Pick<RunningCalls, "load">;
  readonly peers: Pick<Peers, "onGap" | "onLost">;
  readonly store: Pick<Store, "scan" | "read">;
  readonly telephony: Pick<Telephony, "isConfigured">;
  readonly log: Pick<Log, "error">;
}

/** Other nodes send every change of a call only once. Changes that may have been missed are read. */
export function readMissedNotes({ runningCalls, peers, store, telephony, log }: MissedNotesParts): void {
  const read = (): void => {
    if (!telephony.isConfigured) return;
    runningCalls
      .load(store)
      .catch((error: unknown) =>
        log.error(
          { err: error },
          "the running calls could not be read after a gap in the notifications of other nodes",
        ),
      );
  };
  peers.onGap(read);
  // The node may have died between a commit and its tell.
  peers.onLost(read);
}
