import type { HttpServer } from "../../server/server.ts";
import { photoRoutes } from "../photos/photo-routes.ts";
import type { AdminParts } from "./admin-parts.ts";
import { backupRoute } from "./backup/backup.ts";
import { channelRoute } from "./channels/channel.ts";
import { channelRandomRoute } from "./channels/channel-random.ts";
import { channelSigningSecretRoute } from "./channels/channel-signing-secret.ts";
import { channelTestRoute } from "./channels/channel-test.ts";
import { channelsRoute } from "./channels/channels.ts";
import { replayWebhooksRoute } from "./channels/replay-webhooks.ts";
import { clientRoute } from "./clients/client.ts";
import { erasuresRoute } from "./clients/erasures.ts";
import { firstStepsRoute } from "./first-steps.ts";
import { localAddressesRoute } from "./local-addresses.ts";
import { agentRoute } from "./people/agent.ts";
import { agentsRoute } from "./people/agents.ts";
import { departmentRoute } from "./people/department.ts";
import { departmentsRoute } from "./people/departments.ts";
import { providerRoute } from "./providers/provider.ts";
import { providersRoute } from "./providers/providers.ts";
import { reloadConfigRoute } from "./reload-config.ts";

/** Registers the routes of administration on the server. */
export function registerAdmin(server: Pick<HttpServer, "route">, admin: AdminParts): void {
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
  server.route(clientRoute(admin));
  server.route(erasuresRoute(admin));
  server.route(firstStepsRoute(admin));
  server.route(localAddressesRoute(admin));
  server.route(backupRoute(admin));
  server.route(reloadConfigRoute(admin));
  server.route(providersRoute(admin));
  server.route(providerRoute(admin));
}
