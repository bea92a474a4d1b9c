import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer } from "node:http";
import { systemClock } from "../../core/clock.ts";
import type { Clock } from "../../ports/clock.ts";
import { Endpoints } from "./endpoint.ts";
import { answerJson } from "./http.ts";
import { loadPageFiles } from "./page-files.ts";
import { handlePage } from "./page-routes.ts";
import { Rooms } from "./rooms.ts";
import type { ParleyChannels } from "./shop.ts";
import { Shop } from "./shop.ts";

/** A sample customer system: a small shop with a chat page, and the endpoints the service posts agents' messages to. */
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
  const rooms = new Rooms(clock);
  const shop = new Shop(rooms, channels);
  const parts = { files: loadPageFiles(), rooms, shop };

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const path = (request.url ?? "/").split("?")[0] ?? "/";
    const channelId = /^\/parley\/(\w+)$/.exec(path)?.[1];
    if (channelId !== undefined) await endpoints.handle(channelId, path, request, response);
    else await handlePage(parts, path, request, response);
  };
  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => {
      // A peer that went away in the middle; with a defect the answer says what it was.
      if (response.headersSent) response.destroy();
      else answerJson(response, 500, { error: String(error) });
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject).listen(0, "127.0.0.1", resolve);
  });
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  return {
    url: `http://127.0.0.1:${port}`,
    endpoints,
    shop,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
        rooms.close();
      }),
  };
}
