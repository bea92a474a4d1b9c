import { deliveryAnswer } from "../../../codec/desk-answer-schemas.ts";
import { toDeskDeliveryRecord } from "../../../codec/desk-log.ts";
import type { Route } from "../../router.ts";
import { findCaller } from "./desk-caller.ts";
import type { DeskParts } from "./desk-parts.ts";
import { findVisibleDelivery } from "./visible-delivery.ts";

/** `GET /api/deliveries/{id}`. Source: DEL-28. */
export const deliveryRoute = (desk: DeskParts): Route => ({
  pattern: "/api/deliveries/:id",
  methods: {
    get(exchange, [idText = ""]) {
      const caller = findCaller(desk, exchange);
      const view = caller && findVisibleDelivery(desk, exchange, caller, idText);
      if (!view) return;
      const delivery = toDeskDeliveryRecord(view.context, view.state, caller.profile.role === "admin");
      exchange.answer(200, { body: JSON.stringify({ delivery }) });
    },
  },
  docs: {
    get: {
      id: "readDelivery",
      summary: "One delivery with every attempt.",
      tag: "Deliveries",
      access: "agent",
      answer: { status: 200, description: "The delivery.", schema: deliveryAnswer },
      failures: ["not_found"],
    },
  },
});
