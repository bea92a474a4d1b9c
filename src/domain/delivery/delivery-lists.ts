import type { DeliveryContext } from "../../../machines/delivery/delivery.types.ts";
import type { Listing } from "../../actors/actor-definition.ts";
import type { ReleasedEffect } from "../effects.ts";

/** The list of failed events and mails in the table of deliveries, until an administrator has seen or replayed them. */
export const unseenList = "unseen";

/**
 * A delivery that fails because the chat continues without the bot, or the channel was closed, is no failure of a server. Source:
 * BOT-22, DEL-08.
 */
const isToBeSeen = ({ cargo, error }: DeliveryContext): boolean =>
  cargo.kind !== "message" && error?.kind !== "bot_ended" && error?.kind !== "channel_closed";

/**
 * Every delivery is in one list. Deliveries without a message are also listed by their chat. Failed deliveries have an extra list,
 * because they are few among many.
 */
export function listDelivery(delivery: Listing<DeliveryContext>): void {
  const { context, key, state, listedState } = delivery;
  const { id, chatId, channelId, cargo } = context;
  const isNew = listedState === null;
  const hadFailed = listedState === "failed";
  if (cargo.kind === "mail" && "answer" in cargo)
    delivery.release({ type: "effect.offline.publish", number: cargo.answer.number } satisfies ReleasedEffect);
  if (!isNew && !hadFailed && state !== "failed") return;
  const isReport = cargo.kind === "webhook" || cargo.kind === "mail";
  if (isNew) delivery.write({ table: "delivery", key: ["all", channelId, id], row: { chatId } });
  if (isNew && isReport) delivery.write({ table: "chatActor", key: [Number(chatId), key], row: {} });
  if (state !== "failed" && !hadFailed) return;
  const row = state === "failed" ? { chatId } : null;
  delivery.write({ table: "delivery", key: ["failed", channelId, id], row });
  if (isReport) delivery.write({ table: "delivery", key: ["dead", channelId, id], row });
  if (row === null ? cargo.kind === "message" : !isToBeSeen(context)) return;
  delivery.write({ table: "delivery", key: [unseenList, channelId, id], row });
  delivery.release({ type: "effect.unseen.publish" } satisfies ReleasedEffect);
}
