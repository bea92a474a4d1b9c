import type { Logger } from "pino";
import type { CustomerMessage } from "./codec/a-customer/customer-message.types.ts";
import type { ProviderEvent } from "./codec/b-bot/provider-event.types.ts";
import type { ConfigOutcome } from "./config/config.ts";
import type { Config } from "./config/config.types.ts";
import type { ConfigView } from "./config/reload/config-view.ts";
import type { DurationSeries } from "./core/telemetry/duration-metrics.ts";
import type { Resolver } from "./delivery/address/address-guard.ts";
import type { MadePassword } from "./domain/agent/accounts/one-time-password.ts";
import type { WebFiles } from "./edge/web/web-files.ts";
import type { ArchiveIndex } from "./ports/archive-index.ts";
import type { Backups } from "./ports/backups.ts";
import type { BodyParser } from "./ports/body-parser.ts";
import type { KnownTokens } from "./ports/bot-access.ts";
import type { ChartDrawer } from "./ports/chart-drawer.ts";
import type { ChatLogEncoder } from "./ports/chat-log-encoder.ts";
import type { Clock } from "./ports/clock.ts";
import type { DiskSpace } from "./ports/disk-space.ts";
import type { FileStore } from "./ports/file-store.ts";
import type { Geo } from "./ports/geo.ts";
import type { JournalMeters } from "./ports/journal-meters.ts";
import type { LeftWork } from "./ports/left-work.ts";
import type { LogHealth } from "./ports/log.ts";
import type { Mailer } from "./ports/mailer.ts";
import type { Outbound } from "./ports/outbound.ts";
import type { Peers } from "./ports/peers.ts";
import type { PeersHealth } from "./ports/peers-health.ts";
import type { RowNews } from "./ports/row-news.ts";
import type { Spans } from "./ports/spans.ts";
import type { Store } from "./ports/store.ts";
import type { Telephony } from "./ports/telephony.ts";
import type { Thumbnailer } from "./ports/thumbnailer.ts";

export interface Reloading {
  /** The config as it was read at the start. */
  readonly view: ConfigView;
  read(): ConfigOutcome;
  /** Reopens what is outside the service when one of the changed keys needs it. The function that it returns puts the result in place. Rejects when a file cannot be used. */
  prepare(next: Config, changed: readonly string[]): Promise<() => void>;
}

/** The parts of a service. A deployment passes the real ones; tests pass some of their own. */
export interface AppParts {
  readonly config: Config;
  readonly clock: Clock;
  readonly log: Logger;
  readonly logHealth: () => LogHealth;
  readonly store: Store;
  /** Replaces the requests to customer systems, bots and owners' servers. */
  readonly outbound?: Outbound;
  /** Replaces the stored access tokens of bots. */
  readonly knownTokens?: KnownTokens;
  /** Replaces the names of the network. */
  readonly resolver?: Resolver;
  /** Networks that are not public and from which pictures are fetched all the same. */
  readonly pictureNetworks?: readonly string[];
  readonly telephony: Telephony;
  readonly mailer: Mailer;
  readonly chatLog: ChatLogEncoder;
  readonly charts: ChartDrawer;
  readonly thumbnailer: Thumbnailer;
  readonly geo: Geo;
  readonly files: FileStore;
  /** The photos of agents and bots. A photo without an owner is deleted. */
  readonly photos: FileStore;
  /** Backups of everything. Absent when several processes share the store. */
  readonly backups?: Backups;
  /** The disk that everything is stored on. Absent when nothing is stored on a disk. */
  readonly disk?: DiskSpace;
  readonly bodyParser: BodyParser<CustomerMessage>;
  readonly eventParser: BodyParser<ProviderEvent>;
  /** The folder of the archive's index. It is created with the first entry. */
  readonly archiveFolder: string;
  /** Metrics of the journal. Absent for a store without a journal. */
  readonly journal?: JournalMeters;
  /** How long tasks waited for a worker thread. When absent, the metric is not shown. */
  readonly workerWaits?: readonly DurationSeries[];
  /** Receives requests, turns and attempts as spans. Absent without traces. */
  readonly spans?: Spans;
  /** Replaces the index in that folder. */
  readonly archiveIndex?: ArchiveIndex;
  /** The password for the first administrator, when a first start is likely. */
  readonly firstPassword?: Promise<MadePassword | null>;
  /** The cost of one password hash. Only tests lower it. */
  readonly passwordCost?: number;
  /** The token by which the operator's commands reach this process. When absent, they cannot. A secret. */
  readonly operatorToken?: string;
  /** No two processes that ever ran on this store have the same one. */
  readonly processId: string;
  /** The other processes on the same store. Absent when there are none. */
  readonly peers?: Peers;
  /** Whether this process is in contact with the others. Absent when there are none. */
  readonly peersHealth?: () => PeersHealth;
  /** News of what the others write. Absent when there are none. */
  readonly rowNews?: RowNews;
  /** Work that other processes left behind. Absent when there are none. */
  readonly leftWork?: LeftWork;
  /** The files for browsers. */
  readonly web: WebFiles;
  /** How the config file is reloaded. Absent when there is no config file. */
  readonly reloading?: Reloading;
  /** How many damaged rows the store has met. When absent, none. */
  readonly damagedRowsMet?: () => number;
}
