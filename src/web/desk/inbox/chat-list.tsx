import { useComputed, useSignal } from "@preact/signals";
import type { JSX, RefObject } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { textsOf } from "../../shared/language/texts.ts";
import { useCommands } from "../shell/commands/commands.ts";
import { useDesk } from "../shell/use-desk.ts";
import { inbox } from "../texts/en/inbox.ts";
import { ChatRow, rowPx } from "./chat-row.tsx";
import { useDrawnRows } from "./drawn-rows.ts";
import type { InboxModel, SeenRows } from "./inbox-model.ts";
import { openChat } from "./inbox-model.ts";
import { reply, replyTo } from "./reply.ts";
import { titleOf } from "./views.ts";

const text = textsOf("inbox", inbox);

/** Rows drawn beyond the visible part. */
const spareRows = 4;

/**
 * The rows of a view. Only the visible rows and the focused one are in the page. Each row has its place among all rows
 * as an attribute, for screen readers.
 */
export function ChatList({ model }: { readonly model: InboxModel }): JSX.Element {
  const desk = useDesk();
  const list = useRef<HTMLDivElement>(null);
  const { ids } = model.shown.value;
  const openId = model.openId.value;
  const cursor = useComputed(() => cursorOf(model)).value;
  const seen = useScroll(list, model);
  const move = useListKeys(list, model);
  const sought = model.sought.value;
  const soughtAt = sought === null ? -1 : ids.indexOf(sought.chatId);
  useLayoutEffect(() => {
    if (list.current === null || sought === null || soughtAt === -1) return;
    if (sought.isTop) list.current.scrollTop = soughtAt * rowPx;
    else showRow(list.current, soughtAt);
    model.sought.value = null;
  }, [sought, soughtAt]);
  const onKeyDown = (event: KeyboardEvent): void => {
    const by = moves[event.key];
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (by !== undefined) move(by);
    else if (event.key !== "r" || cursor === null || !replyTo(desk, model, cursor)) return;
    event.preventDefault();
  };
  const drawn = useDrawnRows(wantedRows(seen, cursor === null ? -1 : ids.indexOf(cursor)), ids);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: its links have the focus, and it handles their keys.
    <div ref={list} class="chat-list" onKeyDown={onKeyDown}>
      <ol
        aria-label={text("chatsOf", { view: titleOf(model.view.value) })}
        style={{ height: `${ids.length * rowPx}px` }}
      >
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

/** The row that can have the focus: the keyboard's row, else the open chat, else the first. */
function cursorOf({ cursor, openId, shown }: InboxModel): string | null {
  const { ids } = shown.value;
  if (cursor.value !== null && ids.includes(cursor.value)) return cursor.value;
  return openId.value !== null && ids.includes(openId.value) ? openId.value : (ids[0] ?? null);
}

/** The cursor's place, the visible places, and some around them. */
function* wantedRows({ first, end }: SeenRows, cursorAt: number): Iterable<number> {
  yield cursorAt;
  if (end === 0) {
    // Nothing is measured yet. Rows that are drawn before the measurement need no second layout.
    for (let at = 0; at * rowPx < innerHeight; at += 1) yield at;
    return;
  }
  for (let at = first; at < end; at += 1) yield at;
  for (let by = 0; by < spareRows; by += 1) {
    yield end + by;
    yield first - 1 - by;
  }
}

/** The visible rows. Each view keeps its scroll position. */
function useScroll(list: RefObject<HTMLDivElement | null>, model: InboxModel): SeenRows {
  const { seen } = model;
  const { id } = model.view.value;
  useLayoutEffect(() => {
    const element = list.current;
    if (element === null) return;
    const look = (): void => {
      const { scrollTop, clientHeight } = element;
      const first = Math.floor(scrollTop / rowPx);
      const end = Math.ceil((scrollTop + clientHeight) / rowPx);
      if (first !== seen.peek().first || end !== seen.peek().end) seen.value = { first, end };
      model.isScrolled.value = scrollTop > 0;
      model.offsets.set(id, scrollTop);
    };
    element.scrollTop = model.offsets.get(id) ?? 0;
    look();
    const resized = new ResizeObserver(look);
    resized.observe(element);
    element.addEventListener("scroll", look, { passive: true });
    return () => {
      resized.disconnect();
      element.removeEventListener("scroll", look);
      model.isScrolled.value = false;
    };
  }, [id]);
  return seen.value;
}

/** The keys of the list. Returns a function that moves the focus by a number of rows. */
function useListKeys(list: RefObject<HTMLDivElement | null>, model: InboxModel): (by: number) => void {
  const desk = useDesk();
  const wanted = useSignal<string | null>(null);
  const move = (by: number): void => {
    const { ids } = model.shown.peek();
    const element = list.current;
    if (element === null || ids.length === 0) return;
    const next = nextAt(ids, model, by);
    const chatId = ids[next] ?? "";
    showRow(element, next);
    model.cursor.value = chatId;
    wanted.value = chatId;
  };
  const { value: focused } = wanted;
  // The row is drawn at any scroll position, because it is the cursor's row.
  useLayoutEffect(() => {
    if (focused === null) return;
    list.current?.querySelector<HTMLElement>(`[data-chat="${focused}"]`)?.focus({ preventScroll: true });
    wanted.value = null;
  }, [focused]);
  const replyToLongest = (): void => {
    const { longest } = model.indexed.peek();
    if (longest !== null) void reply(desk, model, longest.id);
  };
  const group = text("title");
  useCommands(
    [
      { id: "next-chat", title: text("nextChat"), keys: "j", group, run: () => move(1) },
      { id: "previous-chat", title: text("previousChat"), keys: "k", group, run: () => move(-1) },
      { id: "reply-to-longest", title: text("replyToLongest"), keys: "R", group, run: replyToLongest },
    ],
    [model],
  );
  const focusedRow = model.focused.value;
  // The list handles Enter only while one of its rows has the focus.
  useCommands(
    focusedRow === null
      ? []
      : [
          {
            id: "open-row",
            title: text("openRow"),
            keys: "Enter",
            group,
            run: () => openChat(model, focusedRow),
          },
          {
            id: "reply-to-row",
            title: text("replyToRow"),
            keys: "r",
            group,
            run: () => replyTo(desk, model, focusedRow),
          },
        ],
    [model, focusedRow],
  );
  return move;
}

/** Starts at the keyboard's row, else at the open chat, else at the first row. */
function nextAt(ids: readonly string[], { cursor, openId }: InboxModel, by: number): number {
  const from = [cursor, openId].map((id) => ids.indexOf(id.peek() ?? "")).find((at) => at !== -1);
  return from === undefined ? 0 : Math.min(ids.length - 1, Math.max(0, from + by));
}

/** Scrolls to the row, no further than needed. */
function showRow(element: HTMLElement, at: number): void {
  const top = at * rowPx;
  const hidden = top + rowPx - element.clientHeight;
  if (top < element.scrollTop) element.scrollTop = top;
  else if (hidden > element.scrollTop) element.scrollTop = hidden;
}
