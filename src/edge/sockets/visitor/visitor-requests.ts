import { withoutProved } from "../../../../machines/chat/changes.ts";
import type { ContactChange, VisitorChange } from "../../../../machines/chat/client.types.ts";
import type { TurnDone, TurnOutcome } from "../../../actors/pending.ts";
import type { VisitorRequest } from "../../../codec/visitor/visitor-received.ts";
import {
  readComment,
  readContact,
  readInvitationText,
  readMessageText,
  readOfflineForm,
  readPage,
  readPageData,
  readUserToken,
  readUtm,
} from "../../../codec/visitor/visitor-request.ts";
import { encodeDoneFrame, encodeFailedFrame, encodeVisitorFrame } from "../../../codec/visitor/visitor-sent.ts";
import { ERROR_MESSAGE } from "../../../core/errors.ts";
import { asChatId } from "../../../core/ids.ts";
import type { Failure } from "../../../core/result.ts";
import { assertNever } from "../../../core/result.ts";
import type { Departments } from "../../../domain/agent/departments.ts";
import { listEarlierChats, readOwnChat } from "../../../domain/chat/queries/visitor-queries.ts";
import type { Visitor, VisitorLetter, VisitorText } from "../../../domain/chat/visitor-inbox.ts";
import { chatOf } from "../../../domain/chat/visitor-inbox.ts";
import { messageOf } from "../../../domain/client/client-record.ts";
import type { ChannelEntry } from "../../../domain/directory.ts";
import type { VisitorPlace } from "../../../domain/feed/entering-visitors.ts";
import type { VisitorFeed } from "../../../domain/feed/visitor-feed.ts";
import type { RateLimiter } from "../../limits/rate-limiter.ts";
import { closeCodes } from "../close-codes.ts";
import type { FrameRate } from "../socket-kind.ts";
import type { VisitorContext } from "./visitor-context.ts";
import { readMessageFrames } from "./visitor-entry.ts";
import type { VisitorLink, VisitorSession } from "./visitor-link.ts";
import type { CarriedRequest, Found, GiveBack } from "./visitor-lookups.ts";
import { chargeRequest, lookUp } from "./visitor-lookups.ts";

type RequestOf<Type extends VisitorRequest["type"]> = Extract<VisitorRequest, { readonly type: Type }>;

/** The wait after a failure of the service: the same request may succeed after this time. */
const retrySeconds = 1;
const tooMany = "Too many requests; try again later.";
const otherRequest = "Field id was used before for another request; use a new one.";

/** Source: LIM-02. */
export const createRequestRate = (rate: RateLimiter): FrameRate<VisitorLink, VisitorSession, VisitorRequest> => ({
  take: ({ visitor }) => rate.take(visitor.conversation),
  refuse: (link, request, waitSeconds) => link.send(encodeFailedFrame(request.id, tooMany, waitSeconds)),
});

/** A request of a page. */
interface AskedRequest {
  readonly link: VisitorLink;
  readonly session: VisitorSession;
  readonly request: CarriedRequest;
  readonly frameBytes: number;
}

/**
 * Carries out a request of a visitor's page after its earlier ones. Answers every request once: `done` after the commit, or `failed`.
 * Only the lookups of a request delay the later requests.
 */
export function carryOutRequest(asked: AskedRequest, parts: VisitorContext): void | Promise<void> {
  const { link, session, request } = asked;
  const carried: { ended: void | Promise<void> } = { ended: undefined };
  const carry = (found: Found): void => {
    carried.ended = chargeAndCarry(asked, found, parts);
  };
  const failed = (error: unknown): never => {
    link.send(encodeFailedFrame(request.id, ERROR_MESSAGE.internal_error, retrySeconds));
    throw error;
  };
  const begun = session.requests.run(() => {
    const found = lookUp(session.visitor, request, parts.store);
    return found instanceof Promise ? found.catch(failed).then(carry) : carry(found);
  });
  return begun instanceof Promise ? begun.then(() => carried.ended) : carried.ended;
}

function chargeAndCarry(asked: AskedRequest, found: Found, parts: VisitorContext): void | Promise<void> {
  const { link, session, request, frameBytes } = asked;
  const entry = parts.runtime.directory.find(session.visitor.channelId);
  // The channel was removed, and its sockets are being closed.
  if (entry === undefined) return;
  const charged = chargeRequest(link, request, frameBytes, found.hasOpenChat, parts.bounds);
  if (!charged.ok) {
    const { message, retryAfterSeconds } = charged.failure;
    return link.send(encodeFailedFrame(request.id, message, retryAfterSeconds));
  }
  const giveBack = charged.value;
  const failed = (error: unknown): never => {
    giveBack();
    link.send(encodeFailedFrame(request.id, ERROR_MESSAGE.internal_error, retrySeconds));
    throw error;
  };
  try {
    const carried = carryOut({ ...asked, entry, found, giveBack }, parts);
    return carried instanceof Promise ? carried.catch(failed) : carried;
  } catch (error) {
    return failed(error);
  }
}

