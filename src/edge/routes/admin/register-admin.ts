import { createOneAtATime } from "../../../core/one-at-a-time.ts";
import type { HttpServer } from "../../server.ts";
import { photoRoutes } from "../photos/photo-routes.ts";
import type { AdminParts } from "./admin-parts.ts";
import { agentRoute } from "./agent.ts";
import { agentsRoute } from "./agents.ts";
import { channelRoute } from "./channel.ts";
import { channelRandomRoute } from "./channel-random.ts";
import { channelSigningSecretRoute } from "./channel-signing-secret.ts";
import { channelTestRoute } from "./channel-test.ts";
import { channelsRoute } from "./channels.ts";
import { departmentRoute } from "./department.ts";
import { departmentsRoute } from "./departments.ts";
import { firstStepsRoute } from "./first-steps.ts";
import { localAddressesRoute } from "./local-addresses.ts";
import { providerRoute } from "./provider.ts";
import { providersRoute } from "./providers.ts";
import { replayWebhooksRoute } from "./replay-webhooks.ts";

/** Puts administration on the server. */
export function registerAdmin(server: Pick<HttpServer, "route">, parts: Omit<AdminParts, "oneAtATime">): void {
  const admin: AdminParts = { ...parts, oneAtATime: createOneAtATime() };
  server.route(channelsRoute(admin));
  server.route(channelRoute(admin));
  server.route(channelRandomRoute(admin));
  server.route(channelSigningSecretRoute(admin));
  server.route(channelTestRoute(admin));
  server.route(replayWebhooksRoute(admin));
  server.route(agentsRoute(admin));
  server.route(agentRoute(admin));
  for (const route of photoRoutes(admin)) server.route(route);
  server.route(departmentsRoute(admin));
  server.route(departmentRoute(admin));
  server.route(firstStepsRoute(admin));
  server.route(localAddressesRoute(admin));
  server.route(providersRoute(admin));
  server.route(providerRoute(admin));
}
