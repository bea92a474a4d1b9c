import type { AgentProfile } from "../../machines/agent/agent.machine.ts";
import type { ChannelSettings, WebhookEndpoint } from "../../machines/channel/channel.types.ts";
import type { AgentId } from "../../machines/ids.ts";
import type { ApiKeyFacts } from "../ports/store.ts";
import type { BackupConfig } from "./backup-place.ts";
import type { ConfigFile } from "./config-schema.ts";
import type { OutboundConfig } from "./cross-checks.ts";
import type { FilesBucket } from "./files-schema.ts";
import type { Limits } from "./limits.ts";
import type { LogLevel } from "./log-levels.ts";
import type { StorePlace } from "./store-place.ts";
import type { TlsFiles } from "./tls-files.ts";

/** The whole config of the process. A value that was not given has its default here. */
export interface Config {
  /** Scheme, host and port by which clients and agents reach the service. `null` means the address on which it listens. */
  readonly publicUrl: string | null;
  readonly host: string;
  /** 0 picks a free port. */
  readonly port: number;
  readonly metrics: MetricsConfig;
  /** The collector for traces, or `null`. */
  readonly traces: TracesConfig | null;
  /** Absolute path. */
  readonly dataDir: string;
  readonly store: StorePlace;
  /** The place of files and photos. `null` means the place of the store. */
  readonly filesBucket: FilesBucket | null;
  /** The folder for continuous backups, or `null`. */
  readonly backup: BackupConfig | null;
  readonly logLevel: LogLevel;
  readonly departments: readonly DepartmentConfig[];
  readonly agents: readonly AgentConfig[];
  readonly apiKeys: readonly DeclaredKey[];
  readonly channels: readonly ChannelConfig[];
  /** The endpoints of every channel. */
  readonly endpoints: readonly WebhookEndpoint[];
  readonly outbound: OutboundConfig;
  /** Whether an administrator may allow addresses of the own machine and network. */
  readonly localAddresses: "settable" | "forbidden";
  /** Whether deliveries, webhooks and events to bots leave from a thread of their own. */
  readonly outboundThread: boolean;
  /** Whether browsers get pictures of other hosts through the service. Otherwise they get none. */
  readonly remotePictures: NonNullable<ConfigFile["remotePictures"]>;
  /** Whether desks get previews of links. The service then asks the hosts of links that clients, bots and agents write. */
  readonly linkPreviews: NonNullable<ConfigFile["linkPreviews"]>;
  /** Whether channels may have the built-in sample customer. */
  readonly sampleCustomer: boolean;
  /** Networks of trusted proxies, as CIDR. Their headers give the visitor's address. */
  readonly trustedProxies: readonly string[];
  /** Absolute path of a MaxMind database that was readable at the start. */
  readonly geoDatabase: string | null;
  readonly tls: TlsFiles | null;
  readonly limits: Limits;
  readonly providers: NonNullable<ConfigFile["providers"]>;
  readonly telephony: ConfigFile["telephony"] | null;
  readonly smtp: ConfigFile["smtp"] | null;
}

export interface MetricsConfig {
  /** The separate address of the metrics. `null` means the service's own address. */
  readonly address: { readonly host: string; readonly port: number } | null;
  /** The token for the metrics. `null` means that everybody can read them. */
  readonly token: string | null;
}

export interface TracesConfig {
  readonly endpoint: string;
  /** Headers for the collector. Their values are secrets. */
  readonly headers: Readonly<Record<string, string>>;
  readonly sampleRatio: number;
}

export interface DepartmentConfig {
  readonly id: number;
  readonly name: string;
}

export interface AgentConfig {
  readonly profile: AgentProfile;
  /** `null` means that the agent cannot log in until an administrator sets a password in the desk. */
  readonly password: string | null;
}

/** An API key. Its token is a secret that only the config file has. Source: AUTH-16. */
export interface DeclaredKey {
  readonly token: string;
  readonly agentId: AgentId;
  readonly facts: ApiKeyFacts;
}

export interface ChannelConfig {
  readonly settings: Omit<ChannelSettings, "random">;
  /** `null` means that the first start creates it. */
  readonly random: string | null;
}
