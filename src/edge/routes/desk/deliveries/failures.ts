import { failuresAnswer } from "../../../../codec/desk/desk-answer-schemas.ts";
import { toDeskDeliveryRecord } from "../../../../codec/desk/desk-log.ts";
import { undamaged } from "../../../../core/rows/undamaged.ts";
import { readDelivery } from "../../../../domain/delivery/delivery-queries.ts";
import { listUnseen } from "../../../../domain/delivery/unseen-failures.ts";
import type { Handler, Route } from "../../../server/router.ts";
import { findAdministrator } from "../desk-caller.ts";
import type { DeskParts } from "../desk-parts.ts";
import { createClientFinder } from "./delivery-client.ts";

/** Those that are shown in full. */
const shownMax = 20;

/** `GET /api/failures`: events to bots and owners' servers and mails that failed and that no administrator has seen or replayed, newest first. */
export const failuresRoute = (desk: DeskParts): Route => ({
  pattern: "/api/failures",
  methods: { get: getFailures(desk) },
  docs: {
    get: {
      id: "listFailures",
      summary:
        "Events to bots and owners' servers, and mails, that failed and that no administrator has marked as seen or replayed.",
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
    const findClient = createClientFinder(desk.store.durable);
    const deliveries = deliveryIds.slice(0, shownMax).flatMap((id) => {
      const view = undamaged(() => readDelivery(desk.store.durable, id));
      return view === undefined
        ? []
        : [toDeskDeliveryRecord(view.context, view.state, true, findClient(view.context.chatId))];
    });
    exchange.answer(200, { body: JSON.stringify({ count: deliveryIds.length, deliveryIds, deliveries }) });
  };
