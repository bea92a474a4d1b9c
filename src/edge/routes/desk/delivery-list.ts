import type { AgentProfile } from "../../../../machines/agent/agent.machine.ts";
import type { ChannelId } from "../../../../machines/ids.ts";
import { toDeliveryState } from "../../../codec/desk/desk.ts";
import { deliveriesAnswer } from "../../../codec/desk/desk-answer-schemas.ts";
import { deliveryGroups, isOfKind, toDeskDeliveryRecord } from "../../../codec/desk/desk-log.ts";
import { deliveryKinds, deliveryStates, failureKinds } from "../../../codec/desk/desk-schemas.ts";
import { endpointEvents, webhookEvents } from "../../../codec/settings/webhook-events.ts";
import { asChatId } from "../../../core/ids.ts";
import { fail, ok } from "../../../core/result.ts";
import { readChat } from "../../../domain/chat/queries/chat-queries.ts";
import type { DeliveryView } from "../../../domain/delivery/delivery-actor.ts";
import type { DeliveriesWanted, DeliverySource } from "../../../domain/delivery/delivery-pages.ts";
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
import type { Operation } from "../operation.ts";
import { operation } from "../operation.ts";
import { decodeCursor, encodeCursor } from "./request/cursor.ts";
import type { QueryOf } from "./request/query.ts";
import { count, cursorText, oneOf, queryOf, sortOf, text, textOfForm, times, toTimes } from "./request/query.ts";
import { chatIdPattern } from "./visible-chat.ts";

const query = queryOf(
  {
    chat: textOfForm(chatIdPattern, "the id of a chat, in digits", "Only deliveries of the chat with this id."),
    client: count("Only deliveries of chats of the client with this number, chat by chat."),
    failure: oneOf(
      failureKinds,
      "Only deliveries that failed in this way; not together with another state than failed.",
    ),
    state: oneOf(deliveryStates, "Only deliveries in this state."),
    channel: text("Only deliveries of the channel with this id."),
    kind: oneOf(
      [...deliveryGroups, ...deliveryKinds],
      "Only deliveries of this kind; webhook stands for all events to owners' servers, bot for all to bots.",
    ),
    ...times("Begun"),
    sort: sortOf("createdAt"),
    cursor: cursorText,
  },
  ({ chat: chatId, client: clientNumber, failure, state, channel: channelId, kind, sort, cursor, ...given }) => {
    if (failure !== undefined && state !== undefined && state !== "failed")
      return fail("invalid_request", `Parameter failure can be used only with state failed, got state ${state}.`);
    const begun = toTimes(given);
    if (!begun.ok) return begun;
    const listed = { chatId, clientNumber, isOldestFirst: sort === "createdAt" };
    const { list, form } = placesOf(listed);
    const after = decodeCursor(list, form, cursor);
    if (!after.ok) return after;
    const wanted = { failure, state: failure === undefined ? state : ("failed" as const), channelId, kind };
    return ok({ ...listed, ...wanted, ...idsOf(begun.value), after: after.value });
  },
);

type DeliveryQuery = QueryOf<typeof query>;

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
    query,
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

interface Listed {
  readonly chatId: string | undefined;
  readonly clientNumber: number | undefined;
  readonly isOldestFirst: boolean;
}

/** The list that a cursor belongs to, and the form of its places. */
function placesOf({ chatId, clientNumber, isOldestFirst }: Listed) {
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
