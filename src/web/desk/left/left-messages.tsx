import type { JSX } from "preact";
import { useEffect, useMemo } from "preact/hooks";
import { Nothing } from "../shell/nothing.tsx";
import { placeOf, route } from "../shell/route.ts";
import { useDesk } from "../shell/use-desk.ts";
import type { LeftView } from "./left-list.ts";
import { createLeftList, leftViews } from "./left-list.ts";
import { LeftMessage } from "./left-message.tsx";

/** Messages left while nobody was there, and what is done about them. Source: WH-18. */
export function LeftMessages(): JSX.Element {
  const desk = useDesk();
  const { query, parts } = route.value;
  const view = viewOf(query.get("view"));
  const [shownId] = parts;
  const list = useMemo(() => createLeftList(desk, view), [desk, view]);
  const { value: messages } = list.messages;
  const { value: at } = list.state;
  useEffect(() => list.start(), [list]);
  const isThere = messages.some(({ id }) => id === shownId);
  useEffect(() => {
    if (isThere) document.getElementById(`left-${shownId}`)?.focus();
  }, [isThere, shownId]);
  return (
    <main class="section left-messages">
      <h1>Left messages</h1>
      <p class="help">What visitors wrote while nobody was there. They wait for an answer by e-mail or phone.</p>
      <nav class="left-views" aria-label="Which messages">
        {leftViews.map(({ key, title }) => (
          <a
            key={key}
            class="button"
            href={placeOf(["left"], key === "open" ? {} : { view: key })}
            aria-current={key === view ? "page" : undefined}
          >
            {title}
          </a>
        ))}
      </nav>
      <ol aria-label="Left messages">
        {messages.map((message) => (
          <li key={message.id}>
            <LeftMessage message={message} canAnswer={list.canAnswer.value} onChange={list.put} />
          </li>
        ))}
      </ol>
      {at === "loading" && <p class="empty">Loading…</p>}
      {at === "ready" && messages.length === 0 && <Nothing>{emptyWords[view]}</Nothing>}
      {typeof at === "object" && (
        <p class="empty error" role="alert">
          {at.message}
        </p>
      )}
      {(typeof at === "object" || (at === "ready" && list.hasMore.value)) && (
        <button type="button" onClick={() => void list.more()}>
          {typeof at === "object" ? "Try again" : "Show older ones"}
        </button>
      )}
    </main>
  );
}

const viewOf = (name: string | null): LeftView => leftViews.find(({ key }) => key === name)?.key ?? "open";

const emptyWords: Readonly<Record<LeftView, string>> = {
  open: "No message waits for an answer. When all agents are away, visitors of your widgets can leave one.",
  mine: "None of the open messages is yours. Take one under Open.",
  done: "No message is done yet.",
};
