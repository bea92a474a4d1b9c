import Type from "typebox";
import type { AgentProfile } from "../../../../machines/agent/agent.machine.ts";
import type { ChannelId } from "../../../../machines/ids.ts";
import { toDeliveryState } from "../../../codec/desk/desk.ts";
import { deliveriesAnswer } from "../../../codec/desk/desk-answer-schemas.ts";
import { deliveryGroups, isOfKind, toDeskDeliveryRecord } from "../../../codec/desk/desk-log.ts";
import { deliveryKinds, deliveryStates, failureKinds, timeSchema } from "../../../codec/desk/desk-schemas.ts";
import { endpointEvents, webhookEvents } from "../../../codec/settings/webhook-events.ts";
import { asChatId } from "../../../core/ids.ts";
import type { Result } from "../../../core/result.ts";
import { fail, ok } from "../../../core/result.ts";
import { readChat } from "../../../domain/chat/queries/chat-queries.ts";
import type { DeliveryView } from "../../../domain/delivery/delivery-actor.ts";
import type { DeliveriesWanted, DeliverySource, IdRange } from "../../../domain/delivery/delivery-pages.ts";
import {
  createClientFinder,
  deliveriesOfChannels,
  deliveriesOfChat,
  deliveriesOfClient,
  idsOf,
  matchingDeliveries,
  nothing,
  placeInChatForm,
  placeOfClientForm,
  rowsAtOnceOf,
} from "../../../domain/delivery/delivery-pages.ts";
import type { Directory } from "../../../domain/directory.ts";
import type { Store } from "../../../ports/store.ts";
import type { HttpExchange } from "../../http/http-exchange.ts";
import type { OperationDoc } from "../../server/operation.ts";
import type { Operation } from "../operation.ts";
import { operation } from "../operation.ts";
import { cursorDoc, decodeCursor, encodeCursor } from "./request/cursor.ts";
import { readCount, readIsOldestFirst, readTimes, sortDoc } from "./request/query.ts";
import { chatIdPattern } from "./visible-chat.ts";

const sortField = "createdAt";
const wantedKinds = [...deliveryGroups, ...deliveryKinds] as const;

const parameters: NonNullable<OperationDoc["query"]> = [
  {
    name: "chat",
    description: "Only deliveries of the chat with this id.",
    schema: Type.String({ pattern: chatIdPattern.source }),
  },
  {
    name: "client",
    description: "Only deliveries of chats of the client with this number, chat by chat.",
    schema: Type.Integer({ minimum: 0 }),
  },
  {
    name: "failure",
    description: "Only deliveries that failed in this way; not together with another state than failed.",
    schema: Type.Enum([...failureKinds]),
  },
  { name: "state", description: "Only deliveries in this state.", schema: Type.Enum([...deliveryStates]) },
  { name: "channel", description: "Only deliveries of the channel with this id.", schema: Type.String() },
  {
    name: "kind",
    description: "Only deliveries of this kind; webhook stands for all events to owners' servers, bot for all to bots.",
    schema: Type.Enum([...wantedKinds]),
  },
  { name: "from", description: "Begun at this time or later.", schema: timeSchema("The earliest time") },
  { name: "to", description: "Begun at this time or before.", schema: timeSchema("The latest time") },
  sortDoc(sortField),
  cursorDoc,
];

interface Deliveries {
  readonly directory: Directory;
  readonly store: Store;
}

/**
 * `GET /api/deliveries`: deliveries of chats that the caller may see, by their begin; with `client`, chat by chat. Failed events and
 * mails are the dead-letter list. Source: DEL-28, WH-38.
 */
export const listDeliveries = (from: Deliveries): Operation =>
  operation({
    method: "get",
    path: "/api/deliveries",
    id: "listDeliveries",
    scope: "deliveries",
    summary:
      "Lists messages to customer systems, events for bots and your server, and mails, with every attempt, the newest or the oldest first.",
    tag: "Deliveries",
    access: "agent",
    query: { parameters, read: readQuery },
    answer: { status: 200, description: "A page of deliveries.", schema: deliveriesAnswer },
    failures: ["invalid_request"],
    async handle({ caller: { profile }, query, limits: { pageRowsMax: rowsMax } }) {
      const { durable } = from.store;
      const source = await sourceOf(from, profile, query, rowsMax);
      const page = await matchingDeliveries(durable, source, { fits: fitsIn(query), after: query.after, rowsMax });
      const findClient = createClientFinder(durable);
      const deliveries = await Promise.all(
        page.deliveries.map(async ({ context, state }) =>
          toDeskDeliveryRecord(context, state, profile.role === "admin", await findClient(context.chatId)),
        ),
      );
      const cursor = page.next === null ? null : encodeCursor(placesOf(query).list, page.next);
      return ok({ deliveries, cursor });
    },
  });

