import { randomUUID } from "node:crypto";
import type { DeliveryId, MessageId } from "../../machines/ids.ts";
import type { BotNotice } from "../../machines/tells.ts";
import { asDeliveryId, asMessageId } from "../core/ids.ts";
import { createUlids } from "../core/random/ulid.ts";

const newUlid = createUlids();

export const newMessageId = (): MessageId => asMessageId(randomUUID());
export const newDeliveryId = (nowMs: number): DeliveryId => asDeliveryId(newUlid(nowMs));

/** Ids for an event that a step may send to the bot. Source: BOT-11. */
export const newBotNotice = (nowMs: number): BotNotice => ({
  eventId: newMessageId(),
  deliveryId: newDeliveryId(nowMs),
  lineId: newMessageId(),
});
