import type { ReadonlySignal } from "@preact/signals";
import { signal } from "@preact/signals";
import type { DeskDeliveryRecord } from "../../../codec/desk/desk-log.ts";
import type { Api, ApiFailure } from "../../shared/api/api.ts";
import type { DeliveriesPage } from "../data/answers.types.ts";
import type { DeliveryQuery } from "./query.ts";
import { isOldestFirst, listPath } from "./query.ts";

/** Deliveries, page by page. */
export interface DeliveryList {
  readonly deliveries: ReadonlySignal<readonly DeskDeliveryRecord[]>;
  readonly state: ReadonlySignal<"loading" | "ready" | ApiFailure>;
  readonly hasMore: ReadonlySignal<boolean>;
  /** Starts again with other filters. */
  start(query: DeliveryQuery): Promise<void>;
  /** Continues at the last position, also after a failure. */
  more(): Promise<void>;
  /** Rereads the page with the newest deliveries: updates the known ones and adds new ones. Failures are ignored. */
  refresh(): Promise<void>;
  stop(): void;
}

export function createDeliveryList(api: Api): DeliveryList {
  const deliveries = signal<readonly DeskDeliveryRecord[]>([]);
  const state = signal<"loading" | "ready" | ApiFailure>("loading");
  const hasMore = signal(false);
  let asked: DeliveryQuery | null = null;
  let cursor: string | null = null;
  /** The cursor of the page that has the newest deliveries: the first page, or the last one of those with the oldest first. */
  let newest: string | null = null;
  /** The number of rows before that page. The rows of one client are in the order of its chats, so their times do not tell it. */
  let beforeNewest = 0;
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
    newest = isOldestFirst(query) ? cursor : null;
    beforeNewest = newest === null ? 0 : deliveries.value.length;
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
      const [query, from] = [asked, newest];
      const answer = await api.get<DeliveriesPage>(listPath(query, from), given);
      if (given.aborted || !answer.ok || from !== newest) return;
      const { value: page } = answer;
      const joined = isOldestFirst(query) ? null : withNewest(deliveries.value, page);
      if (joined !== null) {
        deliveries.value = joined;
        return;
      }
      deliveries.value = [...deliveries.value.slice(0, beforeNewest), ...page.deliveries];
      cursor = page.cursor;
      hasMore.value = cursor !== null;
    },
    stop: () => aborter.abort(),
  };
}

/**
 * The page, followed by the known rows after its last known row. The place tells, because the rows of one client are not in the order of
 * their ids. Null when the page ends the list or has no known row: other new rows may be between them.
 */
function withNewest(known: readonly DeskDeliveryRecord[], page: DeliveriesPage): readonly DeskDeliveryRecord[] | null {
  const ids = new Set(page.deliveries.map(({ id }) => id));
  const last = known.findLastIndex(({ id }) => ids.has(id));
  return page.cursor === null || last === -1 ? null : [...page.deliveries, ...known.slice(last + 1)];
}
