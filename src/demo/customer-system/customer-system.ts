import { systemClock } from "../../core/clock.ts";
import type { Clock } from "../../ports/clock.ts";
import { shopChannel } from "../demo-config.ts";
import { openHttpServer } from "../http-server.ts";
import { Endpoints } from "./endpoint.ts";
import { loadPageFiles } from "./page-files.ts";
import { handlePage } from "./page-routes.ts";
import { Rooms } from "./rooms.ts";
import type { ParleyChannels } from "./shop.ts";
import { Shop } from "./shop.ts";

/** A sample customer system: a small shop with a chat page, and the endpoints to which the service posts agents' messages. */
export interface CustomerSystem {
  readonly url: string;
  readonly endpoints: Endpoints;
  readonly shop: Shop;
  close(): Promise<void>;
}

/** Listens on a free port of this machine. */
export async function openCustomerSystem(
  channels: ParleyChannels,
  clock: Clock = systemClock,
): Promise<CustomerSystem> {
  const endpoints = new Endpoints();
  const rooms = new Rooms(clock, shopChannel);
  const shop = new Shop(rooms, channels);
  /** Reads `shop.log` when it is called, because the log may be set after this server has started. */
  const play = (channelId: string): void =>
    endpoints.play(channelId, { log: shop.log, receive: (message) => shop.receive(message) });

  const server = await openHttpServer(async (path, request, response) => {
    const channelId = /^\/parley\/(\w+)$/.exec(path)?.[1];
    if (channelId !== undefined) await endpoints.handle(channelId, path, request, response);
    else await handlePage(parts, path, request, response);
  });
  const parts = { files: loadPageFiles(), rooms, shop, play, webhookUrl: () => `${server.url}/parley` };
  return {
    url: server.url,
    endpoints,
    shop,
    close() {
      rooms.close();
      return server.close();
    },
  };
}
