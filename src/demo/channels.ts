import type { ParleyChannels, Sender } from "./customer-system/shop.ts";
import type { ParleyService } from "./parley-client.ts";
import { callParley } from "./parley-client.ts";

/** Surface A as a customer system calls it; `random` gives the secret part of a channel's address. */
export const createChannels = (service: ParleyService, random: (channelId: string) => string): ParleyChannels => ({
  status: (channelId, log) =>
    callParley(service, "shop", { method: "GET", path: `${pathOf(channelId, random)}/status` }, log),
  send: (channelId, { sender, text, key }, log) => {
    const body = { sender: toBody(sender), message: { type: "text", text } };
    const call = { method: "POST", path: pathOf(channelId, random), body, idempotencyKey: key } as const;
    return callParley(service, "shop", call, log);
  },
  type: (channelId, id, state, log) => {
    const body = { sender: { id }, message: { type: state } };
    const call = { method: "POST", path: pathOf(channelId, random), body, isNotice: true } as const;
    return callParley(service, "shop", call, log);
  },
  readFile: (url, log) => callParley(service, "shop", { method: "GET", path: new URL(url).pathname }, log),
});

const pathOf = (channelId: string, random: (channelId: string) => string): string =>
  `/chat-api/${random(channelId)}/${channelId}`;

const toBody = ({ id, name, invite, url }: Sender): Sender => ({
  id,
  name,
  ...(invite === undefined ? {} : { invite }),
  ...(url === undefined ? {} : { url }),
});
