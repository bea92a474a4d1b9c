import type { ReadonlySignal, Signal } from "@preact/signals";
import { signal } from "@preact/signals";
import type { Api, ApiFailure } from "../../shared/api/api.ts";

/** A list that the service answers page by page. */
export interface Pages<Query, Row> {
  readonly rows: Signal<readonly Row[]>;
  readonly state: ReadonlySignal<"loading" | "ready" | ApiFailure>;
  readonly hasMore: ReadonlySignal<boolean>;
  /** Starts again and aborts the former reads. The former rows stay until the answer. */
  start(query: Query): Promise<void>;
  /** Continues at the last position, also after a failure. */
  more(): Promise<void>;
  /** `more` continues there, because the caller has changed the rows. */
  goOnAt(cursor: string | null): void;
  stop(): void;
}

interface AnyPage {
  readonly cursor: string | null;
}

/** `take` returns the rows of the page at a cursor. `isEnough` is asked after each page but the last, with the rows and pages of this read. */
export function createPages<Query, Row, Page extends AnyPage>(
  api: Api,
  pathOf: (query: Query, cursor: string | null) => string,
  take: (page: Page, query: Query, from: string | null) => readonly Row[],
  isEnough: (rows: number, pages: number) => boolean = () => true,
): Pages<Query, Row> {
  const rows = signal<readonly Row[]>([]);
  const state = signal<"loading" | "ready" | ApiFailure>("loading");
  const hasMore = signal(false);
  let asked: Query | null = null;
  let cursor: string | null = null;
  let isFirst = true;
  let aborter = new AbortController();

  const goOnAt = (next: string | null): void => {
    cursor = next;
    hasMore.value = next !== null;
  };
  const read = async (query: Query): Promise<void> => {
    const { signal: given } = aborter;
    const before = isFirst ? 0 : rows.value.length;
    state.value = "loading";
    for (let pages = 1; ; pages += 1) {
      const answer = await api.get<Page>(pathOf(query, cursor), given);
      if (given.aborted) return;
      if (!answer.ok) {
        if (isFirst) rows.value = [];
        state.value = answer.failure;
        return;
      }
      rows.value = [...(isFirst ? [] : rows.value), ...take(answer.value, query, cursor)];
      isFirst = false;
      goOnAt(answer.value.cursor);
      if (cursor === null || isEnough(rows.value.length - before, pages)) break;
    }
    state.value = "ready";
  };
  return {
    rows,
    state,
    hasMore,
    async start(query) {
      aborter.abort();
      aborter = new AbortController();
      asked = query;
      isFirst = true;
      goOnAt(null);
      await read(query);
    },
    async more() {
      if (asked !== null && state.value !== "loading") await read(asked);
    },
    goOnAt,
    stop: () => aborter.abort(),
  };
}
