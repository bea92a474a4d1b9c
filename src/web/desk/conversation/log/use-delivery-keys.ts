import type { RefObject } from "preact";
import { useRef } from "preact/hooks";
import { textsOf } from "../../../shared/language/texts.ts";
import { useCommands } from "../../shell/commands/commands.ts";
import { conversationTexts } from "../../texts/en/conversation.ts";

const text = textsOf("conversation", conversationTexts);

const states = "button.delivery-words";

/**
 * Tab skips the delivery states, because almost every message has one. A key leads to the last of them, arrows move between them.
 * Returns a ref for the list of messages.
 */
export function useDeliveryKeys(): RefObject<HTMLOListElement | null> {
  const rows = useRef<HTMLOListElement>(null);
  const focusLast = (): void => [...(rows.current?.querySelectorAll<HTMLElement>(states) ?? [])].at(-1)?.focus();
  useCommands(
    [{ id: "deliveries of chat", title: text("goToDelivery"), keys: "d", group: text("chat"), run: focusLast }],
    [],
  );
  return rows;
}

const moves: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1 };

export function moveAmongStates(event: KeyboardEvent & { readonly currentTarget: HTMLElement }): void {
  const by = moves[event.key];
  if (by === undefined || !(event.target instanceof HTMLElement) || !event.target.matches(states)) return;
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>(states)];
  event.preventDefault();
  all[all.indexOf(event.target) + by]?.focus();
}
