import { useComputed } from "@preact/signals";
import type { JSX } from "preact";
import { useRef } from "preact/hooks";
import { useDesk } from "../shell/use-desk.ts";
import { ChatRow, rowPx } from "./chat-row.tsx";
import type { InboxModel } from "./inbox-model.ts";
import { replyTo } from "./reply.ts";
import { useListKeys } from "./use-list-keys.ts";
import { useScroll } from "./use-scroll.ts";

/** Rows that are drawn before they are scrolled to. */
const spareRows = 4;

/**
 * The rows of a view. Only those to be seen are in the page, and the one that has the focus; each says its place among all,
 * which is what a screen reader reads.
 */
export function ChatList({ model }: { readonly model: InboxModel }): JSX.Element {
  const desk = useDesk();
  const list = useRef<HTMLDivElement>(null);
  const { ids } = model.shown.value;
  const openId = model.openId.value;
  const cursor = useComputed(() => cursorOf(model)).value;
  const seen = useScroll(list, model).value;
  const move = useListKeys(list, model);
  const onKeyDown = (event: KeyboardEvent): void => {
    const by = moves[event.key];
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (by !== undefined) move(by);
    else if (event.key !== "r" || cursor === null || !replyTo(desk, model, cursor)) return;
    event.preventDefault();
  };
  const drawn = rowsBetween(seen.first - spareRows, seen.end + spareRows, ids, cursor);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: its links have the focus, it hears their keys.
    <div ref={list} class="chat-list" onKeyDown={onKeyDown}>
      <ol aria-label={`${model.view.value.title}: chats`} style={{ height: `${ids.length * rowPx}px` }}>
        {drawn.map((at) => {
          const chatId = ids[at] ?? "";
          return (
            <ChatRow
              key={chatId}
              model={model}
              chatId={chatId}
              at={at}
              rows={ids.length}
              isOpen={chatId === openId}
              isCursor={chatId === cursor}
            />
          );
        })}
      </ol>
    </div>
  );
}

const moves: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  ArrowUp: -1,
  PageDown: 8,
  PageUp: -8,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
};

/** The row that can have the focus: where keys have led, else the open chat, else the first. */
function cursorOf({ cursor, openId, shown }: InboxModel): string | null {
  const { ids } = shown.value;
  if (cursor.value !== null && ids.includes(cursor.value)) return cursor.value;
  return openId.value !== null && ids.includes(openId.value) ? openId.value : (ids[0] ?? null);
}

/** The places to be drawn, in order; the cursor's is among them, wherever it is. */
function rowsBetween(from: number, to: number, ids: readonly string[], cursor: string | null): readonly number[] {
  const start = Math.max(0, from);
  const end = Math.min(ids.length, to);
  const places = Array.from({ length: Math.max(0, end - start) }, (_, at) => start + at);
  const at = cursor === null ? -1 : ids.indexOf(cursor);
  if (at === -1 || (at >= start && at < end)) return places;
  return at < start ? [at, ...places] : [...places, at];
}
