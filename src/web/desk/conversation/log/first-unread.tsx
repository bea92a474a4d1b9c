import { useSignal } from "@preact/signals";
import type { JSX, RefObject } from "preact";
import { useEffect } from "preact/hooks";
import { textsOf } from "../../../shared/language/texts.ts";
import { Icon } from "../../../shared/ui/icon.tsx";
import { conversationTexts } from "../../texts/en/conversation.ts";

const text = textsOf("conversation", conversationTexts);

interface FirstUnreadProps {
  /** The list of the drawn rows. */
  readonly rows: RefObject<HTMLElement | null>;
  /** The first message that was new when the chat was opened; null when none was. */
  readonly unreadSeq: number | null;
  /** The seq of the first drawn message. */
  readonly drawnFrom: number;
  readonly onGo: (seq: number) => void;
}

/** Leads to the line above the first new message, until the agent has seen that line. */
export function FirstUnread({ rows, unreadSeq, drawnFrom, onGo }: FirstUnreadProps): JSX.Element | null {
  const state = useSignal<"unknown" | "away" | "seen">("unknown");
  useEffect(() => {
    if (unreadSeq === null || state.peek() === "seen") return undefined;
    const line = rows.current?.querySelector(".unread-line");
    if (line == null) {
      state.value = "away";
      return undefined;
    }
    const observer = new IntersectionObserver(([entry]) => {
      if (state.peek() !== "seen") state.value = entry?.isIntersecting === true ? "seen" : "away";
    });
    observer.observe(line);
    return () => observer.disconnect();
  }, [unreadSeq, drawnFrom]);
  if (unreadSeq === null || state.value !== "away") return null;
  return (
    <button type="button" class="to-end to-first" onClick={() => onGo(unreadSeq)}>
      {text("toFirstNew")} <Icon name="up" />
    </button>
  );
}
