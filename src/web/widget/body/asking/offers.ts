import { isWindowOpen } from "../../../../../machines/widget/widget-state.ts";
import { createTimer } from "../../../shared/live/timer.ts";
import type { Model } from "../model.types.ts";
import type { Parts } from "../parts.types.ts";
import type { VisitorTyping } from "./typing.ts";

/**
 * Opens the forms that the visitor did not request: contacts and the rating. Never opens a form while the visitor writes. Source:
 * WJ-36, WJ-46, WJ-56.
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
  const { contactsForm, contactsFirst } = bridge.settings;
  let wait: string | null = null;
  let isLong = false;
  /** The chat in which the visitor closed the window or left the page. */
  let left: string | undefined;

  /** Whether contacts are due in the open chat. */
  const isDue = (model: Model): boolean => {
    const chat = wroteIn(model);
    const present = waitOf(model);
    if (present !== wait) {
      wait = present;
      isLong = false;
      timer.stop();
      if (wait !== null)
        timer.set(patienceMs, () => {
          isLong = true;
          look();
        });
    }
    if (chat !== undefined && !isWindowOpen(model.state)) left = chat;
    return chat !== undefined && (isLong || left === chat) && isFree(model) && keep.isFirst("introduced", chat);
  };
  /** The form would be between a bot's question and its buttons. */
  const isFree = ({ state, lines, isHome }: Model): boolean =>
    state === "chat" && !isHome && !isTyping() && !lines.some(({ isLive }) => isLive);
  const offerContacts = (model: Model): void => {
    const { contact, chat } = model;
    const isKnown = (contact.name ?? contact.email ?? contact.phone) !== null;
    if (!contactsForm || isKnown || keep.skipped.read() !== null) return;
    if (chat === null ? contactsFirst && isFree(model) : isDue(model)) window.send({ type: "contacts.wanted" });
  };
  const look = (): void => {
    const { model } = shown;
    const { state, chat, lines, isChatting } = model;
    if (isChatting || chat === null) offerContacts(model);
    else if (
      isWindowOpen(state) &&
      chat.accepted &&
      lines.some((line) => line.chat === chat.id && line.from === "agent") &&
      !isTyping() &&
      keep.isFirst("rated", chat.id)
    )
      shown.change({ isRating: true });
  };
  const stopListening = environment.on("leave", () => {
    left = wroteIn(shown.model);
    look();
  });
  return {
    look,
    skipContacts: () => keep.skipped.write("1"),
    stop() {
      timer.stop();
      stopListening();
    },
  };
}

/** Returns the id of the open chat if the visitor has written in it. */
const wroteIn = ({ isChatting, chat, lines }: Model): string | undefined =>
  isChatting && lines.some((line) => line.chat === chat?.id && line.from === "client") ? chat?.id : undefined;

/** Names the wait of a visitor who was not answered, or was answered only by a bot that has handed the chat over. */
function waitOf(model: Model): string | null {
  const { chat, lines } = model;
  if (wroteIn(model) === undefined || chat === null) return null;
  const answer = lines.findLast((line) => line.chat === chat.id && line.from !== "client");
  const isAnswered = answer !== undefined && lines.at(-1) === answer && chat.state.startsWith("with");
  return isAnswered ? null : `${chat.id} ${answer?.seq}`;
}