interface ChargedRequest extends AskedRequest {
  readonly entry: ChannelEntry;
  readonly found: Found;
  readonly giveBack: GiveBack;
}

function carryOut(charged: ChargedRequest, parts: VisitorContext): void | Promise<void> {
  const { link, session, request, entry, found, giveBack } = charged;
  const { inbox } = parts;
  const { visitorFeed } = parts.runtime;
  const { visitor } = session;
  const letter: VisitorLetter = { visitor, requestId: request.id, cause: `socket ${link.id}` };
  /** Sends after the frames of earlier commits, which may still be loading. */
  const answer = (frame: string): void => visitorFeed.inTurn(visitor, () => link.send(frame));
  const refuse = ({ message }: Failure): void => {
    giveBack();
    answer(encodeFailedFrame(request.id, message));
  };
  const done = (outcome: TurnOutcome): void => {
    if (!outcome.ok || outcome.isRepeat) giveBack();
    answer(answerTo(request.id, outcome));
  };
  const written = (outcome: TurnOutcome): void => {
    done(outcome);
    sendToBlocked(outcome, visitor, visitorFeed);
    if (outcome.ok && outcome.isRepeat) void readAgainIfBlocked(link, visitor, outcome, parts);
  };
  const change = (news: VisitorChange): void => inbox.change(letter, news, done);
  switch (request.type) {
    case "contact":
      return changeContact(charged, letter, readContact(request), done, parts);
    case "user_token": {
      const token = readUserToken(request.value);
      return token.ok ? change({ userToken: token.value }) : refuse(token.failure);
    }
    case "page": {
      const page = readPage(request);
      return page.ok ? change({ page: page.value, ...keepUtm(session, page.value.url) }) : refuse(page.failure);
    }
    case "custom_data":
      return change({ pageData: readPageData(request.fields, entry.settings.widget?.safeUrls ?? []) });
    case "message": {
      const text = readMessageText(request.text);
      if (!text.ok) return refuse(text.failure);
      const { wantsAgent = false } = request;
      const invitation = readInvitation(request.invitation, parts.runtime.departments);
      const message = { text: text.value, invitation, wantsAgent };
      return inbox.write(letter, entry, message, written);
    }
    case "click": {
      const button = { ...request, text: found.buttonText };
      return inbox.click(letter, entry, button, (outcome) =>
        outcome.ok && outcome.actor === null ? refuse(noButton) : written(outcome),
      );
    }
    case "offline_message": {
      const form = readOfflineForm(request, { ...found.known, ...session.reported.contact });
      return form.ok ? inbox.leave(letter, form.value, done) : refuse(form.failure);
    }
    case "call":
      return call(link, visitor, request, parts, giveBack);
    case "rate":
      return found.isOwnChat ? rate(letter, request, refuse, done, parts) : refuse(noChat);
    case "earlier":
      return sendEarlier(link, visitor, request, parts);
    case "seen":
      return found.isOwnChat ? inbox.see(letter, asChatId(request.chat), request.seq, done) : refuse(noSeenChat);
    case "typing":
      return inbox.type(letter, request.state, done);
    default:
      return assertNever(request);
  }
}

const noButton: Failure = { code: "conflict", message: "The chat is over; its buttons cannot be clicked any more." };
const noChat: Failure = { code: "conflict", message: "There is no chat to rate." };
const noSeenChat: Failure = { code: "conflict", message: "The visitor has no such chat." };

/** The chat of a repeated request may have ended meanwhile, and its page may not know it. */
const chatIdOf = ({ actor, isRepeat }: TurnDone): string | undefined =>
  isRepeat ? /^chat\/(.+)$/.exec(actor ?? "")?.[1] : undefined;

/**
 * No feed has the messages of a visitor on the blacklist. So a page whose request another connection stored, perhaps at another node,
 * may never receive the message. It connects again, and reads what it missed.
 */
async function readAgainIfBlocked(
  link: VisitorLink,
  visitor: Visitor,
  outcome: TurnDone,
  parts: VisitorContext,
): Promise<void> {
  const chatId = chatIdOf(outcome);
  if (chatId === undefined) return;
  const { conversation } = visitor;
  // A chat that cannot be read now may be such a chat.
  const chat = await readOwnChat(parts.store.durable, conversation, asChatId(chatId)).catch(() => null);
  if (chat !== null && chat?.state !== "blocked") return;
  parts.runtime.visitorFeed.inTurn(visitor, () =>
    link.end(closeCodes.goingAway, "A message may have been missed; connect again."),
  );
}

function answerTo(requestId: string, outcome: TurnOutcome): string {
  if (outcome.ok) return encodeDoneFrame(requestId, outcome.answer, chatIdOf(outcome));
  const { failure, canRetry } = outcome;
  if (failure.code === "invalid_request") return encodeFailedFrame(requestId, otherRequest);
  const mayRetry = canRetry || failure.code === "overloaded";
  return encodeFailedFrame(requestId, failure.message, mayRetry ? retrySeconds : undefined);
}

