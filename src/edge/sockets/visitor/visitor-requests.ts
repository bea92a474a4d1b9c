import type { ContactChange } from "../../../../machines/chat/chat.types.ts";
import type { VisitorChange } from "../../../../machines/chat/visitor.types.ts";
import type { TurnDone, TurnOutcome } from "../../../actors/pending.ts";
import { readPageData } from "../../../codec/visitor/page-data.ts";
import type { VisitorRequest } from "../../../codec/visitor/visitor-frame.ts";
import { encodeContactFrame, encodeDoneFrame, encodeFailedFrame } from "../../../codec/visitor/visitor-frame.ts";
import type { OfflineForm } from "../../../codec/visitor/visitor-request.ts";
import {
  readComment,
  readContact,
  readMessageText,
  readOfflineForm,
  readPage,
  readUserToken,
} from "../../../codec/visitor/visitor-request.ts";
import { readUtm } from "../../../codec/visitor/visitor-session.ts";
import { assertNever } from "../../../core/assert.ts";
import { ERROR_MESSAGE } from "../../../core/errors.ts";
import { asChatId } from "../../../core/ids.ts";
import type { Failure, Result } from "../../../core/result.ts";
import { undamaged } from "../../../core/rows/undamaged.ts";
import { readChat } from "../../../domain/chat/chat-queries.ts";
import type { Visitor, VisitorInbox, VisitorLetter } from "../../../domain/chat/visitor-inbox.ts";
import { chatOf } from "../../../domain/chat/visitor-inbox.ts";
import type { ChannelEntry } from "../../../domain/directory.ts";
import { visitorTopic } from "../../../domain/feed/topics.ts";
import type { RateLimiter } from "../../limits/rate-limiter.ts";
import type { FrameRate } from "../socket-kind.ts";
import { framesForBlocked } from "./blocked-visitor.ts";
import { sendEarlier } from "./visitor-earlier.ts";
import { readInvitation } from "./visitor-invitation.ts";
import type { VisitorLink, VisitorSession } from "./visitor-link.ts";
import type { VisitorParts } from "./visitor-parts.ts";
import type { GiveBack } from "./visitor-quotas.ts";
import { chargeRequest } from "./visitor-quotas.ts";

export interface RequestParts extends VisitorParts {
  readonly inbox: VisitorInbox;
}

type RequestOf<Type extends VisitorRequest["type"]> = Extract<VisitorRequest, { readonly type: Type }>;

/** Of a failure that nobody made: the same may succeed after this time. */
const retrySeconds = 1;
const tooMany = "Too many requests; try again later.";
const otherRequest = "Field id was used before for another request; use a new one.";

/** Source: LIM-02. */
export const createRequestRate = (rate: RateLimiter): FrameRate<VisitorLink, VisitorSession, VisitorRequest> => ({
  take: ({ visitor }) => rate.take(visitor.conversation),
  refuse: (link, request, waitSeconds) => link.send(encodeFailedFrame(request.id, tooMany, waitSeconds)),
});

/** Carries out what a visitor's page asks, and answers `done` after the commit or `failed`; every request is answered once. */
export function carryOutRequest(
  link: VisitorLink,
  session: VisitorSession,
  entry: ChannelEntry,
  request: VisitorRequest,
  frameBytes: number,
  parts: RequestParts,
): void | Promise<void> {
  const charged = chargeRequest(link, session.visitor, request, frameBytes, parts);
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
    const carried = carryOut(link, session, entry, request, giveBack, parts);
    return carried instanceof Promise ? carried.catch(failed) : carried;
  } catch (error) {
    return failed(error);
  }
}

