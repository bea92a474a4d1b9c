import type { DeskMessage } from "../../../../codec/desk/desk.ts";

/** The state of one message's buttons. */
export interface ButtonsState {
  readonly isLive: boolean;
  /** The clicked button; null without a click, or when the clicked one is unknown. */
  readonly clicked: number | null;
}

/**
 * The states of a chat's buttons, by the message's seq. The last ones are live until a click, the client's next
 * message, other buttons, or the end of the chat. Source: BOT-42.
 */
export function buttonStates(messages: readonly DeskMessage[], isOpen: boolean): ReadonlyMap<number, ButtonsState> {
  const states = new Map<number, ButtonsState>();
  let live: DeskMessage | null = null;
  for (const message of messages) {
    if (message.type === "buttons") states.set(message.seq, { isLive: false, clicked: null });
    if (message.type === "buttons" && !message.hidden) live = message;
    if (message.from !== "client" || live === null) continue;
    const clicked = message.buttonId === null ? -1 : live.buttons.findIndex(({ id }) => id === message.buttonId);
    states.set(live.seq, { isLive: false, clicked: clicked < 0 ? null : clicked });
    live = null;
  }
  if (live !== null && isOpen) states.set(live.seq, { isLive: true, clicked: null });
  return states;
}
