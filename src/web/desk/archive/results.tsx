import type { JSX, RefObject } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { ArchiveQuery } from "./query.ts";
import { isEverything } from "./query.ts";
import { Result } from "./result.tsx";
import type { Search } from "./search.ts";

interface ResultsProps {
  readonly search: Search;
  readonly query: ArchiveQuery;
  readonly chatId: string | undefined;
  readonly list: RefObject<HTMLUListElement | null>;
  readonly onAgain: () => void;
}

/** What was found; more comes as one gets to the end. */
export function Results({ search, query, chatId, list, onAgain }: ResultsProps): JSX.Element {
  const { value: chats } = search.chats;
  const { value: at } = search.state;
  const isLoading = at === "loading";
  return (
    <div class="results" aria-busy={isLoading}>
      {!search.isComplete.value && (
        <p class="still-indexing" role="status">
          Older chats are still being indexed, so that some may be missing here.{" "}
          <button type="button" class="quiet" onClick={onAgain}>
            Search again
          </button>
        </p>
      )}
      <ul ref={list} aria-label="Closed chats">
        {chats.map((chat) => (
          <li key={chat.id}>
            <Result chat={chat} query={query} isOpen={chat.id === chatId} />
          </li>
        ))}
      </ul>
      {at === "ready" && chats.length === 0 && !search.hasMore.value && (
        <p class="empty">
          {isEverything(query)
            ? "No chat has been closed yet. Closed chats are kept here and can be searched."
            : "Nothing was found. Try fewer words, or other filters."}
        </p>
      )}
      {isLoading && <p class="empty">{chats.length === 0 ? "Searching…" : "Loading more…"}</p>}
      {typeof at === "object" && (
        <div class="empty" role="alert">
          <p>{at.message}</p>
          <button type="button" onClick={() => void (chats.length === 0 ? onAgain() : search.more())}>
            Try again
          </button>
        </div>
      )}
      {at === "ready" && search.hasMore.value && <More onMore={() => void search.more()} />}
    </div>
  );
}

/** Asks for more when it comes into sight; as a button for whoever gets there by keys. */
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
        Search further back
      </button>
    </p>
  );
}
