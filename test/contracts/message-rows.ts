import type { DeliveryId } from "../../machines/ids.ts";
import type { Row } from "../../src/ports/store.ts";
import type { Sample } from "./store-rows.ts";

/** Messages with rare fields. */
export const rareMessages = (
  message: (seq: number) => Row<"message">,
  deliveryId: DeliveryId,
): readonly Sample<"message">[] => [
  { key: [12, 6], row: { ...message(6), botDeliveryId: deliveryId, buttonId: "1" } },
  { key: [12, 7], row: { ...message(7), botDeliveryId: deliveryId, buttonId: "" } },
  { key: [12, 8], row: { ...message(8), isBlacklisted: true } },
  { key: [12, 9], row: { ...message(9), content: { type: "text", text: "Long", media: null, cut: 4_000 } } },
  {
    key: [12, 10],
    row: { ...message(10), content: { type: "photo", text: "Long", media: { file: "https://x.example/p" }, cut: 1 } },
  },
];
