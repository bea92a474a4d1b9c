import type { DeskDelivery } from "../../../../codec/desk/desk.ts";

/** How many attempts a series has. Source: DEL-01. */
const seriesAttempts = 3;

/**
 * What became of a message's delivery, in words; null of `error` leaves the text of a hidden error out. Source: DEL-06,
 * DEL-12, DEL-14.
 */
export function describeDelivery({ state, attempts, error }: DeskDelivery): string {
  switch (state) {
    case "pending":
      return "Sending";
    case "attempting":
      if (attempts < 2) return "Sending";
      // After a first series it is not known how many attempts there were in it.
      return attempts > seriesAttempts
        ? `Sending, attempt ${attempts}`
        : `Sending, attempt ${attempts} of ${seriesAttempts}`;
    case "delivered":
      return "Delivered";
    case "failed":
      return error === null ? "Not delivered" : `Not delivered: ${error.message}`;
  }
}
