import type { Logger } from "pino";
import type { CustomerMessage } from "./codec/a-customer/customer-message.types.ts";
import type { ProviderEvent } from "./codec/b-bot/provider-event.types.ts";
import type { ConfigOutcome } from "./config/config.ts";
import type { Config } from "./config/config.types.ts";
import type { ConfigView } from "./config/reload/config-view.ts";
import type { DurationSeries } from "./core/telemetry/duration-metrics.ts";
import type { MadePassword } from "./domain/agent/accounts/one-time-password.ts";
import type { LocalAddressesSetting } from "./domain/local-addresses.ts";
import type { CheckSavedTarget } from "./edge/routes/admin/admin-parts.ts";
import type { WebFiles } from "./edge/web/web-files.ts";
import type { ArchiveIndex } from "./ports/archive-index.ts";
import type { Backups } from "./ports/backups.ts";
import type { BodyParser } from "./ports/body-parser.ts";
import type { BotAccess } from "./ports/bot-access.ts";
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
import type { Pictures } from "./ports/pictures.ts";
import type { RowNews } from "./ports/row-news.ts";
import type { Spans } from "./ports/spans.ts";
import type { Store } from "./ports/store.ts";
import type { Telephony } from "./ports/telephony.ts";
import type { Thumbnailer } from "./ports/thumbnailer.ts";

export interface Reloading {
  /** What was read at the start. */
  readonly view: ConfigView;
  read(): ConfigOutcome;
  /** Opens anew what lies outside the service, where one of the changed keys asks for it; what it answers puts that in place. Rejects when a file cannot be used. */
  prepare(next: Config, changed: readonly string[]): Promise<() => void>;
}

/** What a service is made of: by the deployment real parts, by tests some that they own. */
export interface AppParts {
  readonly config: Config;
  readonly clock: Clock;
  readonly log: Logger;
  readonly logHealth: () => LogHealth;
  readonly store: Store;
  readonly outbound: Outbound;
  readonly telephony: Telephony;
  readonly mailer: Mailer;
  readonly chatLog: ChatLogEncoder;
  readonly charts: ChartDrawer;
  readonly thumbnailer: Thumbnailer;
  readonly geo: Geo;
  /** Knows the access tokens that the outbound side sends to bots. Source: AUTH-10. */
  readonly botAccess: BotAccess;
  readonly files: FileStore;
  /** Of agents and bots; what nobody names goes. */
  readonly photos: FileStore;
  /** Copies of everything; absent where the store is not this process's own. */
  readonly backups?: Backups;
  /** The disk under everything; absent where nothing lies on one. */
  readonly disk?: DiskSpace;
  readonly pictures: Pictures;
  readonly bodyParser: BodyParser<CustomerMessage>;
  readonly eventParser: BodyParser<ProviderEvent>;
  /** Where the archive's index lies; made when there is something to put in. */
  readonly archiveFolder: string;
  /** What the store tells of its journal; absent where it has none. */
  readonly journal?: JournalMeters;
  /** How long work waited for a thread; not shown when absent. */
  readonly workerWaits?: readonly DurationSeries[];
  /** Told of requests, turns and attempts; nobody is when absent. */
  readonly spans?: Spans;
  /** In place of one in that folder. */
  readonly archiveIndex?: ArchiveIndex;
  /** Why a URL may not be sent to, its name resolved; null when it may. Source: AUTH-06. */
  readonly checkTarget: CheckSavedTarget;
  readonly localAddresses: LocalAddressesSetting;
  /** For the first administrator, where one is likely to be made. */
  readonly firstPassword?: Promise<MadePassword | null>;
  /** Work of one password hash; less in tests alone. */
  readonly passwordCost?: number;
  /** With which the operator's own command keeps providers; no one does when absent. A secret. */
  readonly operatorToken?: string;
  /** Different in every process that ever ran on this store. */
  readonly processId: string;
  /** The other processes on the same store; none when absent. */
  readonly peers?: Peers;
  /** How this one stands among them; absent with them. */
  readonly peersHealth?: () => PeersHealth;
  /** News of what they write; absent with them. */
  readonly rowNews?: RowNews;
  /** What they left; absent with them. */
  readonly leftWork?: LeftWork;
  /** What browsers get. */
  readonly web: WebFiles;
  /** How the config file is read again; there is none when absent. */
  readonly reloading?: Reloading;
  /** How often the store met a damaged row; never when absent. */
  readonly damagedRowsMet?: () => number;
}
