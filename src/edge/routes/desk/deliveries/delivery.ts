import { deliveryAnswer } from "../../../../codec/desk/desk-answer-schemas.ts";
import type { DeskDeliveryDetails } from "../../../../codec/desk/desk-log.ts";
import { toDeskDeliveryRecord } from "../../../../codec/desk/desk-log.ts";
import type { DeliveryView } from "../../../../domain/delivery/delivery-actor.ts";
import { createClientFinder } from "../../../../domain/delivery/delivery-pages.ts";
import { readWebhookBody } from "../../../../domain/webhooks/webhook-body.ts";
import type { Handler, Route } from "../../../server/router.ts";
import { findCaller } from "../desk-caller.ts";
import type { DeskParts } from "../desk-parts.ts";
import { findVisibleDelivery } from "./visible-delivery.ts";

/**
 * `GET /api/deliveries/{id}`; for an event to the owner's server, administrators also get the request body. Source: DEL-28,
 * WH-38.
 */
export const deliveryRoute = (desk: DeskParts): Route => ({
  pattern: "/api/deliveries/:id",
  methods: { get: getDelivery(desk) },
  docs: {
    get: {
      id: "readDelivery",
      summary: "Returns one delivery with every attempt.",
      tag: "Deliveries",
      access: "agent",
      answer: { status: 200, description: "The delivery.", schema: deliveryAnswer },
      failures: ["not_found"],
    },
  },
});

const getDelivery =
  (desk: DeskParts): Handler =>
  async (exchange, [idText = ""]) => {
    const caller = findCaller(desk, exchange);
    const view = caller && (await findVisibleDelivery(desk, exchange, caller, idText, desk.store.durable));
    if (!view) return;
    const isAdministrator = caller.profile.role === "admin";
    const [client, request] = await Promise.all([
      createClientFinder(desk.store.durable)(view.context.chatId),
      isAdministrator ? requestOf(desk, view) : null,
    ]);
    const record = toDeskDeliveryRecord(view.context, view.state, isAdministrator, client);
    const delivery: DeskDeliveryDetails = { ...record, request };
    exchange.answer(200, { body: JSON.stringify({ delivery }) });
  };

/**
 * Returns the request body; `null` if the delivery is not an event for the owner's server, or if its chat is not stored any more.
 */
async function requestOf(
  { store, chatLog }: DeskParts,
  { context: { id, chatId, cargo } }: DeliveryView,
): Promise<DeskDeliveryDetails["request"]> {
  const body = cargo.kind === "webhook" ? await readWebhookBody(chatId, id, { store, chatLog }) : null;
  return body === null ? null : { body: new TextDecoder().decode(body) };
}
