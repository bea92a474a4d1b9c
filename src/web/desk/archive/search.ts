import type { ReadonlySignal } from "@preact/signals";
import { signal } from "@preact/signals";
import type { DeskChat } from "../../../codec/desk/desk.ts";
import type { Api, ApiFailure } from "../../shared/api/api.ts";
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
  const chats = signal<readonly DeskChat[]>([]);
  const state = signal<"loading" | "ready" | ApiFailure>("loading");
  const hasMore = signal(false);
  const question = signal("");
  const isComplete = signal(true);
  let asked: ArchiveQuery | null = null;
  let cursor: string | null = null;
  let isFirst = true;
  let aborter = new AbortController();

  const takePages = async (query: ArchiveQuery): Promise<void> => {
    const { signal: given } = aborter;
    const wanted = (isFirst ? 0 : chats.value.length) + wantedAtOnce;
    state.value = "loading";
    const pages = wantedAtOnce < wantedChats ? 1 : pagesMax;
    for (let page = 0; page < pages; page += 1) {
      const answer = await api.get<ArchivePage>(searchPath(query, cursor), given);
      if (given.aborted) return;
      if (!answer.ok) {
        if (isFirst) chats.value = [];
        state.value = answer.failure;
        return;
      }
      const { value: found } = answer;
      chats.value = isFirst ? found.chats : [...chats.value, ...found.chats];
      question.value = query.q;
      isFirst = false;
      cursor = found.cursor;
      hasMore.value = cursor !== null;
      isComplete.value = found.complete;
      if (cursor === null || chats.value.length >= wanted) break;
    }
    state.value = "ready";
  };
  return {
    chats,
    state,
    hasMore,
    isComplete,
    question,
    async start(query) {
      aborter.abort();
      aborter = new AbortController();
      asked = query;
      cursor = null;
      isFirst = true;
      hasMore.value = false;
      await takePages(query);
    },
    async more() {
      if (asked !== null && state.value !== "loading") await takePages(asked);
    },
    drop(chatId) {
      chats.value = chats.value.filter(({ id }) => id !== chatId);
    },
    stop: () => aborter.abort(),
  };
}
