import type { ReadonlySignal } from "@preact/signals";
import { signal } from "@preact/signals";
import type { DeskOfflineMessage } from "../../../codec/desk-offline.ts";
import type { ApiFailure } from "../data/api.ts";
import type { Desk } from "../data/desk.ts";
import type { LeftPage } from "../shell/left-unread.ts";

/** Messages left through the offline form, the newest first, each once. */
export interface LeftList {
  readonly messages: ReadonlySignal<readonly DeskOfflineMessage[]>;
  readonly state: ReadonlySignal<"loading" | "ready" | ApiFailure>;
  readonly hasMore: ReadonlySignal<boolean>;
  /** The next page, or again the one that failed. */
  more(): Promise<void>;
  /** Hears what is left from now on. The answer stops. */
  start(): () => void;
}

export function createLeftList({ api, onNews }: Pick<Desk, "api" | "onNews">): LeftList {
  const messages = signal<readonly DeskOfflineMessage[]>([]);
  const state = signal<"loading" | "ready" | ApiFailure>("ready");
  const hasMore = signal(true);
  let cursor: string | null = null;
  const put = (more: readonly DeskOfflineMessage[]): void => {
    const byId = new Map([...messages.value, ...more].map((message) => [message.id, message]));
    messages.value = [...byId.values()].sort((left, right) => Number(right.id) - Number(left.id));
  };
  const more = async (): Promise<void> => {
    if (state.value === "loading") return;
    state.value = "loading";
    const page = await api.get<LeftPage>(
      `/api/offline-messages${cursor === null ? "" : `?cursor=${encodeURIComponent(cursor)}`}`,
    );
    if (page.ok) {
      put(page.value.offlineMessages);
      cursor = page.value.cursor;
      hasMore.value = cursor !== null;
    }
    state.value = page.ok ? "ready" : page.failure;
  };
  /** What was left while nobody listened is on the first page, unless it is very much. */
  const catchUp = async (): Promise<void> => {
    const page = await api.get<LeftPage>("/api/offline-messages");
    if (page.ok) put(page.value.offlineMessages);
  };
  return {
    messages,
    state,
    hasMore,
    more,
    start() {
      void more();
      return onNews((news) => {
        if (news.type === "offline_message") put([news.offlineMessage]);
        if (news.type === "ready" || news.type === "resync") void catchUp();
      });
    },
  };
}
