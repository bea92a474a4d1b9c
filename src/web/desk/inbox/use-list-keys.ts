import { useSignal } from "@preact/signals";
import type { RefObject } from "preact";
import { useLayoutEffect } from "preact/hooks";
import { textsOf } from "../../shared/language/texts.ts";
import { useCommands } from "../shell/commands/commands.ts";
import { useDesk } from "../shell/use-desk.ts";
import { inbox } from "../texts/en/inbox.ts";
import { rowPx } from "./chat-row.tsx";
import type { InboxModel } from "./inbox-model.ts";
import { openChat } from "./inbox-model.ts";
import { reply, replyTo } from "./reply.ts";

const text = textsOf("inbox", inbox);

/** The keys of the list. Returns a function that moves the focus by a number of rows. */
export function useListKeys(list: RefObject<HTMLDivElement | null>, model: InboxModel): (by: number) => void {
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
export function showRow(element: HTMLElement, at: number): void {
  const top = at * rowPx;
  const hidden = top + rowPx - element.clientHeight;
  if (top < element.scrollTop) element.scrollTop = top;
  else if (hidden > element.scrollTop) element.scrollTop = hidden;
}
