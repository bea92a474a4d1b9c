import type { ChatContext } from "../../../../machines/chat/chat.types.ts";
import type { SessionFacts, VisitorChange } from "../../../../machines/chat/visitor.types.ts";
import type { ChatId } from "../../../../machines/ids.ts";
import type { TurnOutcome } from "../../../actors/pending.ts";
import { toVisitorContact } from "../../../codec/visitor/visitor.ts";
import type { VisitorHello } from "../../../codec/visitor/visitor-frame.ts";
import {
  encodeVisitorChatFrame,
  encodeVisitorMessageFrame,
  encodeVisitorReady,
} from "../../../codec/visitor/visitor-frame.ts";
import { readPage, readUserToken } from "../../../codec/visitor/visitor-request.ts";
import { noUtm, readUserAgent, readUtm } from "../../../codec/visitor/visitor-session.ts";
import { assert } from "../../../core/assert.ts";
import { asChatId } from "../../../core/ids.ts";
import type { Result } from "../../../core/result.ts";
import { ok } from "../../../core/result.ts";
import { undamaged } from "../../../core/rows/undamaged.ts";
import { readChat } from "../../../domain/chat/chat-queries.ts";
import type { Visitor } from "../../../domain/chat/visitor-inbox.ts";
import { chatOf } from "../../../domain/chat/visitor-inbox.ts";
import { visitorTopic, widgetTopic } from "../../../domain/feed/topics.ts";
import { modeOf } from "../../../domain/feed/visitor-feed.ts";
import type { GreetingVisitor, VisitorBrowser, VisitorLink } from "./visitor-link.ts";
import type { VisitorParts } from "./visitor-parts.ts";

/** What a hello tells of the visitor; fails with `invalid_request` for a user token that is none. Source: WH-09, WJ-23. */
export function readHello(
  hello: VisitorHello,
  { address, userAgent }: VisitorBrowser,
  before: SessionFacts | null,
  { geo }: Pick<VisitorParts, "geo">,
): Result<VisitorChange & { readonly session: SessionFacts }> {
  const userToken = hello.userToken === undefined ? undefined : readUserToken(hello.userToken);
  if (userToken?.ok === false) return userToken;
  // A page that is no web page, such as a file, is not told to anybody.
  const page = hello.page === undefined ? undefined : readPage(hello.page);
  const session: SessionFacts = {
    ipAddress: address,
    userAgent: readUserAgent(userAgent),
    // The page that brought the visitor had them; those visited after it do not.
    utm: (page?.ok === true ? readUtm(page.value.url) : null) ?? before?.utm ?? noUtm,
    geo: geo.find(address),
  };
  return ok({
    session,
    ...(page?.ok === true && { page: page.value }),
    ...(userToken !== undefined && { userToken: userToken.value }),
  });
}

/**
 * Answers a hello whose facts are durable: `ready`, what was missed, then everything as it happens. Has to be called in the tick of the
 * commit, before it is shown to anybody: nothing can happen between what is read here and what is heard from then on.
 */
export function enterVisitor(
  link: VisitorLink,
  greeting: GreetingVisitor,
  hello: VisitorHello,
  secret: string,
  outcome: Extract<TurnOutcome, { readonly ok: true }>,
  parts: VisitorParts,
): void {
  const { visitor, facts, contact } = greeting;
  const { channelId, conversation } = visitor;
  const entry = parts.runtime.directory.find(channelId);
  const chat = chatOf(outcome);
  const client = chat?.client ?? parts.store.durable.read("client", [conversation])?.client;
  assert(
    entry !== undefined && client !== undefined,
    `visitor ${conversation} said hello and has no channel or record`,
  );
  const callback = parts.calls.callbackRefusal(channelId, conversation);
  link.become({ name: "live", visitor, facts, contact, callback });
  link.send(
    encodeVisitorReady({
      visitor: secret,
      number: client.number,
      mode: modeOf(entry),
      callback,
      hasBot: entry.settings.bot !== null,
      rate: { perSecond: parts.limits.senderPerSecond, burst: parts.limits.senderBurst },
      fileBytesMax: parts.limits.uploadBytesMax,
      contact: toVisitorContact(client),
      answerSeconds: parts.answerTimes.secondsOf(channelId),
      // The present one is counted.
      earlierChats: client.chatsCount - (chat === null ? 0 : 1),
      chat: chat === null ? null : parts.runtime.visitorFeed.toChat(chat, outcome.state),
    }),
  );
  sendMissed(link, visitor, hello, chat, parts);
  link.subscribe(visitorTopic(conversation));
  link.subscribe(widgetTopic(channelId));
}

/** Of the chat the page knows, closed meanwhile or not, what is behind `since`; of another one that is open everything. */
function sendMissed(
  link: VisitorLink,
  visitor: Visitor,
  { chat: knownId, since = 0 }: VisitorHello,
  open: ChatContext | null,
  parts: VisitorParts,
): void {
  const isOpen = knownId === undefined || knownId === open?.id;
  if (!isOpen) sendEnd(link, visitor, asChatId(knownId), since, parts);
  if (open !== null) sendMessages(link, open, isOpen ? since : 0, parts);
}

function sendEnd(
  link: VisitorLink,
  { conversation }: Visitor,
  chatId: ChatId,
  since: number,
  parts: VisitorParts,
): void {
  const chat = undamaged(() => readChat(parts.store.durable, chatId));
  if (chat === undefined || chat.conversation !== conversation || chat.state !== "closed") return;
  sendMessages(link, chat.context, since, parts);
  link.send(encodeVisitorChatFrame(parts.runtime.visitorFeed.toChat(chat.context, chat.state)));
}

/** What a page is sent at once at most; of more the newest. */
const messagesMax = 1_000;

/** A reconnecting page must not fill its buffer up to the limit at which it would be closed, again and again. */
function sendMessages(link: VisitorLink, chat: ChatContext, since: number, parts: VisitorParts): void {
  const frames: string[] = [];
  let bytesLeft = parts.limits.visitorBackpressureBytesMax / 2;
  for (let seq = chat.lastSeq; seq > since && frames.length < messagesMax; seq -= 1) {
    const stored = undamaged(() => parts.store.durable.read("message", [Number(chat.id), seq]));
    const message = stored === undefined ? null : parts.runtime.visitorFeed.toMessage(stored, chat.channelId);
    if (message === null) continue;
    const frame = encodeVisitorMessageFrame(chat.id, message);
    bytesLeft -= Buffer.byteLength(frame);
    if (bytesLeft < 0) break;
    frames.push(frame);
  }
  for (const frame of frames.reverse()) link.send(frame);
}
