import { encodeAgentMessage } from "../../../codec/a-customer/agent-message.ts";
import { encodeBotEvent } from "../../../codec/b-bot/bot-event.ts";
import {
  channelLogAnswer,
  deliveryAnswer,
  doneAnswer,
  failuresAnswer,
  resentAnswer,
} from "../../../codec/desk/desk-answer-schemas.ts";
import type { DeskDeliveryDetails } from "../../../codec/desk/desk-log.ts";
import { toDeskDeliveryRecord, toDeskLogEntry } from "../../../codec/desk/desk-log.ts";
import { parseSeenRequest, seenRequestSchema } from "../../../codec/desk/desk-request.ts";
import { asDeliveryId } from "../../../core/ids.ts";
import type { Result } from "../../../core/result.ts";
import { fail, ok } from "../../../core/result.ts";
import { readChannelLog } from "../../../domain/channel/channel-log.ts";
import { readChat } from "../../../domain/chat/queries/chat-queries.ts";
import type { DeliveryView } from "../../../domain/delivery/delivery-actor.ts";
import { readDeliveries, readDelivery } from "../../../domain/delivery/delivery-actor.ts";
import { createClientFinder } from "../../../domain/delivery/delivery-pages.ts";
import { listUnseen, markSeen } from "../../../domain/delivery/unseen-failures.ts";
import type { Directory } from "../../../domain/directory.ts";
import type { Post } from "../../../domain/effects.ts";
import type { Feed } from "../../../domain/feed/feed.ts";
import { replayDelivery } from "../../../domain/webhooks/replay.ts";
import { readWebhookBody } from "../../../domain/webhooks/webhook-body.ts";
import type { ChatLogEncoder } from "../../../ports/chat-log-encoder.ts";
import type { Clock } from "../../../ports/clock.ts";
import type { Store, StoredRows } from "../../../ports/store.ts";
import type { Operation } from "../operation.ts";
import { operation } from "../operation.ts";
import { takeStep } from "./chat-steps.ts";
import type { DeskCaller } from "./desk-caller.ts";
import { cursorQuery, encodeCursor } from "./request/cursor.ts";
import { showMessage } from "./shown-message.ts";

interface Deliveries {
  readonly directory: Directory;
  readonly post: Post;
  readonly feed: Feed;
  readonly store: Store;
  readonly chatLog: ChatLogEncoder;
  readonly clock: Clock;
}

/** `/api/deliveries/{id}…`, `/api/failures…` and `/api/channels/{id}/log`. */
export const deliveryOperations = (deliveries: Deliveries): readonly Operation[] => [
  getDelivery(deliveries),
  resendDelivery(deliveries),
  listFailures(deliveries),
  markFailuresSeen(deliveries),
  readLog(deliveries),
];

const common = { tag: "Deliveries", access: "agent", scope: "deliveries" } as const;
const deliveryIdPattern = /^[0-9A-HJKMNP-TV-Z]{26}$/;
const noSuchDelivery = fail("not_found", "There is no such delivery.");

/**
 * Finds a delivery of a chat that the caller may see. The failure is the same for an unknown and a hidden delivery. Pass the
 * durable rows if the delivery is shown to the caller. Source: AUTH-15.
 */
async function findVisible(
  { directory }: Deliveries,
  { profile }: DeskCaller,
  idText: string,
  rows: StoredRows,
): Promise<Result<DeliveryView>> {
  const view = deliveryIdPattern.test(idText) ? await readDelivery(rows, asDeliveryId(idText)) : undefined;
  return view !== undefined && directory.canSee(profile, view.context.channelId) ? ok(view) : noSuchDelivery;
}

/** Administrators also get the request body. Source: DEL-28, WH-38. */
const getDelivery = (deliveries: Deliveries): Operation =>
  operation({
    ...common,
    method: "get",
    path: "/api/deliveries/:id",
    id: "readDelivery",
    summary: "Returns one delivery with every attempt.",
    find: ({ caller, parameters: [id] }) => findVisible(deliveries, caller, id, deliveries.store.durable),
    answer: { status: 200, description: "The delivery.", schema: deliveryAnswer },
    async handle({ caller, found: view }) {
      const isAdministrator = caller.profile.role === "admin";
      const [client, request] = await Promise.all([
        createClientFinder(deliveries.store.durable)(view.context.chatId),
        isAdministrator ? requestOf(deliveries, view) : null,
      ]);
      const record = toDeskDeliveryRecord(view.context, view.state, isAdministrator, client);
      const delivery: DeskDeliveryDetails = { ...record, request };
      return ok({ delivery });
    },
  });

