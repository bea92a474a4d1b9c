import type { JSX, RefObject } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { textsOf } from "../../shared/language/texts.ts";
import { Failed } from "../../shared/parts/missing.tsx";
import { SortHead } from "../../shared/ui/sort-head.tsx";
import { archive } from "../texts/en/archive.ts";
import { placeOfQuery } from "./place-of-query.ts";
import type { ArchiveQuery } from "./query.ts";
import { isEverything, isOldestFirst } from "./query.ts";
import { Result } from "./result.tsx";
import type { Search } from "./search.ts";

const text = textsOf("archive", archive);

interface ResultsProps {
  readonly search: Search;
  readonly query: ArchiveQuery;
  readonly chatId: string | undefined;
  readonly list: RefObject<HTMLTableElement | null>;
  readonly onTurn: () => void;
  readonly onAgain: () => void;
}

/** The columns by which the service cannot sort. */
const heads = [
  ["name", "client"],
  ["line", "lastMessage"],
  ["agent", "agent"],
  ["channel", "channel"],
] as const;

/** The results; more are loaded near the end. */
export function Results({ search, query, chatId, list, onTurn, onAgain }: ResultsProps): JSX.Element {
  const { value: chats } = search.chats;
  const { value: at } = search.state;
  const isLoading = at === "loading";
  return (
    <div class="results" aria-busy={isLoading}>
      {!search.isComplete.value && (
        <p class="banner still-indexing" role="status">
          {text("stillIndexing")}{" "}
          <button type="button" class="quiet" onClick={onAgain}>
            {text("searchAgain")}
          </button>
        </p>
      )}
      <table ref={list} aria-label={text("closedChats")}>
        <thead>
          <tr class="table-heads result-heads">
            {heads.map(([column, head]) => (
              <th key={column} class={column} scope="col">
                {text(head)}
              </th>
            ))}
            <SortHead label={text("closed")} look="time" isAscending={isOldestFirst(query)} onTurn={onTurn} />
          </tr>
        </thead>
        <tbody>
          {chats.map((chat) => (
            <Result
              key={chat.id}
              chat={chat}
              question={query.q}
              place={placeOfQuery(query, chat.id)}
              isOpen={chat.id === chatId}
            />
          ))}
        </tbody>
      </table>
      {at === "ready" && chats.length === 0 && !search.hasMore.value && (
        <p class="empty">{text(isEverything(query) ? "noneClosed" : "nothingFound")}</p>
      )}
      {isLoading && <p class="empty">{text(chats.length === 0 ? "searching" : "loadingMore")}</p>}
      {typeof at === "object" && (
        <Failed look="empty" onRetry={() => void (chats.length === 0 ? onAgain() : search.more())}>
          {at.message}
        </Failed>
      )}
      {at === "ready" && search.hasMore.value && <More onMore={() => void search.more()} />}
    </div>
  );
}

/** A button that loads more results when it becomes visible or is pressed. */
function More({ onMore }: { readonly onMore: () => void }): JSX.Element {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const { current } = button;
    if (current === null) return undefined;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting === true && onMore());
    observer.observe(current);
    return () => observer.disconnect();
  }, []);
  return (
    <p class="empty">
      <button ref={button} type="button" onClick={onMore}>
        {text("searchOn")}
      </button>
    </p>
  );
}
