import { failuresAnswer } from "../../../../codec/desk/desk-answer-schemas.ts";
import { toDeskDeliveryRecord } from "../../../../codec/desk/desk-log.ts";
import { createClientFinder } from "../../../../domain/delivery/delivery-pages.ts";
import { readDeliveries } from "../../../../domain/delivery/delivery-queries.ts";
import { listUnseen } from "../../../../domain/delivery/unseen-failures.ts";
import type { Handler, Route } from "../../../server/router.ts";
import { findAdministrator } from "../desk-caller.ts";
import type { DeskParts } from "../desk-parts.ts";

/** The number of failures that are returned with all their fields. */
const shownMax = 20;

/**
 * `GET /api/failures`: failed events to bots, failed events to owners' servers and failed mails that no administrator has seen or
 * replayed, newest first.
 */
export const failuresRoute = (desk: DeskParts): Route => ({
  pattern: "/api/failures",
  methods: { get: getFailures(desk) },
  docs: {
    get: {
      id: "listFailures",
      summary: "Lists failed events and mails that no administrator has marked as seen or replayed.",
      tag: "Deliveries",
      access: "administrator",
      answer: { status: 200, description: "The failures.", schema: failuresAnswer },
    },
  },
});

const getFailures =
  (desk: DeskParts): Handler =>
  async (exchange) => {
    if (findAdministrator(desk, exchange) === null) return;
    const deliveryIds = await listUnseen(desk.store);
    const views = await readDeliveries(desk.store.durable, deliveryIds.slice(0, shownMax));
    const findClient = createClientFinder(desk.store.durable);
    const deliveries = await Promise.all(
      views.map(async ({ context, state }) =>
        toDeskDeliveryRecord(context, state, true, await findClient(context.chatId)),
      ),
    );
    exchange.answer(200, { body: JSON.stringify({ count: deliveryIds.length, deliveryIds, deliveries }) });
  };
