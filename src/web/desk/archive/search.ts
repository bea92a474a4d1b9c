import type { ReadonlySignal } from "@preact/signals";
import { signal } from "@preact/signals";
import type { DeskChat } from "../../../codec/desk/desk.ts";
import type { Api, ApiFailure } from "../../shared/api/api.ts";
import { createPages } from "../data/pages.ts";
import type { ArchiveQuery } from "./query.ts";
import { searchPath } from "./query.ts";

/** `GET /api/archive`. */
export interface ArchivePage {
  readonly chats: readonly DeskChat[];
  /** The cursor of the next page, also after a short or empty one. */
  readonly cursor: string | null;
  /** False while a new index is still being built. */
  readonly complete: boolean;
}

/** The results, page by page. */
export interface Search {
  readonly chats: ReadonlySignal<readonly DeskChat[]>;
  readonly state: ReadonlySignal<"loading" | "ready" | ApiFailure>;
  /** There may be more results in older chats. */
  readonly hasMore: ReadonlySignal<boolean>;
  readonly isComplete: ReadonlySignal<boolean>;
  /** The words that these results have. */
  readonly question: ReadonlySignal<string>;
  /** Starts a new search and aborts the previous one. The previous results stay visible until the response. */
  start(query: ArchiveQuery): Promise<void>;
  /** Continues at the last position, also after a failure. */
  more(): Promise<void>;
  /** Removes a deleted chat. */
  drop(chatId: string): void;
  stop(): void;
}

const wantedChats = 30;
/** A search for rare words reads many pages with few results. After this many pages the agent decides whether it continues. */
const pagesMax = 20;

/** The number of chats that a search looks for at once; by default enough to fill a screen. */
export function createSearch(api: Api, wantedAtOnce = wantedChats): Search {
  const question = signal("");
  const isComplete = signal(true);
  const pagesAtOnce = wantedAtOnce < wantedChats ? 1 : pagesMax;
  const take = ({ chats, complete }: ArchivePage, { q }: ArchiveQuery): readonly DeskChat[] => {
    question.value = q;
    isComplete.value = complete;
    return chats;
  };
  const isEnough = (chats: number, pages: number): boolean => chats >= wantedAtOnce || pages >= pagesAtOnce;
  const { rows, state, hasMore, start, more, stop } = createPages(api, searchPath, take, isEnough);
  return {
    chats: rows,
    state,
    hasMore,
    isComplete,
    question,
    start,
    more,
    drop(chatId) {
      rows.value = rows.value.filter(({ id }) => id !== chatId);
    },
    stop,
  };
}
