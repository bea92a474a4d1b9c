import type { ChatContext } from "../../../../machines/chat/chat.types.ts";
import type { ClientFacts, SessionFacts, VisitorChange } from "../../../../machines/chat/client.types.ts";
import type { ChatId } from "../../../../machines/ids.ts";
import type { TurnOutcome } from "../../../actors/pending.ts";
import type { VisitorChat } from "../../../codec/visitor/visitor.ts";
import { toVisitorContact } from "../../../codec/visitor/visitor.ts";
import type { VisitorHello } from "../../../codec/visitor/visitor-received.ts";
import { noUtm, readPage, readUserAgent, readUserToken, readUtm } from "../../../codec/visitor/visitor-request.ts";
import { encodeVisitorFrame } from "../../../codec/visitor/visitor-sent.ts";
import { asChatId } from "../../../core/ids.ts";
import type { Result } from "../../../core/result.ts";
import { assert, ok } from "../../../core/result.ts";
import { visitorIn } from "../../../core/visitor-secret.ts";
import { readBackwards, readOwnChat } from "../../../domain/chat/queries/visitor-queries.ts";
import type { Visitor } from "../../../domain/chat/visitor-inbox.ts";
import { chatOf } from "../../../domain/chat/visitor-inbox.ts";
import { readClientRow } from "../../../domain/client/client-queries.ts";
import { visitorTopic, widgetTopic } from "../../../domain/feed/topics.ts";
import type { VisitorFeed } from "../../../domain/feed/visitor-feed.ts";
import { modeOf } from "../../../domain/feed/visitor-feed.ts";
import type { Geo } from "../../../ports/geo.ts";
import { closeCodes } from "../close-codes.ts";
import type { VisitorContext } from "./visitor-context.ts";
import type { Claim } from "./visitor-identity.ts";
import { secretIn } from "./visitor-identity.ts";
import type { GreetingVisitor, VisitorBrowser, VisitorLink } from "./visitor-link.ts";

/** Reads the visitor's data from a hello; fails with `invalid_request` for an invalid user token. Source: WH-09, WJ-23. */
export function readHello(
  hello: VisitorHello,
  { address, userAgent }: VisitorBrowser,
  before: SessionFacts | null,
  geo: Geo,
): Result<VisitorChange & { readonly session: SessionFacts }> {
  const userToken = hello.userToken === undefined ? undefined : readUserToken(hello.userToken);
  if (userToken?.ok === false) return userToken;
  // An address that is no web page, such as a file, is not shown to agents.
  const page = hello.page === undefined ? undefined : readPage(hello.page);
  const session: SessionFacts = {
    ipAddress: address,
    userAgent: readUserAgent(userAgent),
    // A page without such parameters keeps those of an earlier page, because only the first page of a visit usually has them.
    utm: (page?.ok === true ? readUtm(page.value.url) : null) ?? before?.utm ?? noUtm,
    geo: geo.find(address),
  };
  return ok({
    session,
    ...(page?.ok === true && { page: page.value }),
    ...(userToken !== undefined && { userToken: userToken.value }),
  });
}

/** A hello whose facts are durable. */
export interface Entering {
  readonly link: VisitorLink;
  readonly greeting: GreetingVisitor;
  readonly hello: VisitorHello;
  /** The outcome of the token in the hello; `null` without one. */
  readonly proof: Claim["proof"];
  readonly outcome: Extract<TurnOutcome, { readonly ok: true }>;
}

/**
 * Answers a hello: `ready`, missed messages, then live frames. Must be called in the tick of the commit, before the feed shows
 * the commit: later frames are kept until the missed messages are read, and sent after them. `onLive` is called in the tick of `ready`.
 */
export async function enterVisitor(entering: Entering, parts: VisitorContext, onLive: () => void): Promise<void> {
  const { link, greeting, outcome } = entering;
  const { visitor } = greeting;
  const { visitorFeed } = parts.runtime;
  const open = chatOf(outcome);
  const shown = open === null ? null : visitorFeed.toChat(open, outcome.state);
  const entrance = visitorFeed.enter(visitor, shown, {
    send: (frame) => link.send(frame),
    subscribe() {
      link.subscribe(visitorTopic(visitor.conversation));
      link.subscribe(widgetTopic(visitor.channelId));
    },
    overflow: () => link.end(closeCodes.tryAgainLater, "Too many frames waited while the page connected."),
  });
  greeting.entrance = entrance;
  const [client, callback, missed] = await Promise.all([
    readClient(visitor, open, parts),
    parts.calls.callbackRefusal(visitor.channelId, visitor.conversation),
    readMissed(entering, open, parts),
  ]);
  // An entry that another node committed before the hello can arrive slightly after the hello, but the missed messages contain it
  // already.
  await parts.runtime.feed.whenWhole();
  // Frames that were shown together with the hello's own commit are kept by then. The missed messages may contain some of them.
  await whenInTurn(visitorFeed, visitor, () => {
    if (!link.isOpen) return;
    sendReady(entering, { ...client, callback, chat: shown }, parts);
    for (const frame of missed) link.send(frame);
    entrance.release(missed);
    onLive();
  });
}

