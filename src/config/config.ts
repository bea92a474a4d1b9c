import { availableParallelism } from "node:os";
import { dirname, resolve } from "node:path";
import { Reader } from "mmdb-lib";
import { Check } from "typebox/value";
import type {
  BotSettings,
  ChannelSettings,
  SigningSecrets,
  WebhookEndpoint,
  WebhookSettings,
} from "../../machines/channel/channel.types.ts";
import { toChangedWidget } from "../codec/admin/admin-widget.ts";
import { channelDefaults, widgetDefaults } from "../codec/settings/channel-defaults.ts";
import { orderedWaitDefaultMs } from "../codec/settings/channel-schema.ts";
import { webhookEvents } from "../codec/settings/webhook-events.ts";
import { asAgentId, asChannelId } from "../core/ids.ts";
import { assert } from "../core/result.ts";
import { chooseBackup } from "./backup-place.ts";
import type { AgentConfig, ChannelConfig, Config, DeclaredKey, TracesConfig } from "./config.types.ts";
import type { ApiChannelEntry, ConfigFile, WidgetChannelEntry } from "./config-schema.ts";
import { wholeFileSchema } from "./config-schema.ts";
import { readConfigText } from "./config-text.ts";
import type { CreateTargetCheck } from "./cross-checks.ts";
import { reportCrossMistakes } from "./cross-checks.ts";
import type { Environment } from "./env.ts";
import { toFilesBucket } from "./files-schema.ts";
import { parseFlags } from "./flags.ts";
import { defaultLimits } from "./limits.ts";
import { chooseListening } from "./listening.ts";
import type { Mistakes } from "./mistakes.ts";
import { createMistakes } from "./mistakes.ts";
import { readWhole } from "./read-text.ts";
import { reasonOf } from "./reason.ts";
import type { ConfigView } from "./reload/config-view.ts";
import { viewOf } from "./reload/config-view.ts";
import { reportSchemaMistakes } from "./schema-mistakes.ts";
import { resolveSecrets } from "./secrets.ts";
import { chooseStore, withStoreObject } from "./store-place.ts";
import { checkTls } from "./tls-files.ts";

export interface ConfigSources {
  /** The arguments of the command line, without the program. */
  readonly argv: readonly string[];
  readonly environment: Environment;
  /** Creates the check for refused targets from the file's `outbound`. */
  readonly createTargetCheck: CreateTargetCheck;
}

export type ConfigOutcome =
  | {
      readonly kind: "config";
      readonly config: Config;
      readonly view: ConfigView;
      /** Whether there is a config file to reload. */
      readonly hasFile: boolean;
    }
  /** The command line only requests that this text is printed: the help or the version. */
  | { readonly kind: "text"; readonly text: string }
  /** One line for each mistake. No line holds a secret. */
  | { readonly kind: "mistakes"; readonly lines: readonly string[] };

/**
 * Loads flags, environment and config file as one checked value. Blocks while it reads the named files. It writes nothing,
 * and does not throw for mistakes of a person.
 */
export function loadConfig({ argv, environment, createTargetCheck }: ConfigSources): ConfigOutcome {
  const mistakes = createMistakes();
  const flags = parseFlags(argv, mistakes);
  if (typeof flags === "string") return { kind: "text", text: flags };
  const named = flags.config ?? environment.config;
  const folder = named === undefined ? process.cwd() : dirname(resolve(named));
  const file = named === undefined ? {} : readFile(named, folder, { argv, environment, createTargetCheck }, mistakes);
  const store = chooseStore(flags, environment, file?.store, mistakes);
  const listening = chooseListening(flags, environment, file ?? {}, folder, mistakes);
  const backup = chooseBackup(file?.backup, folder, { ...listening, store }, mistakes);
  const metrics = chooseMetricsPlace(file?.metrics, listening, mistakes);
  const tls = file?.tls === undefined ? null : checkTls(file.tls, folder, mistakes);
  const geoDatabase = file?.geoDatabase === undefined ? null : checkGeoDatabase(file.geoDatabase, folder, mistakes);
  if (file === undefined || mistakes.lines.length > 0) return { kind: "mistakes", lines: mistakes.lines };
  const config = { ...listening, ...fromFile(file), store, backup, metrics, tls, geoDatabase };
  return { kind: "config", config, view: viewOf(config, file), hasFile: named !== undefined };
}

