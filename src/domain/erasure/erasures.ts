import type { AgentId, ChannelId, ConversationKey } from "../../../machines/ids.ts";
import { within } from "../../core/within.ts";
import type { RowNews } from "../../ports/row-news.ts";
import type { ErasureRow, Key, Store } from "../../ports/store.ts";
import type { ErasureJobsParts } from "./erasure-jobs.ts";
import { createErasureJobs } from "./erasure-jobs.ts";
import type { Erasure, ErasureState } from "./erasure-row.ts";
import { listErasures, pendingErasure } from "./erasure-row.ts";
import { commitLocked } from "./locked-commit.ts";

/** The client whose data must be erased, and the administrator who requested it. */
export interface ErasureAsked {
  readonly conversation: ConversationKey;
  readonly channelId: ChannelId;
  readonly byId: AgentId;
}

/** Erasures of all data of a client. Each is a stored job: after the request it is carried out, even if this process ends. */
export interface Erasures {
  /**
   * Stores the request, and resolves after a short wait with the state of the erasure. `null` when the client does not exist (any
   * more).
   */
  begin(asked: ErasureAsked): Promise<Erasure | null>;
  /** A page of them, by the client's number. */
  list(state: ErasureState, after: number | undefined, limit: number): Promise<readonly Erasure[]>;
  /**
   * Carries out pending erasures, and looks for new ones at intervals. Call it before anything is sent or shown: a restored
   * store has data of clients that were erased since the backup.
   */
  start(): Promise<void>;
  /** The listener is called in each process after each erasure: it must drop data of clients from memory. */
  onDone(listener: () => void): void;
  stop(): Promise<void>;
}

export interface ErasuresParts extends ErasureJobsParts {
  readonly rowNews: RowNews;
}

/** If another process does the work, or it takes long, the administrator waits this long for the response that it continues. */
const answerMs = 2_000;

export function createErasures(parts: ErasuresParts): Erasures {
  const { store, clock, log, rowNews } = parts;
  const listeners: (() => void)[] = [];
  const told = (): void => {
    for (const listener of listeners) listener();
  };
  // Each process has its own list of running calls, and no process reports the end of an erased call.
  const doneElsewhere = async (key: Key<"erasure">): Promise<void> => {
    told();
    if ((await store.durable.read("erasure", key))?.removed.calls) await parts.runningCalls.load(store);
  };
  rowNews.watch("erasure", {
    isWatched: ([state]) => state === "done",
    changed: (key) =>
      void doneElsewhere(key).catch((error: unknown) => {
        log.error({ err: error }, "an erasure of another process could not be read");
      }),
    reload: told,
  });
  const jobs = createErasureJobs(parts, told);
  return {
    async begin(asked) {
      const stored = await storeErasure(parts, asked);
      if (stored === null) return null;
      const { clientNumber } = stored;
      log.info({ agentId: asked.byId, clientNumber }, "an administrator requested the erasure of a client's data");
      const tried = jobs.whenTried(clientNumber);
      jobs.look();
      await within(clock, answerMs, tried);
      return (await readErasure(store.durable, clientNumber)) ?? stored;
    },
    list: (state, after, limit) => listErasures(store, state, after, limit),
    start: jobs.start,
    onDone: (listener) => void listeners.push(listener),
    stop: jobs.stop,
  };
}

/** Reads a pending or completed erasure. */
async function readErasure(rows: Pick<Store, "read">, clientNumber: number): Promise<Erasure | undefined> {
  for (const state of ["pending", "done"] as const) {
    const row = await rows.read("erasure", [state, clientNumber]);
    if (row !== undefined) return { clientNumber, row };
  }
  return undefined;
}

/** The first commit: from then on the erasure will be carried out. A second request for the same client changes nothing. */
async function storeErasure(
  parts: Pick<ErasuresParts, "store" | "registry" | "clock">,
  { conversation, channelId, byId }: ErasureAsked,
): Promise<Erasure | null> {
  const clientNumber = (await parts.store.read("client", [conversation]))?.client.number;
  if (clientNumber === undefined) return null;
  const key = ["pending", clientNumber] as const;
  let row: ErasureRow | null = null;
  await commitLocked(parts, conversation, { rows: [{ table: "erasure", key }] }, (rows) => {
    if (rows.read("client", [conversation])?.client.number !== clientNumber) return [];
    const stored = rows.read("erasure", key);
    row = stored ?? pendingErasure({ channelId, conversation }, byId, parts.clock.nowMs());
    return stored === undefined ? [{ table: "erasure", key, row }] : [];
  });
  return row === null ? null : { clientNumber, row };
}
