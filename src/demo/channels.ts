import type { ParleyChannels } from "./customer-system/shop.ts";
import { callParley } from "./parley-client.ts";
import type { ServiceProcess } from "./service-process.ts";

/** Surface A as a customer system calls it; `random` gives the secret part of a channel's address. */
export const createChannels = (service: ServiceProcess, random: (channelId: string) => string): ParleyChannels => ({
  status: (channelId, log) =>
    callParley(service, "shop", { method: "GET", path: `${pathOf(channelId, random)}/status` }, log),
  send: (channelId, { id, name }, text, log) => {
    const body = { sender: { id, name }, message: { type: "text", text } };
    return callParley(service, "shop", { method: "POST", path: pathOf(channelId, random), body }, log);
  },
});

const pathOf = (channelId: string, random: (channelId: string) => string): string =>
  `/chat-api/${random(channelId)}/${channelId}`;
