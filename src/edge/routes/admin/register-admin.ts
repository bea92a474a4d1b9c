import type { AgentId } from "../../../../machines/ids.ts";
import { reloadAnswer } from "../../../codec/admin/admin-reload.ts";
import type { FirstSteps } from "../../../codec/admin/first-steps.ts";
import { firstStepsAnswer, firstStepsChange, parseFirstStepsChange } from "../../../codec/admin/first-steps.ts";
import { samplePageUrl, sampleTokenOf } from "../../../core/addresses/sample-customer.ts";
import type { ErrorCode } from "../../../core/errors.ts";
import type { Failure } from "../../../core/result.ts";
import type { FirstStepsReader } from "../../../domain/first-steps.ts";
import { createFirstSteps } from "../../../domain/first-steps.ts";
import type { Reloaded } from "../../../ports/reload.ts";
import type { Handler, Route } from "../../server/router.ts";
import type { HttpServer } from "../../server/server.ts";
import { findAdministrator } from "../desk/desk-caller.ts";
import { photoRoutes } from "../photos/photo-routes.ts";
import { answerJson, readAdminBody } from "./admin-exchange.ts";
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
import { localAddressesRoute } from "./local-addresses.ts";
import { agentRoute } from "./people/agent.ts";
import { agentsRoute } from "./people/agents.ts";
import { departmentRoute } from "./people/department.ts";
import { departmentsRoute } from "./people/departments.ts";
import { providerRoute } from "./providers/provider.ts";
import { providersRoute } from "./providers/providers.ts";

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

/** With more chats than this, an installation is not new: an administrator sees the first steps only on request. */
const newInstallationChatsMax = 25;

/**
 * `GET /api/first-steps`: which first steps are complete, as the service finds them, and the data that they need. `PATCH
 * {"isShown":false}`: hides the first steps for this administrator; `true` shows them again.
 */
function firstStepsRoute(admin: AdminParts): Route {
  const reader = createFirstSteps({ store: admin.store, directory: admin.runtime.directory });
  const parts = { ...admin, reader };
  return {
    pattern: "/api/first-steps",
    gate: "load",
    methods: { get: getFirstSteps(parts), patch: changeFirstSteps(parts) },
    docs: {
      get: {
        id: "getFirstSteps",
        summary: "Reports which first steps of a new installation are complete.",
        tag: "Operations",
        access: "administrator",
        answer: { status: 200, description: "The steps.", schema: firstStepsAnswer },
      },
      patch: {
        id: "changeFirstSteps",
        summary: "Sets whether the desk of the caller shows the first steps.",
        tag: "Operations",
        access: "administrator",
        request: { schema: firstStepsChange },
        answer: { status: 200, description: "The steps.", schema: firstStepsAnswer },
      },
    },
  };
}

interface FirstStepsParts extends AdminParts {
  readonly reader: FirstStepsReader;
}

const getFirstSteps =
  (parts: FirstStepsParts): Handler =>
  async (exchange) => {
    const caller = findAdministrator(parts, exchange);
    if (caller === null) return;
    answerJson(exchange, 200, await show(parts, caller.profile.id));
  };

const changeFirstSteps =
  (parts: FirstStepsParts): Handler =>
  async (exchange) => {
    const caller = findAdministrator(parts, exchange);
    if (caller === null) return;
    const change = await readAdminBody(parts, exchange, parseFirstStepsChange);
    if (change === null) return;
    await parts.reader.choose(caller.profile.id, change.isShown);
    answerJson(exchange, 200, await show(parts, caller.profile.id));
  };

async function show(parts: FirstStepsParts, agentId: AgentId): Promise<FirstSteps> {
  const { reader } = parts;
  const steps = await reader.read();
  const isNew = (await reader.hasAtMost(newInstallationChatsMax)) && Object.values(steps).includes(false);
  return { steps, channels: channelsOf(parts), isShown: (await reader.isChosen(agentId)) ?? isNew };
}

/** Prefers the first `api` channel that has the sample customer; else takes the first `api` channel. */
function channelsOf({ runtime, publicUrl, hasSampleCustomer }: FirstStepsParts): FirstSteps["channels"] {
  const all = runtime.directory.channels().map(({ settings }) => settings);
  const api = all.filter(({ kind }) => kind === "api");
  const channel = api.find(({ webhookUrl }) => sampleTokenOf(webhookUrl) !== null) ?? api[0];
  const widget = all.find(({ kind }) => kind === "widget");
  const origin = publicUrl();
  return {
    apiChannelId: channel?.id ?? null,
    endpointUrl: channel === undefined ? null : `${origin}/chat-api/${channel.random}/${channel.id}`,
    samplePageUrl: channel === undefined || !hasSampleCustomer() ? null : samplePageUrl(channel, origin),
    widgetId: widget?.id ?? null,
    scriptUrl: widget === undefined ? null : `${origin}/widget/${widget.id}`,
  };
}

/**
 * `POST /api/config/reload`: reads the config file again, as SIGHUP does. When the changes are in effect and durable, it answers
 * which keys were changed and which of them need a restart. 400 lists every mistake, 409 means that there is no config file: then
 * nothing was changed.
 */
const reloadConfigRoute = (admin: AdminParts): Route => ({
  pattern: "/api/config/reload",
  gate: "load",
  methods: { post: reloadConfig(admin) },
  docs: {
    post: {
      id: "reloadConfig",
      summary:
        "Reads the config file again, as SIGHUP does. The service applies each change that needs no restart, and names the others.",
      tag: "Operations",
      access: "administrator",
      answer: { status: 200, description: "The names of the changed keys, without values.", schema: reloadAnswer },
      failures: ["invalid_request", "conflict"],
    },
  },
});

const reloadConfig =
  (admin: AdminParts): Handler =>
  async (exchange) => {
    const caller = findAdministrator(admin, exchange);
    if (caller === null) return;
    const reloaded = await admin.reload({ agentId: caller.profile.id });
    if (reloaded.kind === "refused") return exchange.answerFailure(failureOf(reloaded));
    answerJson(exchange, 200, { changed: reloaded.changed, needsRestart: reloaded.needsRestart });
  };

const codes = {
  "no-file": "conflict",
  "not-serving": "unavailable",
  mistakes: "invalid_request",
} as const satisfies Record<string, ErrorCode>;

const failureOf = ({ why, lines }: Reloaded & { readonly kind: "refused" }): Failure => ({
  code: codes[why],
  message:
    why === "mistakes" ? ["Nothing was changed. The config has mistakes:", ...lines].join("\n") : lines.join("\n"),
});