/** Rejects with the task's exception, which is a defect that affects only this page. */
const whenInTurn = (feed: VisitorFeed, visitor: Visitor, task: () => void): Promise<void> =>
  new Promise((resolve, reject) => {
    feed.inTurn(visitor, () => {
      try {
        resolve(task());
      } catch (error) {
        reject(error);
      }
    });
  });

/** The client in `ready`. */
interface ReadyClient {
  readonly client: ClientFacts;
  readonly earlierChats: number;
}

interface ReadyFacts extends ReadyClient {
  readonly callback: string | null;
  readonly chat: VisitorChat | null;
}

async function readClient(
  { conversation }: Visitor,
  open: ChatContext | null,
  { store }: VisitorContext,
): Promise<ReadyClient> {
  // The count includes the open chat.
  if (open !== null) return { client: open.client, earlierChats: open.client.chatsCount - 1 };
  const row = await readClientRow(store.durable, conversation);
  assert(row !== undefined, `visitor ${conversation} sent a hello, but has no record`);
  const { client, openChatId } = row;
  // A chat may have started since the hello.
  return { client, earlierChats: client.chatsCount - (openChatId === null ? 0 : 1) };
}

function sendReady(
  { link, greeting, proof }: Entering,
  { client, earlierChats, callback, chat }: ReadyFacts,
  { runtime, own: { limits }, answerTimes }: VisitorContext,
): void {
  const { visitor, secret, reported, requests } = greeting;
  const { channelId, conversation } = visitor;
  const entry = runtime.directory.find(channelId);
  assert(entry !== undefined, `visitor ${conversation} sent a hello, but has no channel`);
  link.become({ name: "live", visitor, secret, reported, requests, callback });
  link.send(
    encodeVisitorFrame({
      type: "ready",
      visitor: secretIn(runtime.feed.generation, secret),
      number: client.number,
      mode: modeOf(entry),
      callback,
      hasBot: entry.settings.bot !== null,
      rate: { perSecond: limits.senderPerSecond, burst: limits.senderBurst },
      fileBytesMax: limits.uploadBytesMax,
      contact: toVisitorContact(client),
      answerSeconds: answerTimes.secondsOf(channelId),
      earlierChats,
      chat,
      ...(entry.settings.widget?.home && { agents: runtime.visitorFeed.availableAgents(channelId) }),
      ...(proof !== null && { identity: proof.ok ? null : proof.failure.message }),
    }),
  );
}

/**
 * Reads the missed frames: the messages after `since` of the chat that the page knows, even if it was closed meanwhile. If
 * another chat is open, all its messages.
 */
async function readMissed(
  { greeting: { visitor, secret }, hello }: Entering,
  open: ChatContext | null,
  parts: VisitorContext,
): Promise<readonly string[]> {
  const { chat: knownId, visitor: sentSecret } = hello;
  const present = secretIn(parts.runtime.feed.generation, secret);
  const isOfNow = sentSecret !== undefined && visitorIn(sentSecret) === visitorIn(present);
  const since = (isOfNow ? hello.since : undefined) ?? 0;
  const isOpen = knownId === undefined || knownId === open?.id;
  const [end, missed] = await Promise.all([
    isOpen ? [] : readEnd(visitor, asChatId(knownId), since, parts),
    open === null ? [] : readMessageFrames(open, isOpen ? since : 0, messagesMax, parts),
  ]);
  return [...end, ...missed];
}

/**
 * Reads the messages of a chat that ended. If the chat was opened again since the hello, the frames kept for the page report
 * this; here only its messages are read.
 */
async function readEnd(
  { conversation }: Visitor,
  chatId: ChatId,
  since: number,
  parts: VisitorContext,
): Promise<readonly string[]> {
  const chat = await readOwnChat(parts.store.durable, conversation, chatId);
  if (chat === undefined) return [];
  const frames = await readMessageFrames(chat.context, since, messagesMax, parts);
  if (chat.state !== "closed") return frames;
  return [
    ...frames,
    encodeVisitorFrame({ type: "chat", chat: parts.runtime.visitorFeed.toChat(chat.context, chat.state) }),
  ];
}

/** The most messages that a page receives at once; of more messages, the newest are sent. */
const messagesMax = 1_000;

/**
 * Returns the frames of a chat's messages after `since`, in order, limited to the newest. They fill at most half of a page's
 * buffer, because the page would be closed at the limit, at each attempt.
 */
export async function readMessageFrames(
  chat: ChatContext,
  since: number,
  countMax: number,
  { store, runtime, own: { limits } }: VisitorContext,
): Promise<readonly string[]> {
  const frames: string[] = [];
  let bytesLeft = limits.visitorBackpressureBytesMax / 2;
  for await (const page of readBackwards(store.durable, chat, since)) {
    const shown = page.map((message) => runtime.visitorFeed.toMessage(message, chat.channelId));
    for (const message of shown) {
      if (message === null) continue;
      const frame = encodeVisitorFrame({ type: "message", chatId: chat.id, message });
      bytesLeft -= Buffer.byteLength(frame);
      if (bytesLeft < 0 || frames.length === countMax) return frames.reverse();
      frames.push(frame);
    }
  }
  return frames.reverse();
}
