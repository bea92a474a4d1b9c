import type { AgentId } from "../../../../machines/ids.ts";
import type { FirstSteps } from "../../../codec/admin/first-steps.ts";
import { firstStepsAnswer, firstStepsChange, parseFirstStepsChange } from "../../../codec/admin/first-steps.ts";
import { samplePageUrl, sampleTokenOf } from "../../../core/addresses/sample-customer.ts";
import type { FirstStepsReader } from "../../../domain/first-steps.ts";
import { createFirstSteps } from "../../../domain/first-steps.ts";
import type { Handler, Route } from "../../server/router.ts";
import { findAdministrator } from "../desk/desk-caller.ts";
import { answerJson, readAdminBody } from "./admin-exchange.ts";
import type { AdminParts } from "./admin-parts.ts";

/** With more chats than this, an installation is not new: an administrator sees the first steps only on request. */
const newInstallationChatsMax = 25;

/**
 * `GET /api/first-steps`: which first steps are complete, as the service finds them, and the data that they need. `PATCH
 * {"isShown":false}`: hides the first steps for this administrator; `true` shows them again.
 */
export function firstStepsRoute(admin: AdminParts): Route {
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