/** `null` for a mail, for a message that waits in its lane, and for an event whose chat or channel is not stored any more. */
async function requestOf(deliveries: Deliveries, view: DeliveryView): Promise<DeskDeliveryDetails["request"]> {
  const body = await bodyOf(deliveries, view);
  return body === null ? null : { body };
}

async function bodyOf(
  { store, chatLog, directory }: Deliveries,
  { context: { id, chatId, channelId, messageId, cargo, recipient } }: DeliveryView,
): Promise<string | null> {
  switch (cargo.kind) {
    case "webhook": {
      const body = await readWebhookBody(chatId, id, { store, chatLog });
      return body === null ? null : new TextDecoder().decode(body);
    }
    case "message": {
      const { content, sender } = cargo;
      return messageId === null || recipient === null
        ? null
        : encodeAgentMessage({ messageId, content, sender, recipient });
    }
    case "bot_event": {
      const channelKind = directory.find(channelId)?.settings.kind;
      return messageId === null || channelKind === undefined
        ? null
        : encodeBotEvent({ eventId: messageId, event: cargo.event, channelId, channelKind });
    }
    case "mail":
      return null;
  }
}

/**
 * Starts a new series of attempts with the same ids. A message is queued after the waiting messages of its lane. Agents may resend
 * failed messages of their own chats, and of chats without an available agent. Administrators may resend each message whose
 * delivery has ended. Only administrators may replay events for the owner's server and mails, which do not wait for other
 * deliveries. Nothing is sent to a bot again. Source: DEL-05, BOT-22, WH-38.
 */
const resendDelivery = (deliveries: Deliveries): Operation =>
  operation({
    ...common,
    method: "post",
    path: "/api/deliveries/:id/resend",
    gate: "load",
    id: "resendDelivery",
    summary:
      "Sends a message, an event for your server or a mail again, in a new series of attempts with the same ids.",
    find: ({ caller, parameters: [id] }) => findVisible(deliveries, caller, id, deliveries.store),
    answer: { status: 202, description: "The delivery is sent again.", schema: resentAnswer },
    failures: ["conflict"],
    handle: ({ cause, caller, found }) =>
      isReport(found) ? replay(deliveries, caller, found, cause) : resend(deliveries, caller, found, cause),
  });

const isReport = ({ context: { cargo } }: DeliveryView): boolean => cargo.kind === "webhook" || cargo.kind === "mail";

async function resend(
  { directory, post, store, clock }: Deliveries,
  caller: DeskCaller,
  delivery: DeliveryView,
  cause: string,
): Promise<Result<unknown>> {
  const { id: deliveryId, chatId, messageSeq } = delivery.context;
  const chat = await readChat(store, chatId);
  if (chat === undefined) return noSuchDelivery;
  const { agent } = chat.context;
  const isAgentThere = agent !== null && directory.agent(agent.id)?.isAvailable === true;
  const refusal = refusalOf(caller, delivery, agent, isAgentThere);
  if (refusal !== null) return fail("conflict", refusal);
  const event = { type: "delivery.resend-requested" as const, nowMs: clock.nowMs(), deliveryId };
  const outcome = await takeStep(post, chat, event, cause);
  return outcome.ok ? ok({ message: await showMessage(store, chatId, messageSeq) }) : outcome;
}

/** Source: WH-38. */
async function replay(
  { post, store, clock }: Deliveries,
  { profile }: DeskCaller,
  delivery: DeliveryView,
  cause: string,
): Promise<Result<unknown>> {
  if (profile.role !== "admin")
    return fail("access_denied", "Events for the owner's server and mails are replayed by administrators.");
  if (!hasEnded(delivery.state))
    return fail(
      "conflict",
      `The delivery is ${spoken(delivery.state)}; it can be replayed after the delivery has ended.`,
    );
  const replayed = await replayDelivery(post, delivery, { nowMs: clock.nowMs(), cause });
  if (!replayed.ok) return replayed;
  const { context, state } = replayed.value;
  const client = await createClientFinder(store.durable)(context.chatId);
  return ok({ delivery: toDeskDeliveryRecord(context, state, true, client) });
}

