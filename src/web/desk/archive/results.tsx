import type { JSX, RefObject } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { DeskChat } from "../../../codec/desk/desk.ts";
import { textsOf } from "../../shared/language/texts.ts";
import { Failed } from "../../shared/parts/missing.tsx";
import { now } from "../../shared/parts/now.ts";
import { exactTime, nameOfDay, timeOfDay } from "../../shared/parts/times.ts";
import { Avatar } from "../parts/avatar.tsx";
import { highlight } from "../parts/highlight.ts";
import { Marked } from "../parts/marked.tsx";
import { clientPicture } from "../parts/pictures.ts";
import { placeOf } from "../shell/route.ts";
import { useDesk } from "../shell/use-desk.ts";
import { archive } from "../texts/en/archive.ts";
import type { ArchiveQuery } from "./query.ts";
import { isEverything } from "./query.ts";
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
        <p class="still-indexing" role="status">
          {text("stillIndexing")}{" "}
          <button type="button" class="quiet" onClick={onAgain}>
            {text("searchAgain")}
          </button>
        </p>
      )}
      <ul ref={list} aria-label={text("closedChats")}>
        {chats.map((chat) => (
          <li key={chat.id}>
            <Result chat={chat} query={query} isOpen={chat.id === chatId} />
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

interface ResultProps {
  readonly chat: DeskChat;
  readonly query: ArchiveQuery;
  readonly isOpen: boolean;
}

/** One found closed chat. */
function Result({ chat, query, isOpen }: ResultProps): JSX.Element {
  const { id, client, agent, last, closedAt, updatedAt, channelId } = chat;
  const channel = useDesk().surroundings.value.channels.find((one) => one.id === channelId);
  const atMs = closedAt ?? updatedAt;
  const also = matchedFacts(chat, query.q);
  return (
    <a class="result" href={placeOfQuery(query, id)} aria-current={isOpen ? "true" : undefined}>
      <Avatar name={client.name} picture={clientPicture(id, client.photo)} />
      <span class="result-lines">
        <span class="result-top">
          <span class="name">
            <Marked text={client.name} question={query.q} />
          </span>
          <time dateTime={new Date(atMs).toISOString()} title={exactTime(atMs)}>
            {text("dayAndTime", { day: nameOfDay(atMs, now.value), time: timeOfDay(atMs) })}
          </time>
        </span>
        <span class="line">{last === null ? text("nothingSaid") : <Marked text={last.text} question={query.q} />}</span>
        <span class="help result-facts">
          <span>
            <Marked text={agent?.name ?? text("noAgent")} question={query.q} />
          </span>
          <span>{channel?.name ?? channelId}</span>
          <span>{text("visitor", { number: `${client.number}` })}</span>
          {also.map((fact) => (
            <span key={fact}>
              <Marked text={fact} question={query.q} />
            </span>
          ))}
        </span>
      </span>
    </a>
  );
}

/** Matching facts that are not shown otherwise. */
function matchedFacts({ client, page }: DeskChat, question: string): readonly string[] {
  const facts = [client.email, client.phone, client.description, page?.title, page?.url];
  return facts.flatMap((fact) => (fact && highlight(fact, question).some(({ isFound }) => isFound) ? [fact] : []));
}

/** The address of a search, with an open chat beside it. */
export const placeOfQuery = (query: ArchiveQuery, chatId?: string): string =>
  placeOf(chatId === undefined ? ["archive"] : ["archive", chatId], { ...query });
