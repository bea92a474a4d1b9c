import type { AgentId } from "../../../../machines/ids.ts";
import type { FirstSteps } from "../../../codec/admin/first-steps.ts";
import { firstStepsAnswer, firstStepsChange, parseFirstStepsChange } from "../../../codec/admin/first-steps.ts";
import { samplePageUrl, sampleTokenOf } from "../../../core/addresses/sample-customer.ts";
import { ok } from "../../../core/result.ts";
import type { Directory } from "../../../domain/directory.ts";
import type { FirstStepsReader } from "../../../domain/first-steps.ts";
import type { Operation } from "../operation.ts";
import { operation } from "../operation.ts";

interface Installation {
  readonly reader: FirstStepsReader;
  readonly directory: Directory;
  readonly publicUrl: () => string;
  readonly hasSampleCustomer: () => boolean;
}

/** With more chats than this, an installation is not new: an administrator sees the first steps only on request. */
const newInstallationChatsMax = 25;

/** `/api/first-steps`: which first steps are complete, as the service finds them, and the data that they need. */
export const firstStepOperations = (installation: Installation): readonly Operation[] => [
  getFirstSteps(installation),
  changeFirstSteps(installation),
];

const common = {
  path: "/api/first-steps",
  gate: "load",
  tag: "Operations",
  access: "administrator",
  scope: "administration",
} as const;

const getFirstSteps = (installation: Installation): Operation =>
  operation({
    ...common,
    method: "get",
    id: "getFirstSteps",
    summary: "Reports which first steps of a new installation are complete.",
    answer: { status: 200, description: "The steps.", schema: firstStepsAnswer },
    handle: async ({ caller }) => ok(await show(installation, caller.profile.id)),
  });

/** `false` hides the first steps for this administrator; `true` shows them again. */
const changeFirstSteps = (installation: Installation): Operation =>
  operation({
    ...common,
    method: "patch",
    id: "changeFirstSteps",
    summary: "Sets whether the desk of the caller shows the first steps.",
    body: { schema: firstStepsChange, parse: parseFirstStepsChange },
    answer: { status: 200, description: "The steps.", schema: firstStepsAnswer },
    async handle({ caller, body: { isShown } }) {
      await installation.reader.choose(caller.profile.id, isShown);
      return ok(await show(installation, caller.profile.id));
    },
  });

async function show(installation: Installation, agentId: AgentId): Promise<FirstSteps> {
  const { reader } = installation;
  const steps = await reader.read();
  const isNew = (await reader.hasAtMost(newInstallationChatsMax)) && Object.values(steps).includes(false);
  return { steps, channels: channelsOf(installation), isShown: (await reader.isChosen(agentId)) ?? isNew };
}

/** Prefers the first `api` channel that has the sample customer; else takes the first `api` channel. */
function channelsOf({ directory, publicUrl, hasSampleCustomer }: Installation): FirstSteps["channels"] {
  const all = directory.channels().map(({ settings }) => settings);
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
