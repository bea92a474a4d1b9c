import type { JSX } from "preact";
import { useEffect, useMemo } from "preact/hooks";
import { textsOf } from "../../shared/language/texts.ts";
import { loading, tryAgain } from "../../shared/parts/missing.tsx";
import { Nothing } from "../shell/nothing.tsx";
import { placeOf, route } from "../shell/route.ts";
import { useDesk } from "../shell/use-desk.ts";
import { left } from "../texts/en/left.ts";
import type { LeftView } from "./left-list.ts";
import { createLeftList, leftViews } from "./left-list.ts";
import { LeftMessage } from "./left-message.tsx";

const text = textsOf("left", left);

/** Messages left while no agent was online, and the actions on them. Source: WH-18. */
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
      <h1>{text("title")}</h1>
      <p class="help">
        {text("about")} {list.canAnswer.value === false && text("noMailServer")}
      </p>
      <nav class="segmented" aria-label={text("which")}>
        {leftViews.map((key) => (
          <a
            key={key}
            href={placeOf(["left"], key === "open" ? {} : { view: key })}
            aria-current={key === view ? "page" : undefined}
          >
            {text(key)}
          </a>
        ))}
      </nav>
      <ol aria-label={text("title")}>
        {messages.map((message) => (
          <li key={message.id}>
            <LeftMessage message={message} canAnswer={list.canAnswer.value} onChange={list.put} />
          </li>
        ))}
      </ol>
      {at === "loading" && <p class="empty">{loading()}</p>}
      {at === "ready" && messages.length === 0 && <Nothing>{text(`${view}Empty`)}</Nothing>}
      {typeof at === "object" && (
        <p class="empty error" role="alert">
          {at.message}
        </p>
      )}
      {(typeof at === "object" || (at === "ready" && list.hasMore.value)) && (
        <button type="button" onClick={() => void list.more()}>
          {typeof at === "object" ? tryAgain() : text("showOlder")}
        </button>
      )}
    </main>
  );
}

const viewOf = (name: string | null): LeftView => leftViews.find((view) => view === name) ?? "open";
