import type { DeskDelivery } from "../../../../codec/desk/desk.ts";
import { textsOf } from "../../../shared/language/texts.ts";
import { deliveryTexts } from "../../texts/en/delivery.ts";

const text = textsOf("delivery", deliveryTexts);

/** The number of attempts in a series. Source: DEL-01. */
const seriesAttempts = 3;

/**
 * The state of a message's delivery in words. When `error` is null, the text of a hidden error is omitted. Source: DEL-06,
 * DEL-12, DEL-14.
 */
export function describeDelivery({ state, attempts, error }: DeskDelivery): string {
  switch (state) {
    case "pending":
      return text("sending");
    case "attempting":
      if (attempts < 2) return text("sending");
      // After the first series its number of attempts is unknown.
      return attempts > seriesAttempts
        ? text("sendingAttempt", { number: attempts })
        : text("sendingAttemptOf", { number: attempts, total: seriesAttempts });
    case "delivered":
      return text("delivered");
    case "failed":
      return error === null ? text("notDelivered") : text("notDeliveredWhy", { reason: error.message });
  }
}
