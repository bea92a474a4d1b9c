import type { ReadonlySignal } from "@preact/signals";
import { computed, effect, untracked } from "@preact/signals";
import { textsOf } from "../../../shared/language/texts.ts";
import type { Desk } from "../../data/desk.ts";
import { shell } from "../../texts/en/shell.ts";
import type { Me } from "../standing.ts";
import { standingOf, waitsFor } from "../standing.ts";

const text = textsOf("shell", shell);

/** The number of chats for this agent: its own with unread messages and, unless it is away, the chats that wait for it. */
function countWanting({ chats, seen }: Desk, me: Me, isAvailable: boolean): number {
  let count = 0;
  for (const chat of chats.inState("with_agent"))
    if (standingOf(chat, me) === "mine" && seen.unreadOf(chat) > 0) count += 1;
  if (isAvailable) for (const chat of chats.inState("waiting")) if (waitsFor(chat, me)) count += 1;
  return count;
}

/** Shows the count in the tab's title and on the icon of the installed application. A change of `looks` starts a new count. Returns a function that stops it. */
export function showCount(desk: Desk, looks: ReadonlySignal<number>): () => void {
  const count = computed(() => {
    looks.value;
    const me = desk.surroundings.value.agent;
    const isAvailable = desk.available.value;
    // Unread messages may have been seen, here or in another tab.
    desk.seen.total.value;
    return untracked(() => countWanting(desk, me, isAvailable));
  });
  const end = effect(() => show(count.value));
  return () => {
    end();
    show(0);
  };
}

function show(count: number): void {
  const title = text("title");
  document.title = count === 0 ? title : `(${count}) ${title}`;
  // Without a badge the title still shows the count.
  if (count === 0) void navigator.clearAppBadge?.().catch(() => undefined);
  else void navigator.setAppBadge?.(count).catch(() => undefined);
}
