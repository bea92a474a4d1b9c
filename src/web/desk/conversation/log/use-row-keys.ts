import type { RefObject } from "preact";
import { useRef } from "preact/hooks";
import { textsOf } from "../../../shared/language/texts.ts";
import { useCommands } from "../../shell/commands/commands.ts";
import { conversationTexts } from "../../texts/en/conversation.ts";

const text = textsOf("conversation", conversationTexts);

/** What almost every message has, so that Tab skips it. */
const [states, quotes] = ["button.delivery-words", "button.quote-it"];

/**
 * A key leads to the last delivery state, and another one to the last message that a reply can quote; arrows move between those of a
 * kind. Returns a ref for the list of messages.
 */
export function useRowKeys(): RefObject<HTMLOListElement | null> {
  const rows = useRef<HTMLOListElement>(null);
  const focusLast = (of: string) => (): void =>
    [...(rows.current?.querySelectorAll<HTMLElement>(of) ?? [])].at(-1)?.focus();
  useCommands(
    [
      {
        id: "deliveries of chat",
        title: text("goToDelivery"),
        keys: "d",
        group: text("chat"),
        run: focusLast(states),
      },
      { id: "quotes of chat", title: text("quoteMessage"), keys: "q", group: text("chat"), run: focusLast(quotes) },
    ],
    [],
  );
  return rows;
}

const moves: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1 };

export function moveAmongAlike(event: KeyboardEvent & { readonly currentTarget: HTMLElement }): void {
  const by = moves[event.key];
  const { target } = event;
  const kind = [states, quotes].find((one) => target instanceof HTMLElement && target.matches(one));
  if (by === undefined || kind === undefined || !(target instanceof HTMLElement)) return;
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>(kind)];
  event.preventDefault();
  all[all.indexOf(target) + by]?.focus();
}
