import {
  leftAnswerCreation,
  offlineMessageAnswer,
  offlineMessageChange,
  offlineMessagesAnswer,
  parseLeftAnswerCreation,
  parseOfflineMessageChange,
} from "../../../codec/desk/desk-offline.ts";
import { isEmailAddress } from "../../../core/email-address.ts";
import { asDeliveryId } from "../../../core/ids.ts";
import type { Result } from "../../../core/result.ts";
import { fail, ok } from "../../../core/result.ts";
import { answerLeft, changeLeft, noSuchMessage } from "../../../domain/client/left-messages.ts";
import { readLeft, readOfflinePage, showOffline } from "../../../domain/client/offline-pages.ts";
import { readDelivery } from "../../../domain/delivery/delivery-actor.ts";
import type { Directory } from "../../../domain/directory.ts";
import type { Post } from "../../../domain/effects.ts";
import type { Feed } from "../../../domain/feed/feed.ts";
import { newDeliveryId } from "../../../domain/new-ids.ts";
import { replayDelivery } from "../../../domain/webhooks/replay.ts";
import type { Clock } from "../../../ports/clock.ts";
import type { OfflineMessageRow, Store } from "../../../ports/store.ts";
import { readIdempotencyKey } from "../checked-post.ts";
import type { Operation } from "../operation.ts";
import { markOf, operation } from "../operation.ts";
import type { DeskCaller } from "./desk-caller.ts";
import { decodeCursor, encodeCursor } from "./request/cursor.ts";
import type { QueryOf } from "./request/query.ts";
import { cursorText, oneOf, queryOf, text, textOfForm } from "./request/query.ts";

interface OfflineMessages {
  readonly directory: Directory;
  readonly store: Store;
  readonly post: Post;
  readonly feed: Feed;
  readonly clock: Clock;
  /** Whether a mail server is configured. */
  readonly hasMail: () => boolean;
}

/** `/api/offline-messages…`: what visitors left through the offline form. Source: WH-18. */
export const offlineMessageOperations = (messages: OfflineMessages): readonly Operation[] => [
  listMessages(messages),
  changeMessage(messages),
  answerMessage(messages),
  resendAnswer(messages),
];

const common = { tag: "Chats", access: "agent", scope: "chats:write" } as const;

interface LeftMessage {
  readonly number: number;
  readonly row: OfflineMessageRow;
}

const idPattern = /^[1-9][0-9]{0,14}$/;

/** Finds an offline message that the caller may see; a hidden message is as an unknown one. Source: AUTH-15. */
async function findVisible(
  { store, directory }: OfflineMessages,
  { profile }: DeskCaller,
  idText: string,
): Promise<Result<LeftMessage>> {
  const number = Number(idText);
  const row = idPattern.test(idText) ? await readLeft(store, number) : undefined;
  return row !== undefined && directory.canSee(profile, row.channelId)
    ? ok({ number, row })
    : { ok: false, failure: noSuchMessage };
}

/** Shows the current message, or fails if it was deleted meanwhile. */
async function show({ store, directory }: OfflineMessages, number: number): Promise<Result<unknown>> {
  const row = await readLeft(store.durable, number);
  if (row === undefined) return { ok: false, failure: noSuchMessage };
  return ok({ offlineMessage: await showOffline(store.durable, directory, number, row) });
}

const query = queryOf(
  {
    channel: text("Only messages of the channel with this id."),
    state: oneOf(["open", "done"], "Only open messages, or only messages that are done."),
    owner: textOfForm(
      /^(none|[1-9][0-9]{0,14})$/,
      "the id of an agent or none",
      "Only messages of the agent with this id; `none` for messages without an agent.",
    ),
    cursor: cursorText,
  },
  ({ cursor, ...given }) => {
    const before = decodeCursor("offline", idPattern, cursor);
    if (!before.ok) return before;
    return ok({ ...given, before: before.value === undefined ? undefined : Number(before.value) });
  },
);

/** Messages in channels that the caller may see, newest first. */
const listMessages = ({ store, directory, hasMail }: OfflineMessages): Operation =>
  operation({
    ...common,
    method: "get",
    path: "/api/offline-messages",
    id: "listOfflineMessages",
    scope: "chats:read",
    summary: "Lists messages from the offline form in channels that the caller can see, the newest first.",
    query,
    answer: { status: 200, description: "A page of messages.", schema: offlineMessagesAnswer },
    failures: ["invalid_request"],
    async handle({ caller, query: asked, limits }) {
      const { offlineMessages, nextBefore } = await readOfflinePage(
        { store, directory },
        {
          isAsked: (row) => isAsked(asked, row) && directory.canSee(caller.profile, row.channelId),
          before: asked.before,
          rowsMax: limits.pageRowsMax,
        },
      );
      const cursor = nextBefore === null ? null : encodeCursor("offline", String(nextBefore));
      return ok({ offlineMessages, cursor, canAnswer: hasMail() });
    },
  });

