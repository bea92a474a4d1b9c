import type { VisitorChat } from "../../../codec/visitor/visitor.ts";
import { isProvedSecret } from "../../../core/visitor-secret.ts";
import type { Asking } from "./asking/asking.ts";
import type { Offers } from "./asking/offers.ts";
import type { HeardFrame, ReadyFrame } from "./frames.types.ts";
import type { Link, LinkEnd } from "./link.ts";
import type { News } from "./news.ts";
import type { Parts } from "./parts.types.ts";
import { showLines } from "./show-lines.ts";
import type { Identity } from "./visitor/identity.ts";

/** Writes the content of the service's frames into the model and the facts. */
export interface Hearing {
  heard(frame: HeardFrame): void;
  ended(how: LinkEnd, isBad: boolean): void;
  /** Returns the visitor's number. Source: WJ-12. */
  number(): number | null;
  /** Returns a chat that began and ended while nothing was received. The next hello requests it. */
  missed(): string | null;
}

type Hear = { readonly [Type in HeardFrame["type"]]: (frame: Extract<HeardFrame, { readonly type: Type }>) => void };

export function createHearing(
  parts: Parts,
  {
    asking,
    news,
    offers,
    identity,
    link,
    begin,
    modeChanged,
  }: {
    readonly asking: Asking;
    readonly news: News;
    readonly offers: Offers;
    readonly identity: Identity;
    link(): Link;
    /** The first `ready` was received and processed. */
    begin(): void;
    modeChanged(): void;
  },
): Hearing {
  const { keep, shown, conversation, requests, calls } = parts;
  const { takeMode, takeCallback, takeChat } = createTaking(parts, modeChanged);
  let number: number | null = null;
  let missed: string | null = null;

  const ready = (frame: ReadyFrame): void => {
    const who = keep.take(frame.visitor);
    if (who === "other") link().renew();
    else enter(frame, who !== "same", who === "stranger");
  };
  const enter = (frame: ReadyFrame, isNew: boolean, isStranger: boolean): void => {
    if (isNew) forget(parts, isStranger);
    const isFirst = number === null;
    number = frame.number;
    missed = null;
    takeMode(frame.mode);
    takeCallback(frame.callback);
    asking.takeContact(frame.contact);
    const { hasBot, fileBytesMax, answerSeconds, earlierChats, chat, agents = [] } = frame;
    if (isFirst || isNew) shown.change({ earlier: earlierChats > 0 ? "some" : "none" });
    shown.change({ link: "live", hasBot, fileBytesMax, answerSeconds, agents, isAgentTyping: false });
    takeChat(chat ?? closed(shown.model.chat));
    identity.answered(frame.identity);
    if (!isProvedSecret(frame.visitor)) identity.anonymous();
    if (isFirst) begin();
    requests.resume(frame.rate);
    if (chat === null) calls.look(null);
    else news.chat(chat);
    calls.resume();
  };
  const hear: Hear = {
    ready,
    message({ chatId, message }) {
      const isOwn = conversation.hear(chatId, message);
      if (isOwn && message.requestId !== null) requests.remove(message.requestId);
      showLines(parts);
      if (isOwn) news.wrote(chatId);
      offers.look();
    },
    chat({ chat }) {
      if (Number(chat.id) >= Number(shown.model.chat?.id ?? 0)) takeChat(chat);
      news.chat(chat);
      offers.look();
    },
    typing({ chatId, state }) {
      if (chatId === shown.model.chat?.id) shown.change({ isAgentTyping: state === "typein" });
    },
    contact: ({ contact }) => asking.takeContact({ ...parts.bridge.facts.contact, ...contact }),
    mode: ({ mode }) => takeMode(mode),
    callback: ({ callback }) => takeCallback(callback),
    done(frame) {
      requests.answer(frame);
      if (frame.earlier !== undefined) shown.change({ earlier: frame.earlier ? "some" : "none" });
      if (frame.chatId === undefined || !conversation.isAwaited(frame.id)) return;
      missed = frame.chatId;
      link().renew();
    },
    failed: (frame) => requests.answer(frame),
  };
  return {
    heard: (frame) => (hear[frame.type] as ((frame: HeardFrame) => void) | undefined)?.(frame),
    ended(how, isBad) {
      requests.pause(isBad);
      shown.change({ link: how === "refused" ? how : "lost", isAgentTyping: false });
      if (how !== "lost") takeMode("offline");
    },
    number: () => number,
    missed: () => missed,
  };
}

/** Another visitor has the page now. What a stranger has not sent is dropped. */
function forget({ conversation, requests, shown }: Parts, isStranger: boolean): void {
  if (isStranger) requests.drop();
  conversation.clear(isStranger);
  shown.change({ chat: null, isRating: false });
}

function createTaking(parts: Parts, modeChanged: () => void) {
  const { shown, window } = parts;
  const { facts } = parts.bridge;
  return {
    takeMode(mode: "online" | "offline"): void {
      facts.mode = mode;
      // After a reconnect in the same mode, the visitor goes on leaving a message.
      shown.change(mode === shown.model.mode ? { mode } : { mode, leaving: "no" });
      window.send({ type: "mode.changed", mode });
      modeChanged();
    },
    takeCallback(callback: string | null): void {
      facts.callback = callback;
      shown.change({ callback });
    },
    takeChat(chat: VisitorChat | null): void {
      const isChatting = chat !== null && chat.state !== "closed";
      const isOther = chat?.id !== shown.model.chat?.id;
      shown.change({
        chat,
        isChatting,
        ...(isChatting && { isHome: false }),
        ...(!isChatting && { isAgentTyping: false }),
        ...(isOther && { isRating: false }),
      });
      window.send({ type: "chat.changed", isChatting });
      showLines(parts);
    },
  };
}

/** Marks the chat as closed. Its last messages and its outcome arrive after `ready`. */
const closed = (chat: VisitorChat | null): VisitorChat | null => chat && { ...chat, state: "closed" };