const hasEnded = (state: string): boolean => state === "failed" || state === "delivered";

/** Returns why this caller may not send the message again; null if it is allowed. */
function refusalOf(
  { profile }: DeskCaller,
  { state, context: { cargo } }: DeliveryView,
  agent: { readonly id: number; readonly name: string } | null,
  isAgentThere: boolean,
): string | null {
  if (cargo.kind === "bot_event")
    return `The delivery is the event ${cargo.event.event} for the bot; such an event is not sent again, because the dialogue has continued.`;
  if (profile.role === "admin") {
    if (hasEnded(state)) return null;
    return `The message is ${spoken(state)}; it can be sent again after the delivery has ended.`;
  }
  if (agent !== null && agent.id !== profile.id && isAgentThere)
    return `The chat is with ${agent.name}; only its agent can send the message again.`;
  return state === "failed" ? null : `The message is ${spoken(state)}; only a failed message can be sent again.`;
}

const spoken = (state: string): string => (state === "backing_off" ? "attempting" : state);

/** The number of failures that are returned with all their fields. */
const shownMax = 20;

/** Failed events to bots, failed events to owners' servers and failed mails, newest first. */
const listFailures = ({ store }: Deliveries): Operation =>
  operation({
    ...common,
    method: "get",
    path: "/api/failures",
    id: "listFailures",
    summary: "Lists failed events and mails that no administrator has marked as seen or replayed.",
    access: "administrator",
    answer: { status: 200, description: "The failures.", schema: failuresAnswer },
    async handle() {
      const deliveryIds = await listUnseen(store);
      const views = await readDeliveries(store.durable, deliveryIds.slice(0, shownMax));
      const findClient = createClientFinder(store.durable);
      const deliveries = await Promise.all(
        views.map(async ({ context, state }) =>
          toDeskDeliveryRecord(context, state, true, await findClient(context.chatId)),
        ),
      );
      return ok({ count: deliveryIds.length, deliveryIds, deliveries });
    },
  });

/** Newer failures stay unseen. */
const markFailuresSeen = ({ store, feed }: Deliveries): Operation =>
  operation({
    ...common,
    method: "post",
    path: "/api/failures/seen",
    gate: "load",
    id: "markFailuresSeen",
    summary: "Marks failures as seen for all administrators. Unknown ids are ignored.",
    access: "administrator",
    body: { schema: seenRequestSchema, parse: parseSeenRequest },
    answer: { status: 200, description: "The failures are not listed any more.", schema: doneAnswer },
    async handle({ body: { deliveryIds } }) {
      await markSeen({ store, feed }, new Set(deliveryIds));
      return ok({ result: "ok" });
    },
  });

/** The channel's log entries that are not delivery attempts, newest first. Source: CH-21, CH-50. */
const readLog = ({ directory, store }: Deliveries): Operation =>
  operation({
    ...common,
    method: "get",
    path: "/api/channels/:id/log",
    id: "readChannelLog",
    summary: "Lists warnings about messages of customers and bots, and results of typing notices, the newest first.",
    access: "administrator",
    find({ parameters: [id] }) {
      const channel = directory.findEver(id);
      return channel === undefined ? fail("not_found", "There is no such channel.") : ok(channel.settings.id);
    },
    query: cursorQuery("log", deliveryIdPattern),
    answer: { status: 200, description: "A page of entries.", schema: channelLogAnswer },
    failures: ["invalid_request", "access_denied"],
    async handle({ found: channelId, query: before, limits: { pageRowsMax } }) {
      const page = await readChannelLog(store, channelId, before, pageRowsMax);
      const last = page.at(-1);
      const cursor = last === undefined || page.length < pageRowsMax ? null : encodeCursor("log", last.id);
      return ok({ entries: page.map(({ row }) => toDeskLogEntry(row)), cursor });
    },
  });
