import type { ParleyChannels, Sender } from "./customer-system/shop.ts";
import type { ParleyService } from "./parley-client.ts";
import { callParley } from "./parley-client.ts";

/** A customer system's calls of surface A. `declared` returns the secret part of a channel's address. */
export function createChannels(service: ParleyService, declared: (channelId: string) => string): ParleyChannels {
  const learnt = new Map<string, string>();
  const random = (channelId: string): string => learnt.get(channelId) ?? declared(channelId);
  return {
    ...callsOf(service, random),
    learn(endpointUrl) {
      const [, secret, channelId] = /\/chat-api\/([\w-]{22,})\/([A-Za-z0-9]{8,32})\/?$/.exec(endpointUrl.trim()) ?? [];
      if (secret === undefined || channelId === undefined) return null;
      learnt.set(channelId, secret);
      return channelId;
    },
  };
}

const callsOf = (service: ParleyService, random: (channelId: string) => string): Omit<ParleyChannels, "learn"> => ({
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
