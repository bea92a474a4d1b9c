import type { AgentProfile } from "../../machines/agent/agent.machine.ts";
import type { ChannelSettings } from "../../machines/channel/channel.types.ts";
import { channelDefaults, widgetDefaults } from "../codec/settings/channel-defaults.ts";
import type { Config } from "../config/config.types.ts";
import { sampleCustomer, samplePageUrl, sampleTokenOf, sampleWebhookUrl } from "../core/addresses/sample-customer.ts";
import { asAgentId } from "../core/ids.ts";
import { newChannelId, newRandom } from "../core/random/channel-address.ts";
import { configureAgent, configureChannel } from "../domain/configure.ts";
import type { FirstStartFacts } from "../domain/first-start-facts.ts";
import { createFirstStartFacts } from "../domain/first-start-facts.ts";
import type { App } from "./serve.ts";

const administratorEmail = "admin@localhost";

export interface FirstStart {
  readonly text: string;
  /** Call this after the text was shown. */
  shown(): Promise<void>;
}

/**
 * Creates what an empty installation lacks: an administrator when the config file names no agent, an API channel and a widget
 * when there is no channel. Returns the text for the operator, or `null` when it was shown before or nothing was missing.
 * Everything is durable when it resolves.
 */
export async function prepareFirstStart(
  app: App,
  config: Pick<Config, "publicUrl" | "sampleCustomer">,
  url: string,
): Promise<FirstStart | null> {
  const facts = createFirstStartFacts(app.store);
  if (await facts.wasShown()) return null;
  const publicUrl = config.publicUrl ?? url;
  let lines: readonly string[] = [];
  const others = app.runtime.directory.agents().filter(({ profile }) => profile.email !== administratorEmail);
  if (others.length === 0) lines = describeAdministrator(await makeAdministrator(app));
  if (!(await hasChannels(app, facts))) {
    lines = lines.concat(describeChannel(await makeChannel(app), publicUrl, config));
    lines = lines.concat(describeWidget(await makeWidget(app, facts), publicUrl));
  }
  if (lines.length === 0) return null;
  const title = "Parley starts for the first time. Keep what follows: it is shown only once.";
  return {
    text: `\n${[title, ""].concat(describePages(publicUrl), lines, describeNext(publicUrl)).join("\n")}\n\n`,
    shown: () => facts.noteShown(),
  };
}

const describePages = (publicUrl: string): readonly string[] => [
  `  Desk            ${publicUrl}/desk/`,
  `  Inspector       ${publicUrl}/inspector/`,
  `  Documentation   ${publicUrl}/docs/`,
];

async function makeAdministrator(app: App): Promise<string> {
  const profile: AgentProfile = {
    id: asAgentId(1),
    name: "Administrator",
    email: administratorEmail,
    phone: null,
    photo: null,
    departmentIds: [],
    role: "admin",
  };
  const password = await app.accounts.createAdministrator({ agentId: profile.id, email: profile.email });
  await configureAgent(app.runtime, profile);
  return password;
}

/** Whether there are channels besides those of a first start whose text was never shown. */
async function hasChannels({ runtime }: App, facts: FirstStartFacts): Promise<boolean> {
  const widgetId = await facts.widgetId();
  return runtime.directory
    .channels()
    .some(({ settings }) => sampleTokenOf(settings.webhookUrl) === null && settings.id !== widgetId);
}

type OwnSettings = Pick<ChannelSettings, "id" | "kind" | "name" | "webhookUrl"> & Partial<ChannelSettings>;

const newChannel = ({ runtime }: App, own: OwnSettings): ChannelSettings => ({
  ...channelDefaults,
  random: newRandom(),
  agentIds: runtime.directory.agents().map(({ profile }) => profile.id),
  ...own,
});

/**
 * Reuses the channel of a first start whose text was never shown. Its replies go to the sample customer until an administrator enters the
 * address of another system.
 */
async function makeChannel(app: App): Promise<ChannelSettings> {
  const untold = app.runtime.directory.channels().find(({ settings }) => sampleTokenOf(settings.webhookUrl) !== null);
  if (untold !== undefined) return untold.settings;
  const own = {
    id: newChannelId(),
    kind: "api" as const,
    name: "First channel",
    webhookUrl: sampleWebhookUrl(newRandom()),
  };
  const settings = newChannel(app, own);
  await configureChannel(app.runtime, settings);
  return settings;
}

/** Reuses the widget of such a start in the same way. */
async function makeWidget(app: App, facts: FirstStartFacts): Promise<ChannelSettings> {
  const { runtime } = app;
  const id = (await facts.widgetId()) ?? newChannelId();
  const untold = runtime.directory.find(id);
  if (untold !== undefined) return untold.settings;
  await facts.noteWidget(id);
  const settings = newChannel(app, { id, kind: "widget", name: "Web site", webhookUrl: "", widget: widgetDefaults });
  await configureChannel(runtime, settings);
  return settings;
}

const describeAdministrator = (password: string): readonly string[] => [
  `  Administrator   ${administratorEmail}`,
  `  Password        ${password}`,
  "",
];

function describeChannel(
  settings: ChannelSettings,
  publicUrl: string,
  config: Pick<Config, "sampleCustomer">,
): readonly string[] {
  const endpoint = `${publicUrl}/chat-api/${settings.random}/${settings.id}`;
  const page = config.sampleCustomer ? samplePageUrl(settings, publicUrl) : null;
  const body = JSON.stringify({ sender: sampleCustomer, message: { type: "text", text: "Hello" } });
  return [`  API channel     ${settings.id} (${settings.name})`, `  Endpoint URL    ${endpoint}`].concat(
    page === null ? [] : `  Sample customer ${page}`,
    "",
    `  Open            ${endpoint}/status`,
    `  Paste           curl -d '${body}' ${endpoint}`,
    "",
  );
}

const describeWidget = ({ id, name }: ChannelSettings, publicUrl: string): readonly string[] => [
  `  Widget          ${id} (${name})`,
  `  Script line     <script src="${publicUrl}/widget/${id}" async></script>`,
  `  Demo page       ${publicUrl}/demo/${id}`,
  "",
];

const describeNext = (publicUrl: string): readonly string[] => [
  `  Desk's API      ${publicUrl}/api/session, live at ${publicUrl.replace(/^http/, "ws")}/ws/desk`,
  "  Log in to the desk first. Then paste the line above, or write on the page of the sample customer. The chat appears in the desk: press Reply.",
  "  To connect your own system, open Settings in the desk and give the channel the address for its replies.",
];
