import type { DeliveryContext } from "../../../machines/delivery/delivery.types.ts";
import type { Listing } from "../../actors/actor-definition.ts";
import type { ReleasedEffect } from "../effects.ts";

/** Under which the table of deliveries lists events and mails that failed, until an administrator has seen or replayed them. */
export const unseenList = "unseen";

/** What fails because the chat goes on without the bot, or the channel was closed, is no failure of a server. Source: BOT-22, DEL-08. */
const isToBeSeen = ({ cargo, error }: DeliveryContext): boolean =>
  cargo.kind !== "message" && error?.kind !== "bot_ended" && error?.kind !== "channel_closed";

/**
 * Every delivery is listed once, those that no message names also by their chat, and once more while it has failed: those are
 * looked for among many.
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
