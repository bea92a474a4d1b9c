import type { ChannelId, DeliveryId } from "../../machines/ids.ts";
import { asAgentId } from "../../src/core/ids.ts";
import type { Sample } from "./store-rows.ts";

const untouched = { atMs: 0, ownerId: null, done: null, answerIds: [] };

/** Offline messages from a version in which agents could not accept them, and one that is done and answered. */
export const leftMessages = (
  channelId: ChannelId,
  deliveryId: DeliveryId,
  atMs: number,
): readonly Sample<"offlineMessage">[] => [
  {
    key: [1],
    row: {
      ...untouched,
      ...{ channelId, clientNumber: 17, name: "Zoë", email: "zoe@example.com", phone: "+1 555 0100", atMs },
      text: "When do you open? 😀",
    },
  },
  {
    key: [2],
    row: {
      ...{ channelId, clientNumber: 17, name: null, email: "zoe@example.com", phone: null, atMs },
      ...{ text: "When? 😀", ownerId: asAgentId(7), done: { byId: asAgentId(8), atMs }, answerIds: [deliveryId] },
    },
  },
  {
    key: [2 ** 40],
    row: { ...{ channelId, clientNumber: 1, name: null, email: "", phone: null, text: "" }, ...untouched },
  },
];
