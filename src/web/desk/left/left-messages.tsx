import type { JSX } from "preact";
import { useEffect, useMemo, useRef } from "preact/hooks";
import { markLeftSeen, seenLeft } from "../shell/left-unread.ts";
import { Nothing } from "../shell/nothing.tsx";
import { useDesk } from "../shell/use-desk.ts";
import { createLeftList } from "./left-list.ts";
import { LeftMessage } from "./left-message.tsx";

/** Messages left while nobody was there. Source: WH-18. */
export function LeftMessages(): JSX.Element {
  const desk = useDesk();
  const list = useMemo(() => createLeftList(desk), [desk]);
  const seenBefore = useRef(seenLeft(desk.kept));
  const { value: messages } = list.messages;
  const { value: at } = list.state;
  const newest = messages[0]?.id;
  useEffect(() => list.start(), [list]);
  useEffect(() => markLeftSeen(desk.kept, newest), [newest]);
  return (
    <main class="section left-messages">
      <h1>Left messages</h1>
      <p class="help">What visitors wrote while nobody was there. They wait for an answer by e-mail or phone.</p>
      <ol aria-label="Left messages">
        {messages.map((message) => (
          <li key={message.id}>
            <LeftMessage message={message} isNew={Number(message.id) > seenBefore.current} />
          </li>
        ))}
      </ol>
      {at === "loading" && <p class="empty">Loading…</p>}
      {at === "ready" && messages.length === 0 && (
        <Nothing>Nobody has left a message. When all agents are away, visitors of your widgets can leave one.</Nothing>
      )}
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
