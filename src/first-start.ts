import type { AgentProfile } from "../machines/agent/agent.types.ts";
import type { ChannelSettings } from "../machines/channel/channel.types.ts";
import type { AgentId, ChannelId } from "../machines/ids.ts";
import type { App } from "./app.ts";
import { channelDefaults, widgetDefaults } from "./codec/settings/channel-defaults.ts";
import type { Config } from "./config/config.types.ts";
import { sampleCustomer, samplePageUrl, sampleTokenOf, sampleWebhookUrl } from "./core/addresses/sample-customer.ts";
import { asAgentId, asChannelId } from "./core/ids.ts";
import { newChannelId, newRandom } from "./core/random/channel-address.ts";
import { undamaged } from "./core/rows/undamaged.ts";
import { configureAgent, configureChannel } from "./domain/configure.ts";

const administratorEmail = "admin@localhost";
/** Until a person was told, every start tells anew: a process that dies in between must not keep the password to itself. */
const toldFact = "first-start-told";
/** The widget's id, kept before the widget is made: nothing else tells it from another one. */
const widgetFact = "first-start-widget";

export interface FirstStart {
  readonly text: string;
  /** To be called when the text was shown. */
  told(): Promise<void>;
}

/**
 * Makes what an empty installation lacks: an administrator when the config file names no agent, an API channel and a widget
 * when there is no channel. Answers what a person has to be told, `null` when they were told before or nothing was missing.
 * Everything is durable when it resolves.
 */
export async function prepareFirstStart(
  app: App,
  config: Pick<Config, "publicUrl" | "sampleCustomer">,
  url: string,
): Promise<FirstStart | null> {
  const { store } = app;
  // A damaged row is there, too: whoever was told is not told again.
  const isFirst = undamaged(() => store.read("fact", [toldFact]) === undefined) ?? false;
  if (!isFirst) return null;
  const publicUrl = config.publicUrl ?? url;
  const lines: string[] = [];
  const others = [...app.runtime.directory.agents()].filter(({ profile }) => profile.email !== administratorEmail);
  if (others.length === 0) lines.push(...describeAdministrator(await makeAdministrator(app)));
  if (!hasChannels(app)) {
    lines.push(...describeChannel(await makeChannel(app), publicUrl, config));
    lines.push(...describeWidget(await makeWidget(app), publicUrl));
  }
  if (lines.length === 0) return null;
  const title = "Parley starts for the first time. Keep what follows: it is shown only once.";
  return {
    text: `\n${[title, "", ...describePages(publicUrl), ...lines, ...describeNext(publicUrl)].join("\n")}\n\n`,
    told: () => store.commit([], () => [{ table: "fact", key: [toldFact], row: { text: "yes" } }]),
  };
}

const describePages = (publicUrl: string): readonly string[] => [
  `  Desk            ${publicUrl}/desk/`,
  `  Inspector       ${publicUrl}/inspector/`,
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

/** Whether there are other channels than those of a start that nobody was told of. */
function hasChannels({ runtime, store }: App): boolean {
  const widgetId = untoldWidgetId(store);
  return [...runtime.directory.channels()].some(
    ({ settings }) => sampleTokenOf(settings.webhookUrl) === null && settings.id !== widgetId,
  );
}

function untoldWidgetId(store: App["store"]): ChannelId | null {
  const fact = undamaged(() => store.read("fact", [widgetFact]));
  return fact === undefined ? null : asChannelId(fact.text);
}

const allAgentIds = (app: App): readonly AgentId[] =>
  [...app.runtime.directory.agents()].map(({ profile }) => profile.id);

/**
 * A channel made by a start that nobody was told of is taken again. Its replies go to the sample customer, until the channel gets the
 * address of another system.
 */
async function makeChannel(app: App): Promise<ChannelSettings> {
  const untold = [...app.runtime.directory.channels()].find(
    ({ settings }) => sampleTokenOf(settings.webhookUrl) !== null,
  );
  if (untold !== undefined) return untold.settings;
  const settings: ChannelSettings = {
    id: newChannelId(),
    kind: "api",
    name: "First channel",
    random: newRandom(),
    webhookUrl: sampleWebhookUrl(newRandom()),
    agentIds: allAgentIds(app),
    ...channelDefaults,
  };
  await configureChannel(app.runtime, settings);
  return settings;
}

/** Likewise. */
async function makeWidget(app: App): Promise<ChannelSettings> {
  const { store, runtime } = app;
  const id = untoldWidgetId(store) ?? newChannelId();
  const untold = runtime.directory.find(id);
  if (untold !== undefined) return untold.settings;
  await store.commit([], () => [{ table: "fact", key: [widgetFact], row: { text: id } }]);
  const settings: ChannelSettings = {
    ...channelDefaults,
    id,
    kind: "widget",
    name: "Web site",
    random: newRandom(),
    webhookUrl: "",
    agentIds: allAgentIds(app),
    widget: widgetDefaults,
  };
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
  return [
    `  API channel     ${settings.id} (${settings.name})`,
    `  Endpoint URL    ${endpoint}`,
    ...(page === null ? [] : [`  Sample customer ${page}`]),
    "",
    `  Open            ${endpoint}/status`,
    `  Paste           curl -d '${body}' ${endpoint}`,
    "",
  ];
}

const describeWidget = ({ id, name }: ChannelSettings, publicUrl: string): readonly string[] => [
  `  Widget          ${id} (${name})`,
  `  Script line     <script src="${publicUrl}/widget/${id}" async></script>`,
  `  Demo page       ${publicUrl}/demo/${id}`,
  "",
];

const describeNext = (publicUrl: string): readonly string[] => [
  `  Desk's API      ${publicUrl}/api/session, live at ${publicUrl.replace(/^http/, "ws")}/ws/desk`,
  "  First, log in to the desk. Then paste the line above, or write at the sample customer's page: the chat comes in, press Reply.",
  "  To connect your own system, open Settings in the desk: the channel wants the address that takes its replies.",
];