const isAsked = ({ channel, state, owner }: QueryOf<typeof query>, row: OfflineMessageRow): boolean =>
  (channel === undefined || channel === row.channelId) &&
  (state === undefined || (state === "open") === (row.done === null)) &&
  (owner === undefined || owner === String(row.ownerId ?? "none"));

/** Changes the owner of an offline message, and whether it is done. */
const changeMessage = (messages: OfflineMessages): Operation =>
  operation({
    ...common,
    method: "patch",
    path: "/api/offline-messages/:id",
    gate: "load",
    id: "changeOfflineMessage",
    summary:
      "Changes the agent or the state of a message from the offline form. Only the agent of the message or an administrator can give it to another agent.",
    find: ({ caller, parameters: [id] }) => findVisible(messages, caller, id),
    body: { schema: offlineMessageChange, parse: parseOfflineMessageChange },
    answer: { status: 200, description: "The message as it is now.", schema: offlineMessageAnswer },
    failures: ["conflict"],
    async handle({ caller, found: { number }, body }) {
      const { store, directory, feed, clock } = messages;
      const call = { number, by: caller.profile, nowMs: clock.nowMs() };
      const changed = await changeLeft({ store, directory }, call, body);
      if (!changed.ok) return changed;
      feed.showOfflineMessage(number);
      return show(messages, number);
    },
  });

/** Sends a mail to the visitor; the caller becomes the owner of the message. */
const answerMessage = (messages: OfflineMessages): Operation =>
  operation({
    ...common,
    method: "post",
    path: "/api/offline-messages/:id/answers",
    gate: "load",
    id: "answerOfflineMessage",
    summary:
      "Answers a message from the offline form by mail. A message without an agent then belongs to the caller. The service honours an Idempotency-Key.",
    async find({ exchange, caller, parameters: [id] }) {
      const key = readIdempotencyKey(exchange);
      const found = await findVisible(messages, caller, id);
      if (!found.ok) return found;
      return key.ok ? ok({ ...found.value, key: key.value }) : key;
    },
    body: { schema: leftAnswerCreation, parse: parseLeftAnswerCreation },
    answer: { status: 202, description: "The message. The mail is being sent.", schema: offlineMessageAnswer },
    failures: ["conflict"],
    async handle({ cause, caller, found: { number, row, key }, body, bytes, limits }) {
      const { store, directory, post, clock, hasMail } = messages;
      const { email } = row;
      if (!hasMail()) return noServer;
      if (email === null || email === "") return noAddress;
      if (!isEmailAddress(email)) return badAddress;
      const nowMs = clock.nowMs();
      const answered = await answerLeft(
        { store, directory, post, limits },
        { number, by: caller.profile, nowMs },
        {
          ...body,
          deliveryId: newDeliveryId(nowMs),
          to: email,
          cause,
          idempotency: markOf(`desk/${caller.profile.id}/left/${number}`, { key, bytes }),
        },
      );
      return answered.ok ? show(messages, number) : answered;
    },
  });

const noServer = fail("conflict", "No mail server is configured (smtp): offline messages cannot be answered by mail.");
const noAddress = fail("conflict", "The visitor left no e-mail address.");
const badAddress = fail("conflict", "The e-mail that the visitor left is not one address.");

/** Retries a mail that could not be sent. */
const resendAnswer = (messages: OfflineMessages): Operation =>
  operation({
    ...common,
    method: "post",
    path: "/api/offline-messages/:id/answers/:answer/resend",
    gate: "load",
    id: "resendOfflineAnswer",
    summary: "Sends a failed mail again in a new series of attempts.",
    find: ({ caller, parameters: [id] }) => findVisible(messages, caller, id),
    answer: { status: 202, description: "The message. The mail is sent again.", schema: offlineMessageAnswer },
    failures: ["conflict"],
    async handle({ cause, parameters: [, answerId], found: { number, row } }) {
      const { store, post, clock } = messages;
      const id = asDeliveryId(answerId);
      const delivery = row.answerIds.includes(id) ? await readDelivery(store, id) : undefined;
      if (delivery === undefined) return fail("not_found", "There is no such answer.");
      if (delivery.state !== "failed")
        return fail("conflict", "The mail was sent, or is on its way; only a failed mail can be sent again.");
      const replayed = await replayDelivery(post, delivery, { nowMs: clock.nowMs(), cause });
      return replayed.ok ? show(messages, number) : replayed;
    },
  });
