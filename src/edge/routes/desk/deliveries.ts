import Type from "typebox";
import type { AgentProfile } from "../../../../machines/agent/agent.types.ts";
import { deliveriesAnswer } from "../../../codec/desk-answer-schemas.ts";
import { toDeskDeliveryRecord } from "../../../codec/desk-log.ts";
import { deliveryStates } from "../../../codec/desk-schemas.ts";
import { asChatId } from "../../../core/ids.ts";
import type { Result } from "../../../core/result.ts";
import { fail, ok } from "../../../core/result.ts";
import { readChat } from "../../../runtime/views.ts";
import type { HttpExchange } from "../../http-exchange.ts";
import type { Handler, Route } from "../../router.ts";
import { cursorDoc, decodeCursor, encodeCursor } from "./cursor.ts";
import { listDeliveries, rowsAtOnceOf } from "./delivery-list.ts";
import type { DeliverySource } from "./delivery-source.ts";
import { fromChannels, fromChat } from "./delivery-source.ts";
import { findCaller } from "./desk-caller.ts";
import type { DeskParts } from "./desk-parts.ts";
import { chatIdPattern } from "./visible-chat.ts";

/** `GET /api/deliveries?chat=&state=&channel=&cursor=`: deliveries of chats the caller may see, newest first. Source: DEL-28. */
export const deliveriesRoute = (desk: DeskParts): Route => ({
  pattern: "/api/deliveries",
  methods: { get: getDeliveries(desk) },
  docs: {
    get: {
      id: "listDeliveries",
      summary: "Messages on their way to customer systems and events to bots, with every attempt, newest first.",
      tag: "Deliveries",
      access: "agent",
      query: [
        { name: "chat", description: "Only deliveries of the chat with this id.", schema: Type.String() },
        { name: "state", description: "Only deliveries in this state.", schema: Type.Enum([...deliveryStates]) },
        { name: "channel", description: "Only deliveries of the channel with this id.", schema: Type.String() },
        cursorDoc,
      ],
      answer: { status: 200, description: "A page of deliveries.", schema: deliveriesAnswer },
      failures: ["invalid_request"],
    },
  },
});

interface DeliveryQuery {
  readonly chatId: string | undefined;
  readonly state: string | undefined;
  readonly channelId: string | undefined;
  readonly before: string | undefined;
}

const getDeliveries =
  (desk: DeskParts): Handler =>
  async (exchange) => {
    const caller = findCaller(desk, exchange);
    if (caller === null) return;
    const query = readQuery(exchange);
    if (!query.ok) return exchange.answerFailure(query.failure);
    const { chatId, state, before } = query.value;
    const page = await listDeliveries(desk, sourceOf(desk, caller.profile, query.value), state, before);
    const isAdministrator = caller.profile.role === "admin";
    const deliveries = page.deliveries.map((view) => toDeskDeliveryRecord(view.context, view.state, isAdministrator));
    const cursor = page.nextBefore === null ? null : encodeCursor(cursorListOf(chatId), page.nextBefore);
    exchange.answer(200, { body: JSON.stringify({ deliveries, cursor }) });
  };

function readQuery(exchange: HttpExchange): Result<DeliveryQuery> {
  const state = exchange.query("state") || undefined;
  if (state !== undefined && !deliveryStates.some((known) => known === state))
    return fail("invalid_request", `Parameter state must be one of ${deliveryStates.join(", ")}.`);
  const chatId = exchange.query("chat") || undefined;
  if (chatId !== undefined && !chatIdPattern.test(chatId))
    return fail("invalid_request", "Parameter chat must be the id of a chat, in digits.");
  const placeForm = chatId === undefined ? /^[0-9A-HJKMNP-TV-Z]{26}$/ : /^[1-9][0-9]{0,14}$/;
  const before = decodeCursor(cursorListOf(chatId), placeForm, exchange.query("cursor"));
  if (!before.ok) return before;
  return ok({ chatId, state, channelId: exchange.query("channel") || undefined, before: before.value });
}

const cursorListOf = (chatId: string | undefined): string => (chatId === undefined ? "deliveries" : `chat ${chatId}`);

/** What of the caller's deliveries the query can mean: nothing for a chat or channel the caller does not see. */
function sourceOf(desk: DeskParts, profile: AgentProfile, query: DeliveryQuery): DeliverySource {
  const { store, runtime } = desk;
  const { chatId, channelId } = query;
  const isAsked = (id: string): boolean => channelId === undefined || id === channelId;
  if (chatId !== undefined) {
    const chat = readChat(store, asChatId(chatId));
    const isShown =
      chat !== undefined &&
      isAsked(chat.context.channelId) &&
      runtime.directory.canSee(profile, chat.context.channelId);
    return isShown ? fromChat(store, chat.context.id, rowsAtOnceOf(desk)) : nothing;
  }
  const channelIds = runtime.directory
    .channelsEver()
    .map(({ settings }) => settings.id)
    .filter((id) => isAsked(id) && runtime.directory.canSee(profile, id));
  return fromChannels(store, query.state === "failed" ? "failed" : "all", channelIds, rowsAtOnceOf(desk));
}

const nothing: DeliverySource = async () => ({ found: [], lookedUpTo: undefined, isEnd: true });