function readFile(named: string, folder: string, sources: ConfigSources, mistakes: Mistakes): ConfigFile | undefined {
  const given = readConfigText(named, mistakes);
  if (given === undefined) return undefined;
  const file = resolveSecrets(withStoreObject(given), { environment: sources.environment, folder }, mistakes);
  reportSchemaMistakes(file, mistakes);
  reportCrossMistakes(file, sources.createTargetCheck, mistakes);
  if (Check(wholeFileSchema, file)) return file;
  assert(mistakes.lines.length > 0, "Expected a line for a config file that does not fit its schema.");
  return undefined;
}

function fromFile(
  file: ConfigFile,
): Omit<Config, "host" | "port" | "dataDir" | "store" | "backup" | "metrics" | "logLevel" | "tls" | "geoDatabase"> {
  const channels = file.channels ?? [];
  return {
    publicUrl: file.publicUrl === undefined ? null : new URL(file.publicUrl).origin,
    filesBucket: file.files === undefined ? null : toFilesBucket(file.files),
    departments: file.departments ?? [],
    agents: (file.agents ?? []).map(toAgent),
    apiKeys: (file.apiKeys ?? []).map(toDeclaredKey),
    channels: channels.map(toChannel),
    endpoints: (file.webhooks?.endpoints ?? []).map(toEndpoint),
    outbound: { allow: file.outbound?.allow ?? [], allowHttp: file.outbound?.allowHttp ?? false },
    localAddresses: file.outbound?.localAddresses ?? "settable",
    outboundThread: file.outbound?.thread ?? availableParallelism() > 1,
    remotePictures: file.remotePictures ?? "proxied",
    linkPreviews: file.linkPreviews ?? "off",
    sampleCustomer: file.sampleCustomer ?? true,
    trustedProxies: file.trustedProxies ?? [],
    limits: { ...defaultLimits, ...file.limits },
    providers: file.providers ?? [],
    telephony: file.telephony ?? null,
    traces: toTraces(file.telemetry?.otlp),
    smtp: file.smtp ?? null,
  };
}

function toTraces(otlp: NonNullable<ConfigFile["telemetry"]>["otlp"]): TracesConfig | null {
  if (otlp === undefined) return null;
  const { endpoint, headers = [], sampleRatio = 1 } = otlp;
  return { endpoint, headers: Object.fromEntries(headers.map(({ name, value }) => [name, value])), sampleRatio };
}

function toAgent(entry: NonNullable<ConfigFile["agents"]>[number]): AgentConfig {
  return {
    profile: {
      id: asAgentId(entry.id),
      name: entry.name,
      email: entry.email,
      phone: entry.phone ?? null,
      photo: entry.photo ?? null,
      departmentIds: entry.departments ?? [],
      role: entry.role ?? "agent",
    },
    password: entry.password ?? null,
  };
}

/** The last day counts whole. */
const toDeclaredKey = (entry: NonNullable<ConfigFile["apiKeys"]>[number]): DeclaredKey => ({
  token: entry.key,
  agentId: asAgentId(entry.agent),
  facts: {
    name: entry.name,
    scopes: entry.scopes,
    channelIds: (entry.channels ?? []).map(asChannelId),
    expiresAtMs: entry.expires === undefined ? null : Date.parse(entry.expires) + 24 * 3_600_000,
  },
});

