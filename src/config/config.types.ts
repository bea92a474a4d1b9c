import type { AgentProfile } from "../../machines/agent/agent.types.ts";
import type { ChannelSettings } from "../../machines/channel/channel.types.ts";
import type { BackupConfig } from "./backup-place.ts";
import type { ConfigFile } from "./config-schema.ts";
import type { OutboundConfig } from "./cross-checks.ts";
import type { FilesBucket } from "./files-schema.ts";
import type { Limits } from "./limits.ts";
import type { LogLevel } from "./log-levels.ts";
import type { StorePlace } from "./store-place.ts";
import type { TlsFiles } from "./tls-files.ts";

/** Everything the process is told from outside, total: what was not given has its default here. */
export interface Config {
  /** Scheme, host and port under which clients and agents reach the service; `null` means the address it listens on. */
  readonly publicUrl: string | null;
  readonly host: string;
  /** 0 picks a free one. */
  readonly port: number;
  /** Where HTTP/1.0 is spoken as well; `null`: nowhere. */
  readonly http10: { readonly host: string; readonly port: number } | null;
  readonly metrics: MetricsConfig;
  /** Where traces go; `null`: nowhere. */
  readonly traces: TracesConfig | null;
  /** Absolute path. */
  readonly dataDir: string;
  readonly store: StorePlace;
  /** Where files and photos lie; `null`: where the store lies. */
  readonly filesBucket: FilesBucket | null;
  /** Where everything is copied to as it comes; `null` for nowhere. */
  readonly backup: BackupConfig | null;
  readonly logLevel: LogLevel;
  readonly departments: readonly DepartmentConfig[];
  readonly agents: readonly AgentConfig[];
  readonly channels: readonly ChannelConfig[];
  readonly outbound: OutboundConfig;
  /** Whether an administrator may allow addresses of the own machine and network. */
  readonly localAddresses: "settable" | "forbidden";
  /** Whether browsers get pictures of other hosts through the service, or not at all. */
  readonly remotePictures: NonNullable<ConfigFile["remotePictures"]>;
  /** Whether channels may have the built-in sample customer. */
  readonly sampleCustomer: boolean;
  /** Networks, as CIDR, whose word on a visitor's address is believed. */
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
  /** Where metrics are shown in place of the address above; `null`: there. */
  readonly address: { readonly host: string; readonly port: number } | null;
  /** `null`: whoever asks gets them. */
  readonly token: string | null;
}

export interface TracesConfig {
  readonly endpoint: string;
  /** Their values are secrets. */
  readonly headers: Readonly<Record<string, string>>;
  readonly sampleRatio: number;
}

export interface DepartmentConfig {
  readonly id: number;
  readonly name: string;
}

export interface AgentConfig {
  readonly profile: AgentProfile;
  /** `null`: the agent cannot log in until a password is set in the desk. */
  readonly password: string | null;
}

export interface ChannelConfig {
  readonly settings: Omit<ChannelSettings, "random">;
  /** `null`: made at the first start and kept. */
  readonly random: string | null;
}
