import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { DeskOfflineMessage } from "../../../codec/desk-offline.ts";
import type { Kept } from "../data/kept.ts";
import { useDesk } from "./use-desk.ts";

/** `GET /api/offline-messages`. */
export interface LeftPage {
  readonly offlineMessages: readonly DeskOfflineMessage[];
  readonly cursor: string | null;
}

/** The newest message the agent has seen; ids grow. Of one browser, as drafts are. */
const name = "left.seen";

export const seenLeft = (kept: Kept): number => Number(kept.of(name).value ?? 0);

/** What is not newer has been seen. */
export function markLeftSeen(kept: Kept, id: string | undefined): void {
  if (id !== undefined && Number(id) > seenLeft(kept)) kept.set(name, id);
}

/** How many left messages the agent has not seen, up to a page of them. News may be missed while not connected: then they are counted anew. */
export function useLeftUnread(): number {
  const { api, kept, onNews } = useDesk();
  useEffect(() => {
    const count = async (): Promise<void> => {
      const page = await api.get<LeftPage>("/api/offline-messages");
      if (page.ok) newest.value = page.value.offlineMessages.map(({ id }) => Number(id));
    };
    void count();
    return onNews((news) => {
      if (news.type === "ready" || news.type === "resync") void count();
      if (news.type === "offline_message") newest.value = [...newest.value, Number(news.offlineMessage.id)];
    });
  }, []);
  const seen = seenLeft(kept);
  return new Set(newest.value.filter((id) => id > seen)).size;
}

const newest = signal<readonly number[]>([]);