const fitsIn =
  ({ state, failure, kind, oldest, behindNewest }: DeliveryQuery) =>
  ({ state: machineState, context }: DeliveryView): boolean =>
    (state === undefined || toDeliveryState(machineState) === state) &&
    (failure === undefined || context.error?.kind === failure) &&
    (kind === undefined || isOfKind(context.cargo, kind)) &&
    context.id >= oldest &&
    context.id < behindNewest;

interface DeliveryQuery extends IdRange {
  readonly chatId: string | undefined;
  readonly clientNumber: number | undefined;
  readonly state: string | undefined;
  readonly failure: string | undefined;
  readonly channelId: string | undefined;
  readonly kind: string | undefined;
  readonly isOldestFirst: boolean;
  readonly after: string | undefined;
}

function readQuery(exchange: HttpExchange): Result<DeliveryQuery> {
  const state = exchange.query("state") || undefined;
  if (state !== undefined && !deliveryStates.some((known) => known === state))
    return fail("invalid_request", `Parameter state must be one of ${deliveryStates.join(", ")}.`);
  const chatId = exchange.query("chat") || undefined;
  if (chatId !== undefined && !chatIdPattern.test(chatId))
    return fail("invalid_request", "Parameter chat must be the id of a chat, in digits.");
  const kind = exchange.query("kind") || undefined;
  if (kind !== undefined && !wantedKinds.some((known) => known === kind))
    return fail("invalid_request", `Parameter kind must be one of ${wantedKinds.join(", ")}.`);
  const failure = exchange.query("failure") || undefined;
  if (failure !== undefined && !failureKinds.some((known) => known === failure))
    return fail("invalid_request", `Parameter failure must be one of ${failureKinds.join(", ")}.`);
  if (failure !== undefined && state !== undefined && state !== "failed")
    return fail("invalid_request", `Parameter failure can be used only with state failed, got state ${state}.`);
  const client = readCount("client", exchange.query("client"));
  if (!client.ok) return client;
  const times = readTimes(exchange);
  if (!times.ok) return times;
  const order = readIsOldestFirst(sortField, exchange);
  if (!order.ok) return order;
  const isOldestFirst = order.value;
  const { list, form } = placesOf({ chatId, clientNumber: client.value, isOldestFirst });
  const after = decodeCursor(list, form, exchange.query("cursor"));
  if (!after.ok) return after;
  const channelId = exchange.query("channel") || undefined;
  return ok({
    ...{ chatId, clientNumber: client.value, failure, kind, channelId, isOldestFirst },
    state: failure === undefined ? state : "failed",
    ...idsOf(times.value),
    after: after.value,
  });
}

/** The list that a cursor belongs to, and the form of its places. */
function placesOf({
  chatId,
  clientNumber,
  isOldestFirst,
}: Pick<DeliveryQuery, "chatId" | "clientNumber" | "isOldestFirst">) {
  const order = isOldestFirst ? " by age" : "";
  if (chatId !== undefined) return { list: `chat ${chatId}${order}`, form: placeInChatForm };
  if (clientNumber !== undefined) return { list: `client ${clientNumber}${order}`, form: placeOfClientForm };
  return { list: `deliveries${order}`, form: /^[0-9A-HJKMNP-TV-Z]{26}$/ };
}

/** Returns the source of the deliveries that match the query. It has none if the caller may not see the chat or channel. */
async function sourceOf(
  { store, directory }: Deliveries,
  profile: AgentProfile,
  query: DeliveryQuery,
  rowsMax: number,
): Promise<DeliverySource> {
  const { chatId, channelId, clientNumber, isOldestFirst } = query;
  const look = { isOldestFirst, rowsAtOnce: rowsAtOnceOf(rowsMax) };
  const isAsked = (id: string): boolean => channelId === undefined || id === channelId;
  if (chatId !== undefined) {
    const chat = await readChat(store, asChatId(chatId));
    const isShown =
      chat !== undefined &&
      isAsked(chat.context.channelId) &&
      (clientNumber === undefined || chat.context.client.number === clientNumber) &&
      directory.canSee(profile, chat.context.channelId);
    return isShown ? deliveriesOfChat(store, chat.context.id, look) : async () => nothing;
  }
  if (clientNumber !== undefined) {
    const isSeen = (id: ChannelId): boolean => isAsked(id) && directory.canSee(profile, id);
    return deliveriesOfClient(store, { clientNumber, isSeen }, look);
  }
  const channelIds = directory
    .channelsEver()
    .map(({ settings }) => settings.id)
    .filter((id) => isAsked(id) && directory.canSee(profile, id));
  return deliveriesOfChannels(store, { ...query, list: listOf(query), channelIds }, look);
}

/** Returns the shortest list that contains all matching deliveries. */
function listOf({ state, kind }: DeliveryQuery): DeliveriesWanted["list"] {
  if (state !== "failed") return "all";
  const isReport = ["webhook", "mail", "answer", ...webhookEvents, ...endpointEvents].some((report) => report === kind);
  return isReport ? "dead" : "failed";
}
