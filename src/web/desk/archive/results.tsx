import type { JSX, RefObject } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { textsOf } from "../../shared/language/texts.ts";
import { Failed } from "../../shared/parts/missing.tsx";
import { archive } from "../texts/en/archive.ts";
import { placeOfQuery } from "./place-of-query.ts";
import type { ArchiveQuery } from "./query.ts";
import { isEverything } from "./query.ts";
import { Result } from "./result.tsx";
import type { Search } from "./search.ts";

const text = textsOf("archive", archive);

interface ResultsProps {
  readonly search: Search;
  readonly query: ArchiveQuery;
  readonly chatId: string | undefined;
  readonly list: RefObject<HTMLUListElement | null>;
  readonly onAgain: () => void;
}

/** The results; more are loaded near the end. */
export function Results({ search, query, chatId, list, onAgain }: ResultsProps): JSX.Element {
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
      <p class="result-heads" aria-hidden="true">
        <span class="name">{text("client")}</span>
        <span class="line">{text("lastMessage")}</span>
        <span class="agent">{text("agent")}</span>
        <span class="channel">{text("channel")}</span>
        <span class="time">{text("closed")}</span>
      </p>
      <ul ref={list} aria-label={text("closedChats")}>
        {chats.map((chat) => (
          <li key={chat.id}>
            <Result chat={chat} question={query.q} place={placeOfQuery(query, chat.id)} isOpen={chat.id === chatId} />
          </li>
        ))}
      </ul>
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
        {text("furtherBack")}
      </button>
    </p>
  );
}