function toChannel(entry: ApiChannelEntry | WidgetChannelEntry): ChannelConfig {
  const settings: Omit<ChannelSettings, "random" | "kind" | "webhookUrl"> = {
    ...channelDefaults,
    id: asChannelId(entry.id),
    name: entry.name,
    agentIds: (entry.agents ?? []).map(asAgentId),
    enabled: entry.enabled ?? channelDefaults.enabled,
    isTest: entry.test ?? channelDefaults.isTest,
    agentKeywords: entry.agentKeywords ?? channelDefaults.agentKeywords,
    acceptTimeoutMs: entry.acceptTimeoutMs ?? channelDefaults.acceptTimeoutMs,
    bot: entry.bot === undefined ? null : toBotSettings(entry.bot),
    webhooks: entry.webhooks === undefined ? null : toWebhookSettings(entry.webhooks),
    chatLogEmails: entry.chatLogEmails ?? channelDefaults.chatLogEmails,
  };
  if (entry.kind === "widget") {
    return {
      settings: { ...settings, kind: entry.kind, webhookUrl: "", widget: toChangedWidget(widgetDefaults, entry, 0) },
      random: null,
    };
  }
  return {
    settings: {
      ...settings,
      kind: entry.kind,
      webhookUrl: entry.webhookUrl,
      chunked: entry.chunked ?? channelDefaults.chunked,
      appendPublicId: entry.appendPublicId ?? channelDefaults.appendPublicId,
      strictAnswers: entry.strictAnswers ?? channelDefaults.strictAnswers,
      hiddenErrorCodes: entry.hiddenErrorCodes ?? channelDefaults.hiddenErrorCodes,
      ...toSecrets(entry.signingSecret),
      incoming: toSecrets(entry.incomingSecret),
      requireSignature: entry.requireSignature ?? channelDefaults.requireSignature,
    },
    random: entry.random ?? null,
  };
}

const toWebhookSettings = ({
  url = "",
  signingSecret,
  endpoints = [],
}: NonNullable<ApiChannelEntry["webhooks"]>): WebhookSettings => ({
  url,
  ...toSecrets(signingSecret),
  endpoints: endpoints.map(toEndpoint),
});

const toEndpoint = (endpoint: EndpointEntry): WebhookEndpoint => ({
  name: endpoint.name,
  url: endpoint.url,
  ...toSecrets(endpoint.signingSecret),
  events: endpoint.events ?? webhookEvents,
  paused: endpoint.paused ?? false,
  ordered: endpoint.ordered ?? false,
  orderedWaitMs: endpoint.orderedWaitMs ?? orderedWaitDefaultMs,
});
type EndpointEntry = NonNullable<NonNullable<ConfigFile["webhooks"]>["endpoints"]>[number];

/** The start knows the stored secret, which can still count. */
const toSecrets = (signingSecret: string | undefined): SigningSecrets => ({
  signingSecret: signingSecret ?? null,
  previousSecret: null,
});

const toBotSettings = (bot: NonNullable<ApiChannelEntry["bot"]>): BotSettings => ({
  providerId: bot.provider,
  endpoint: bot.endpoint,
  token: bot.token,
  name: bot.name ?? null,
  photo: bot.photo ?? null,
  oauth: bot.oauth ?? null,
  ...toSecrets(bot.signingSecret),
});

/** A Buffer of Node.js can have no more. */
const databaseBytesMax = 2 ** 31;
const path = ["geoDatabase"];
const allowed = "a MaxMind database (.mmdb)";

/** Returns the absolute path of a database, and reads the database once, so that a mistake shows now. */
function checkGeoDatabase(given: string, folder: string, mistakes: Mistakes): string {
  const file = resolve(folder, given);
  let bytes: Buffer;
  try {
    bytes = readWhole(file, databaseBytesMax);
  } catch (error) {
    mistakes.add(path, { problem: `the file ${file} cannot be read (${reasonOf(error)})` }, allowed);
    return file;
  }
  if (!isDatabase(bytes)) mistakes.add(path, { problem: `the file ${file} is not such a database` }, allowed);
  return file;
}

/** Also looks up one address, because a truncated file can still end with valid metadata. */
function isDatabase(bytes: Buffer): boolean {
  try {
    new Reader(bytes).get("192.0.2.1");
    return true;
  } catch {
    return false;
  }
}

/** The address of the metrics and their token. By default everybody can read them at the service's address. */
function chooseMetricsPlace(
  entry: ConfigFile["metrics"],
  service: Pick<Config, "host" | "port">,
  mistakes: Mistakes,
): Config["metrics"] {
  const { host, port, token = null } = entry ?? {};
  if (host !== undefined && port === undefined)
    mistakes.add(["metrics", "port"], { problem: "is missing beside metrics.host" }, "an integer from 0 to 65535");
  if (port === undefined) return { address: null, token };
  const address = { host: host ?? "127.0.0.1", port };
  if (port !== 0 && port === service.port && address.host === service.host)
    mistakes.add(["metrics", "port"], { value: port }, "another port than the port of the service");
  return { address, token };
}