/**
 * The new contact data applies to the next request, committed or not. The visitor's other pages hear of it. The page itself hears what
 * was proved, in place of what it sent. Source: WJ-15, WJ-49.
 */
function changeContact(
  { link, session }: ChargedRequest,
  letter: VisitorLetter,
  given: ContactChange,
  done: (outcome: TurnOutcome) => void,
  { inbox, runtime: { visitorFeed } }: VisitorContext,
): void {
  const { reported, visitor } = session;
  const contact = withoutProved(given, reported.proved);
  reported.contact = { ...reported.contact, ...contact };
  inbox.change(letter, { contact }, (outcome) => {
    done(outcome);
    if (!outcome.ok) return;
    visitorFeed.tell(visitor, encodeVisitorFrame({ type: "contact", contact }), (topic, frame) =>
      link.sendOthers(topic, frame),
    );
    const proved = Object.entries(reported.proved ?? {}).filter(([key]) => key in given && !(key in contact));
    if (proved.length === 0) return;
    const kept = encodeVisitorFrame({ type: "contact", contact: Object.fromEntries(proved) });
    visitorFeed.inTurn(visitor, () => link.send(kept));
  });
}

function keepUtm(session: VisitorSession, url: string): VisitorChange {
  const utm = readUtm(url);
  if (utm === null) return {};
  session.reported.facts = { ...session.reported.facts, utm };
  return { session: session.reported.facts };
}

/** Rates the open chat, or a named chat of the visitor. Source: WJ-46, AUTH-15. */
function rate(
  letter: VisitorLetter,
  { value, chat, comment = "" }: RequestOf<"rate">,
  refuse: (failure: Failure) => void,
  done: (outcome: TurnOutcome) => void,
  { inbox }: VisitorContext,
): void {
  const chatId = chat === undefined ? null : asChatId(chat);
  inbox.rate(letter, chatId, { rate: value, comment: readComment(comment) }, (outcome) =>
    outcome.ok && !outcome.isRepeat && chatOf(outcome) === null ? refuse(noChat) : done(outcome),
  );
}

/** Source: WJ-26. */
async function call(
  link: VisitorLink,
  visitor: Visitor,
  { id, phone }: RequestOf<"call">,
  { calls }: VisitorContext,
  giveBack: GiveBack,
): Promise<void> {
  const begun = await calls.requestCallback({ ...visitor, phone }, `socket ${link.id}`);
  if (begun.ok) return link.send(encodeDoneFrame(id, 0));
  giveBack();
  const { code, message } = begun.failure;
  const isRefusal = code === "invalid_request" || code === "conflict";
  link.send(encodeFailedFrame(id, message, isRefusal ? undefined : retrySeconds));
}

/** The limit for one chat; of more messages, the newest are sent. */
const messagesMax = 200;

/**
 * Sends the messages of the visitor's newest closed chat before `before`, then `done` with whether earlier chats exist.
 * Only the visitor's own chats; each message has the same form as a new one. Source: AUTH-15.
 */
async function sendEarlier(
  link: VisitorLink,
  visitor: Visitor,
  { id, before }: { readonly id: string; readonly before?: string },
  parts: VisitorContext,
): Promise<void> {
  const beforeNumber = before === undefined ? undefined : Number(before);
  for (const { chat, hasMore } of await listEarlierChats(parts.store, visitor.conversation, beforeNumber)) {
    const frames = await readMessageFrames(chat.context, 0, messagesMax, parts);
    if (frames.length === 0) continue;
    for (const frame of frames) link.send(frame);
    link.send(encodeVisitorFrame({ type: "done", id, earlier: hasMore }));
    return;
  }
  link.send(encodeVisitorFrame({ type: "done", id, earlier: false }));
}

/** Messages of a visitor on the blacklist are shown to no agent, so the visitor's pages receive them as separate frames. Source: WH-20. */
export function sendToBlocked(outcome: TurnOutcome, visitor: VisitorPlace, feed: VisitorFeed): void {
  const chat = outcome.ok && outcome.state === "blocked" ? chatOf(outcome) : null;
  const incoming = messageOf(outcome);
  if (!outcome.ok || chat === null || incoming === null) return;
  feed.tell(visitor, encodeVisitorFrame({ type: "chat", chat: feed.toChat(chat, outcome.state) }));
  const message = feed.toOwnMessage(incoming.message);
  if (message !== null) feed.tell(visitor, encodeVisitorFrame({ type: "message", chatId: chat.id, message }));
}

/** The invitation that a page reports. */
interface ReportedInvitation {
  readonly text: string;
  readonly departmentId?: number | null;
}

/** `null` without a text. An unknown department becomes none. Source: WJ-25. */
export function readInvitation(
  reported: ReportedInvitation | undefined,
  departments: Departments,
): VisitorText["invitation"] {
  const text = reported === undefined ? null : readInvitationText(reported.text);
  if (text === null) return null;
  const department = departments.find(reported?.departmentId ?? 0) ?? null;
  return { text, department };
}