function carryOut(
  link: VisitorLink,
  session: VisitorSession,
  entry: ChannelEntry,
  request: VisitorRequest,
  giveBack: GiveBack,
  parts: RequestParts,
): void | Promise<void> {
  const { inbox } = parts;
  const { visitor } = session;
  const letter: VisitorLetter = { visitor, requestId: request.id, cause: `socket ${link.id}` };
  const refuse = ({ message }: Failure): void => {
    giveBack();
    link.send(encodeFailedFrame(request.id, message));
  };
  const done = (outcome: TurnOutcome): void => {
    if (!outcome.ok || outcome.isRepeat) giveBack();
    link.send(answerTo(request.id, outcome));
  };
  const written = (outcome: TurnOutcome): void => {
    done(outcome);
    for (const frame of framesForBlocked(outcome, parts.runtime.visitorFeed)) link.send(frame);
  };
  const change = (told: VisitorChange): void => inbox.change(letter, told, done);
  switch (request.type) {
    case "contact": {
      const contact = keepContact(session, readContact(request));
      return inbox.change(letter, { contact }, (outcome) => {
        done(outcome);
        if (outcome.ok) link.sendOthers(visitorTopic(visitor.conversation), encodeContactFrame(contact));
      });
    }
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
    case "beat":
      return link.send(encodeDoneFrame(request.id, 0));
    case "message": {
      const text = readMessageText(request.text);
      if (!text.ok) return refuse(text.failure);
      const { wantsAgent = false } = request;
      const message = { text: text.value, invitation: readInvitation(request.invitation, parts.store), wantsAgent };
      return inbox.write(letter, entry, message, written);
    }
    case "click": {
      const button = { ...request, text: buttonText(visitor, request, parts) };
      return inbox.click(letter, entry, button, (outcome) =>
        outcome.ok && outcome.actor === null ? refuse(noButton) : written(outcome),
      );
    }
    case "offline_message": {
      const form = readForm(session, request, parts);
      return form.ok ? inbox.leave(letter, form.value, done) : refuse(form.failure);
    }
    case "call":
      return call(link, visitor, request, parts, giveBack);
    case "rate":
      return rate(letter, request, refuse, done, parts);
    case "earlier":
      return sendEarlier(link, visitor, request, parts);
    case "typing":
      return inbox.type(letter, request.state, done);
    default:
      return assertNever(request);
  }
}

const noButton: Failure = { code: "conflict", message: "The chat is over; its buttons cannot be clicked any more." };
const noChat: Failure = { code: "conflict", message: "There is no chat to rate." };

/** The chat of a repeat may have ended meanwhile, and its page never have heard of it. */
const chatIdOf = ({ actor, isRepeat }: TurnDone): string | undefined =>
  isRepeat ? /^chat\/(.+)$/.exec(actor ?? "")?.[1] : undefined;

function answerTo(requestId: string, outcome: TurnOutcome): string {
  if (outcome.ok) return encodeDoneFrame(requestId, outcome.answer, chatIdOf(outcome));
  const { failure, canRetry } = outcome;
  if (failure.code === "invalid_request") return encodeFailedFrame(requestId, otherRequest);
  const mayRetry = canRetry || failure.code === "overloaded";
  return encodeFailedFrame(requestId, failure.message, mayRetry ? retrySeconds : undefined);
}

/** What was told just now counts for the next request, committed or not. */
function keepContact(session: VisitorSession, contact: ContactChange): ContactChange {
  session.contact = { ...session.contact, ...contact };
  return contact;
}

function keepUtm(session: VisitorSession, url: string): VisitorChange {
  const utm = readUtm(url);
  if (utm === null) return {};
  session.facts = { ...session.facts, utm };
  return { session: session.facts };
}

/** `""` for a button that is not there: the chat refuses the click. */
function buttonText({ conversation }: Visitor, { seq, index }: RequestOf<"click">, { store }: RequestParts): string {
  const chatId = store.read("client", [conversation])?.openChatId ?? null;
  const message = chatId === null ? undefined : store.read("message", [Number(chatId), seq]);
  return message?.content.buttons?.[index]?.text ?? "";
}

/** Source: WJ-29. */
function readForm(
  { contact, visitor: { conversation } }: VisitorSession,
  request: RequestOf<"offline_message">,
  { store }: RequestParts,
): Result<OfflineForm> {
  const { email = null, phone = null } = store.read("client", [conversation])?.client ?? {};
  return readOfflineForm(request, { email, phone, ...contact });
}

/** The open chat, or one of the visitor's own that is named. Source: WJ-46, AUTH-15. */
function rate(
  letter: VisitorLetter,
  { value, chat, comment = "" }: RequestOf<"rate">,
  refuse: (failure: Failure) => void,
  done: (outcome: TurnOutcome) => void,
  { inbox, store }: RequestParts,
): void {
  const chatId = chat === undefined ? null : asChatId(chat);
  const isOwn =
    chatId === null || undamaged(() => readChat(store, chatId))?.conversation === letter.visitor.conversation;
  if (isOwn)
    inbox.rate(letter, chatId, { rate: value, comment: readComment(comment) }, (outcome) =>
      outcome.ok && !outcome.isRepeat && chatOf(outcome) === null ? refuse(noChat) : done(outcome),
    );
  else refuse(noChat);
}

/** Source: WJ-26. */
async function call(
  link: VisitorLink,
  visitor: Visitor,
  { id, phone }: RequestOf<"call">,
  { calls }: RequestParts,
  giveBack: GiveBack,
): Promise<void> {
  const begun = await calls.requestCallback({ ...visitor, phone }, `socket ${link.id}`);
  if (begun.ok) return link.send(encodeDoneFrame(id, 0));
  giveBack();
  const { code, message } = begun.failure;
  const isRefusal = code === "invalid_request" || code === "conflict";
  link.send(encodeFailedFrame(id, message, isRefusal ? undefined : retrySeconds));
}
