import type { ReadonlySignal } from "@preact/signals";
import { signal } from "@preact/signals";
import type { DeskDeliveryRecord } from "../../../codec/desk/desk-log.ts";
import type { Api, ApiFailure } from "../../shared/api/api.ts";
import type { DeliveriesPage } from "../data/answers.types.ts";
import type { DeliveryQuery } from "./query.ts";
import { listPath } from "./query.ts";

/** Deliveries, newest first, page by page. */
export interface DeliveryList {
  readonly deliveries: ReadonlySignal<readonly DeskDeliveryRecord[]>;
  readonly state: ReadonlySignal<"loading" | "ready" | ApiFailure>;
  readonly hasMore: ReadonlySignal<boolean>;
  /** Starts again with other filters. */
  start(query: DeliveryQuery): Promise<void>;
  /** Continues at the last position, also after a failure. */
  more(): Promise<void>;
  /** Rereads the newest page: updates known deliveries and adds new ones on top. Failures are ignored. */
  refresh(): Promise<void>;
  stop(): void;
}

export function createDeliveryList({ api }: { readonly api: Pick<Api, "get"> }): DeliveryList {
  const deliveries = signal<readonly DeskDeliveryRecord[]>([]);
  const state = signal<"loading" | "ready" | ApiFailure>("loading");
  const hasMore = signal(false);
  let asked: DeliveryQuery | null = null;
  let cursor: string | null = null;
  let aborter = new AbortController();

  const take = async (query: DeliveryQuery, from: string | null): Promise<DeliveriesPage | null> => {
    const { signal: given } = aborter;
    const answer = await api.get<DeliveriesPage>(listPath(query, from), given);
    if (given.aborted) return null;
    if (answer.ok) return answer.value;
    state.value = answer.failure;
    return null;
  };
  const goOn = async (query: DeliveryQuery): Promise<void> => {
    const isFirst = cursor === null;
    state.value = "loading";
    const page = await take(query, cursor);
    if (page === null) return;
    deliveries.value = isFirst ? page.deliveries : [...deliveries.value, ...page.deliveries];
    cursor = page.cursor;
    hasMore.value = cursor !== null;
    state.value = "ready";
  };
  return {
    deliveries,
    state,
    hasMore,
    async start(query) {
      aborter.abort();
      aborter = new AbortController();
      asked = query;
      cursor = null;
      hasMore.value = false;
      await goOn(query);
    },
    async more() {
      if (asked !== null && state.value !== "loading") await goOn(asked);
    },
    async refresh() {
      if (asked === null || state.value !== "ready") return;
      const { signal: given } = aborter;
      const answer = await api.get<DeliveriesPage>(listPath(asked, null), given);
      if (given.aborted || !answer.ok) return;
      deliveries.value = withNewest(deliveries.value, answer.value);
    },
    stop: () => aborter.abort(),
  };
}

/** Replaces the known deliveries of the newest page's time range; older ones stay. */
function withNewest(known: readonly DeskDeliveryRecord[], page: DeliveriesPage): readonly DeskDeliveryRecord[] {
  const oldest = page.deliveries.at(-1);
  if (oldest === undefined || page.cursor === null) return page.deliveries;
  // Ids start with their time.
  return [...page.deliveries, ...known.filter(({ id }) => id < oldest.id)];
}
