import Type from "typebox";
import type { AgentProfile } from "../../../../machines/agent/agent.types.ts";
import { toDeliveryState } from "../../../codec/desk.ts";
import { deliveriesAnswer } from "../../../codec/desk-answer-schemas.ts";
import { deliveryGroups, isOfKind, toDeskDeliveryRecord } from "../../../codec/desk-log.ts";
import { deliveryKinds, deliveryStates, timeSchema, webhookEvents } from "../../../codec/desk-schemas.ts";
import { asChatId } from "../../../core/ids.ts";
import type { Result } from "../../../core/result.ts";
import { fail, ok } from "../../../core/result.ts";
import type { DeliveryView } from "../../../runtime/views.ts";
import { readChat } from "../../../runtime/views.ts";
import type { HttpExchange } from "../../http-exchange.ts";
import type { Handler, Route } from "../../router.ts";
import { cursorDoc, decodeCursor, encodeCursor } from "./cursor.ts";
import { listDeliveries, rowsAtOnceOf } from "./delivery-list.ts";
import type { DeliverySource, IdRange } from "./delivery-source.ts";
import { fromChannels, idsOf } from "./delivery-source.ts";
import { fromChat, placeInChatForm } from "./delivery-source-of-chat.ts";
import { findCaller } from "./desk-caller.ts";
import type { DeskParts } from "./desk-parts.ts";
import { readTimes } from "./query.ts";
import { chatIdPattern } from "./visible-chat.ts";

/**
 * `GET /api/deliveries?chat=&state=&channel=&kind=&from=&to=&cursor=`: deliveries of chats the caller may see, newest first. Those of events and
 * mails that failed are the dead-letter list. Source: DEL-28, WH-38.
 */
export const deliveriesRoute = (desk: DeskParts): Route => ({
  pattern: "/api/deliveries",
  methods: { get: getDeliveries(desk) },
  docs: {
    get: {
      id: "listDeliveries",
      summary:
        "Messages on their way to customer systems, events to bots and owners' servers, and mails, with every attempt, newest first.",
      tag: "Deliveries",
      access: "agent",
      query: [
        { name: "chat", description: "Only deliveries of the chat with this id.", schema: Type.String() },
        { name: "state", description: "Only deliveries in this state.", schema: Type.Enum([...deliveryStates]) },
        { name: "channel", description: "Only deliveries of the channel with this id.", schema: Type.String() },
        {
          name: "kind",
          description:
            "Only deliveries of this kind; webhook stands for all events to owners' servers, bot for all to bots.",
          schema: Type.Enum([...wantedKinds]),
        },
        { name: "from", description: "Begun at this time or later.", schema: timeSchema("The earliest time") },
        { name: "to", description: "Begun at this time or before.", schema: timeSchema("The latest time") },
        cursorDoc,
      ],
      answer: { status: 200, description: "A page of deliveries.", schema: deliveriesAnswer },
      failures: ["invalid_request"],
    },
  },
});

const wantedKinds = [...deliveryGroups, ...deliveryKinds] as const;

interface DeliveryQuery extends IdRange {
  readonly chatId: string | undefined;
  readonly state: string | undefined;
  readonly channelId: string | undefined;
  readonly kind: string | undefined;
  readonly before: string | undefined;
}

const getDeliveries =
  (desk: DeskParts): Handler =>
  async (exchange) => {
    const caller = findCaller(desk, exchange);
    if (caller === null) return;
    const query = readQuery(exchange);
    if (!query.ok) return exchange.answerFailure(query.failure);
    const { chatId, state, kind, oldest, behindNewest, before } = query.value;
    const fits = ({ state: machineState, context }: DeliveryView): boolean =>
      (state === undefined || toDeliveryState(machineState) === state) &&
      (kind === undefined || isOfKind(context.cargo, kind)) &&
      context.id >= oldest &&
      context.id < behindNewest;
    const page = await listDeliveries(desk, sourceOf(desk, caller.profile, query.value), fits, before);
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
  const kind = exchange.query("kind") || undefined;
  if (kind !== undefined && !wantedKinds.some((known) => known === kind))
    return fail("invalid_request", `Parameter kind must be one of ${wantedKinds.join(", ")}.`);
  const times = readTimes(exchange);
  if (!times.ok) return times;
  const placeForm = chatId === undefined ? /^[0-9A-HJKMNP-TV-Z]{26}$/ : placeInChatForm;
  const before = decodeCursor(cursorListOf(chatId), placeForm, exchange.query("cursor"));
  if (!before.ok) return before;
  const channelId = exchange.query("channel") || undefined;
  return ok({ chatId, state, kind, channelId, ...idsOf(times.value), before: before.value });
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
  return fromChannels(store, { ...query, list: listOf(query), channelIds }, rowsAtOnceOf(desk));
}

/** The shortest list that has all of them. */
function listOf({ state, kind }: DeliveryQuery): "all" | "failed" | "dead" {
  if (state !== "failed") return "all";
  const isReport =
    kind === "webhook" || kind === "mail" || kind === "answer" || webhookEvents.some((event) => event === kind);
  return isReport ? "dead" : "failed";
}

const nothing: DeliverySource = async () => ({ found: [], lookedUpTo: undefined, isEnd: true });
