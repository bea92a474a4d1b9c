import { isWindowOpen } from "../../../../../machines/widget/widget-state.ts";
import { createTimer } from "../../../shared/live/timer.ts";
import type { Parts } from "../parts.types.ts";
import type { VisitorTyping } from "./typing.ts";

/**
 * Opens the forms that the visitor did not request: contacts and the rating. Never opens a form while the visitor writes. Source:
 * WJ-36, WJ-46.
 */
export interface Offers {
  /** Call this after a change that may lead to an offer. */
  look(): void;
  /** Stops asking for contacts in this browser. */
  skipContacts(): void;
  stop(): void;
}

/** If nobody answers a visitor for this long, the widget asks for contacts. */
const patienceMs = 30_000;

export function createOffers(
  { bridge, environment, keep, shown, window }: Parts,
  isTyping: VisitorTyping["isTyping"],
): Offers {
  const timer = createTimer(environment);
  let waitingIn: string | null = null;
  let isWaitedFor = false;

  const offerContacts = (chatId: string): void => {
    const { state, contact, lines } = shown.model;
    const isKnown = (contact.name ?? contact.email ?? contact.phone) !== null;
    if (!bridge.settings.contactsForm || isKnown || keep.skipped.read() !== null) return;
    const said = lines.filter(({ chat }) => chat === chatId);
    if (!said.some(({ from }) => from === "client")) return;
    if (waitingIn !== chatId) {
      waitingIn = chatId;
      isWaitedFor = false;
      timer.set(patienceMs, () => {
        isWaitedFor = true;
        look();
      });
    }
    const isDue = isWaitedFor || said.some(({ from }) => from !== "client");
    if (isDue && state === "chat" && !isTyping() && keep.isFirst("introduced", chatId))
      window.send({ type: "contacts.wanted" });
  };
  const look = (): void => {
    const { state, chat, lines, isChatting } = shown.model;
    if (chat === null) return;
    if (isChatting) offerContacts(chat.id);
    else if (
      isWindowOpen(state) &&
      chat.accepted &&
      lines.some((line) => line.chat === chat.id && line.from === "agent") &&
      !isTyping() &&
      keep.isFirst("rated", chat.id)
    )
      shown.change({ isRating: true });
  };
  return {
    look,
    skipContacts: () => keep.skipped.write("1"),
    stop: timer.stop,
  };
}
