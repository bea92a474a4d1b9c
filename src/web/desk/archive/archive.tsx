import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useMemo, useRef } from "preact/hooks";
import { isInputMethod } from "../../shared/browser/input-events.ts";
import { textsOf } from "../../shared/language/texts.ts";
import { inboxOf } from "../inbox/inbox-model.ts";
import { OpenChat, useClientPanel } from "../inbox/open-chat.tsx";
import { useCommands } from "../shell/commands/commands.ts";
import { clientPanelOpen } from "../shell/pane-buttons.tsx";
import { go, route } from "../shell/route.ts";
import { useDesk } from "../shell/use-desk.ts";
import { archive } from "../texts/en/archive.ts";
import { inbox } from "../texts/en/inbox.ts";
import { ExportButton } from "./export-button.tsx";
import { placeOfQuery } from "./place-of-query.ts";
import type { ArchiveQuery } from "./query.ts";
import { everything, readQuery, turned } from "./query.ts";
import { Result } from "./result.tsx";
import { Results } from "./results.tsx";
import { createSearch } from "./search.ts";

const words = textsOf("archive", archive);
const inboxWords = textsOf("inbox", inbox);

interface FiltersProps {
  readonly query: ArchiveQuery;
  readonly onChange: (query: ArchiveQuery) => void;
  /** Enter or arrow down in the field: go to the results. */
  readonly onLeave: () => void;
}

/** The search starts after this pause in typing. */
const pauseMs = 250;

