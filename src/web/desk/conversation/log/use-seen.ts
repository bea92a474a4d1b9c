import type { ReadonlySignal } from "@preact/signals";
import { useComputed, useSignal, useSignalEffect } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { DeskMessage } from "../../../../codec/desk/desk.ts";
import type { Conversation } from "../../data/conversations/conversations.ts";
import { useDesk } from "../../shell/use-desk.ts";

interface Seen {
  /** The first message that was new when the chat was opened; null when none was. */
  readonly unreadSeq: number | null;
  /** The number of messages since the agent left the end of the log. */
  readonly freshCount: number;
}

/** The new messages for the agent. A message is seen at the end of the log on a visible page. */
export function useSeen({ chatId, messages, loading }: Conversation, isAtEnd: ReadonlySignal<boolean>): Seen {
  const { chats, seen } = useDesk();
  const chat = chats.of(chatId);
  /** Undefined until both are known. */
  const unreadSeq = useSignal<number | null | undefined>(undefined);
  const leftAtSeq = useSignal(0);
  const isShown = useShown();
  useSignalEffect(() => {
    if (chat.value === undefined || loading.value !== "ready" || messages.value.length === 0) return;
    if (unreadSeq.peek() === undefined) unreadSeq.value = seqOfUnread(messages.value, seen.unreadOf(chat.value));
    if (isAtEnd.value && isShown.value) seen.markSeen(chat.value);
  });
  useSignalEffect(() => {
    const lastSeq = messages.value.at(-1)?.seq ?? 0;
    if (isAtEnd.value) leftAtSeq.value = lastSeq;
  });
  const freshCount = useComputed(() =>
    isAtEnd.value ? 0 : messages.value.filter(({ seq }) => seq > leftAtSeq.value).length,
  );
  return { unreadSeq: unreadSeq.value ?? null, freshCount: freshCount.value };
}

/** The seq of the first of the client's last `count` messages. */
function seqOfUnread(messages: readonly DeskMessage[], unread: number): number | null {
  if (unread === 0) return null;
  const fromClient = messages.filter(({ from }) => from === "client");
  return (fromClient.at(-unread) ?? fromClient[0])?.seq ?? null;
}

function useShown(): ReadonlySignal<boolean> {
  const isShown = useSignal(document.visibilityState === "visible");
  useEffect(() => {
    const look = (): void => {
      isShown.value = document.visibilityState === "visible";
    };
    document.addEventListener("visibilitychange", look);
    return () => document.removeEventListener("visibilitychange", look);
  }, []);
  return isShown;
}
