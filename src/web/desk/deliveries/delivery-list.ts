import type { ReadonlySignal } from "@preact/signals";
import type { DeskDeliveryRecord } from "../../../codec/desk/desk-log.ts";
import type { Api, ApiFailure } from "../../shared/api/api.ts";
import type { DeliveriesPage } from "../data/answers.types.ts";
import { createPages } from "../data/pages.ts";
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
  let asked: DeliveryQuery | null = null;
  /** The cursor of the page that has the newest deliveries: the first page, or the last one of those with the oldest first. */
  let newest: string | null = null;
  /** The number of rows before that page. The rows of one client are in the order of its chats, so their times do not tell it. */
  let beforeNewest = 0;
  const take = (
    { deliveries }: DeliveriesPage,
    query: DeliveryQuery,
    from: string | null,
  ): readonly DeskDeliveryRecord[] => {
    newest = isOldestFirst(query) ? from : null;
    beforeNewest = newest === null ? 0 : rows.value.length;
    return deliveries;
  };
  const { rows, state, hasMore, start, more, goOnAt, stop } = createPages(api, listPath, take);
  return {
    deliveries: rows,
    state,
    hasMore,
    start(query) {
      asked = query;
      return start(query);
    },
    more,
    async refresh() {
      if (asked === null || state.value !== "ready") return;
      const [query, from] = [asked, newest];
      const answer = await api.get<DeliveriesPage>(listPath(query, from));
      if (!answer.ok || query !== asked || from !== newest || state.value !== "ready") return;
      const { value: page } = answer;
      const joined = isOldestFirst(query) ? null : withNewest(rows.value, page);
      rows.value = joined ?? [...rows.value.slice(0, beforeNewest), ...page.deliveries];
      if (joined === null) goOnAt(page.cursor);
    },
    stop,
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