/** The search form. The query is in the address, which changes after a pause in typing. */
function Filters({ query, onChange, onLeave }: FiltersProps): JSX.Element {
  const { browser, surroundings } = useDesk();
  const { channels, agents } = surroundings.value;
  const field = useRef<HTMLInputElement>(null);
  const text = useSignal(query.q);
  const newest = useRef(query);
  newest.current = query;
  const stop = useRef<() => void>(() => undefined);
  const search = (): void => {
    stop.current();
    if (text.peek() !== newest.current.q) onChange({ ...newest.current, q: text.peek() });
  };
  useEffect(() => {
    // The query came from the back button or from another address, not from typing.
    if (document.activeElement !== field.current) text.value = query.q;
  }, [query.q]);
  useEffect(() => () => stop.current(), []);
  useCommands(
    [
      {
        id: "archive search",
        title: words("searchCommand"),
        keys: "/",
        group: words("title"),
        run: () => field.current?.select(),
      },
    ],
    [],
  );
  const set = (key: keyof ArchiveQuery, value: string): void => onChange({ ...query, q: text.peek(), [key]: value });
  return (
    <search class="archive-filters">
      <input
        ref={field}
        type="search"
        aria-label={words("search")}
        placeholder={words("searchFor")}
        maxLength={200}
        value={text.value}
        onInput={(event) => {
          text.value = event.currentTarget.value;
          stop.current();
          stop.current = browser.after(pauseMs, search);
        }}
        onKeyDown={(event) => {
          if (isInputMethod(event)) return;
          if (event.key === "Enter") search();
          // The first Escape clears the field. The next one leaves it, so that the keys of the page work again.
          if (event.key === "Escape" && text.value === "") event.currentTarget.blur();
          if (event.key === "ArrowDown") {
            event.preventDefault();
            onLeave();
          }
        }}
      />
      <div class="filter-row">
        <label>
          <span class="help">{words("from")}</span>
          <input
            type="date"
            value={query.from}
            max={query.to}
            onChange={(event) => set("from", event.currentTarget.value)}
          />
        </label>
        <label>
          <span class="help">{words("to")}</span>
          <input
            type="date"
            value={query.to}
            min={query.from}
            onChange={(event) => set("to", event.currentTarget.value)}
          />
        </label>
        <label>
          <span class="help">{words("channel")}</span>
          <select value={query.channel} onChange={(event) => set("channel", event.currentTarget.value)}>
            <option value="">{words("all")}</option>
            {channels.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <label>
          <span class="help">{words("agent")}</span>
          <select value={query.agent} onChange={(event) => set("agent", event.currentTarget.value)}>
            <option value="">{words("all")}</option>
            {agents.map(({ id, name }) => (
              <option key={id} value={String(id)}>
                {name}
              </option>
            ))}
          </select>
        </label>
      </div>
    </search>
  );
}

/** Closed chats: a search in their messages, and the open chat beside the client's data. */
export function Archive(): JSX.Element {
  const desk = useDesk();
  const { parts, query: given } = route.value;
  const [chatId] = parts;
  const query = readQuery(given);
  const search = useMemo(() => createSearch(desk.api), [desk]);
  const isPanelOpen = clientPanelOpen.value;
  useClientPanel(chatId ?? null);
  const list = useRef<HTMLTableElement>(null);
  const again = (): void => void search.start(query);
  const asked = placeOfQuery(query);
  useEffect(again, [asked]);
  useEffect(() => {
    const stopHearing = desk.onNews((news) => {
      if (news.type === "chat_gone") search.drop(news.chatId);
    });
    return () => {
      stopHearing();
      search.stop();
    };
  }, [desk, search]);
  const change = (next: ArchiveQuery): void => go(placeOfQuery(next, chatId), true);
  const move = (by: 1 | -1) => () => moveFocus(list.current, by);
  useCommands(
    [
      { id: "archive next", title: words("next"), keys: "j", group: words("title"), run: move(1) },
      { id: "archive previous", title: words("previous"), keys: "k", group: words("title"), run: move(-1) },
    ],
    [],
  );
  useCommands(
    chatId === undefined
      ? []
      : [
          {
            id: "archive back",
            title: words("back"),
            keys: "Escape",
            group: words("title"),
            run: () => go(asked),
          },
        ],
    [chatId, asked],
  );
  return (
    <div
      class={`columns archive ${chatId === undefined ? "at-list" : "at-chat"} ${isPanelOpen ? "panel-open" : ""}`}
      // The conversation itself has the role of the main content.
      role={chatId === undefined ? "main" : undefined}
    >
      <section class="archive-list" aria-label={words("title")}>
        <header>
          <h1>{words("title")}</h1>
          <ExportButton query={query} />
        </header>
        <Filters query={query} onChange={change} onLeave={() => moveFocus(list.current, 1)} />
        <Results
          search={search}
          query={query}
          chatId={chatId}
          list={list}
          onTurn={() => change(turned(query))}
          onAgain={again}
        />
      </section>
      {chatId !== undefined && <OpenChat chatId={chatId} />}
    </div>
  );
}

/** Starts at the focused result, else at the open one, else at the first. */
function moveFocus(list: HTMLTableElement | null, by: 1 | -1): void {
  const links = Array.from(list?.querySelectorAll<HTMLAnchorElement>("a") ?? []);
  const focused = document.activeElement instanceof HTMLAnchorElement ? links.indexOf(document.activeElement) : -1;
  const at = focused === -1 ? links.findIndex((link) => link.ariaCurrent === "true") : focused;
  (links[at + by] ?? links[Math.max(0, at)])?.focus();
}

const shownMax = 5;
/** A single letter is in almost every chat. */
const charactersMin = 2;

/** Closed chats with the words that the agent searches in the open ones. */
export function ClosedFound(): JSX.Element | null {
  const desk = useDesk();
  const question = inboxOf(desk).text.value.trim();
  const search = useMemo(() => createSearch(desk.api, shownMax), [desk]);
  const query = { ...everything, q: question };
  useEffect(() => {
    search.stop();
    return question.length < charactersMin ? undefined : desk.browser.after(pauseMs, () => void search.start(query));
  }, [desk, search, question]);
  useEffect(() => () => search.stop(), [search]);
  const { value: chats } = search.chats;
  if (question !== search.question.value || chats.length === 0) return null;
  return (
    <section class="closed-found" aria-label={inboxWords("closedFound")}>
      <header>
        {inboxWords("closedFound")}
        <a href={placeOfQuery(query)}>{inboxWords("allClosed")}</a>
      </header>
      <table aria-label={inboxWords("closedFound")}>
        <tbody>
          {chats.slice(0, shownMax).map((chat) => (
            <Result
              key={chat.id}
              chat={chat}
              question={question}
              place={placeOfQuery(query, chat.id)}
              isOpen={false}
              isShort={true}
            />
          ))}
        </tbody>
      </table>
    </section>
  );
}
