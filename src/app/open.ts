import type { Logger } from "pino";
import type { ConfigOutcome } from "../config/config.ts";
import type { Config } from "../config/config.types.ts";
import type { ConfigView } from "../config/reload/config-view.ts";
import { createFollowed } from "../core/followed.ts";
import type { Resolver } from "../delivery/address/address-guard.ts";
import { createCallGateway } from "../delivery/call-gateway.ts";
import type { Hashing } from "../domain/agent/accounts/accounts.ts";
import type { MadePassword } from "../domain/agent/accounts/one-time-password.ts";
import { PASSWORD_COST } from "../domain/agent/accounts/passwords.ts";
import type { WebFiles } from "../edge/web/web-files.ts";
import { builtFolder, openWebFiles } from "../edge/web/web-files.ts";
import { openDiskSpace } from "../files/disk-space.ts";
import type { RenewedGeo } from "../geo/renewed-geo.ts";
import { openRenewedGeo } from "../geo/renewed-geo.ts";
import { createSmtpMailer } from "../mail/smtp-mailer.ts";
import type { KnownTokens } from "../ports/bot-access.ts";
import type { Clock } from "../ports/clock.ts";
import type { DiskSpace } from "../ports/disk-space.ts";
import type { Geo } from "../ports/geo.ts";
import type { LogHealth } from "../ports/log.ts";
import type { Mailer } from "../ports/mailer.ts";
import type { Outbound } from "../ports/outbound.ts";
import type { Spans } from "../ports/spans.ts";
import type { Telephony } from "../ports/telephony.ts";
import { hasStore } from "../store/lmdb/folder/data-folder.ts";
import type { Tasks } from "../tasks/create-tasks.ts";
import { createTasks } from "../tasks/create-tasks.ts";
import { openSpans } from "../traces/open-spans.ts";
import type { Nodes, Stored } from "./open-store.ts";
import { openStore } from "./open-store.ts";

/** Everything outside the service. A deployment opens the real ones, tests give some of their own. `wire.ts` says who gets what. */
export interface Adapters {
  readonly config: Config;
  readonly clock: Clock;
  readonly log: Logger;
  readonly stored: Stored;
  readonly nodes: Nodes;
  readonly others: OtherSystems;
  readonly tasks: Tasks;
  readonly host: Host;
}

/** The systems that the service sends requests to. */
export interface OtherSystems {
  readonly telephony: Telephony;
  readonly mailer: Mailer;
  readonly geo: Geo;
  /** Replaces the requests to customer systems, bots and owners' servers. */
  readonly outbound: Outbound | null;
  /** Replaces the stored access tokens of bots. */
  readonly knownTokens: KnownTokens | null;
  /** Replaces the names of the network. */
  readonly resolver: Resolver | undefined;
  /** Networks that are not public and from which pictures are fetched all the same. */
  readonly pictureNetworks: readonly string[];
}

/** The process and its machine. */
export interface Host {
  readonly address: OwnAddress;
  /** The files for browsers. */
  readonly web: WebFiles;
  /** The disk that everything is stored on; `null` when nothing is stored on a disk. */
  readonly disk: DiskSpace | null;
  /** Receives requests, turns and attempts; `null` without traces. */
  readonly spans: Spans | null;
  readonly operator: OperatorAccess;
}

/** What belongs to the operator alone. */
export interface OperatorAccess extends Hashing {
  readonly logHealth: () => LogHealth;
  /** How the config file is read again; `null` when there is no config file. */
  readonly reloading: Reloading | null;
  /** The token by which the operator's commands reach this process; `null`: they cannot. A secret. */
  readonly token: string | null;
}

export interface Reloading {
  /** The config as it was read at the start. */
  readonly view: ConfigView;
  read(): ConfigOutcome;
  /** Reopens what is outside the service when one of the changed keys needs it. The function that it returns puts the result in place. Rejects when a file cannot be used. */
  prepare(next: Config, changed: readonly string[]): Promise<() => void>;
}

/** The address of this process. */
export interface OwnAddress {
  /** Where the process listens; `""` before it does. */
  url: string;
  /** Scheme, host and port under which others reach the service. A reload can change it. */
  readonly publicUrl: () => string;
}

export function createOwnAddress(config: Config): OwnAddress {
  const address = { url: "", publicUrl: (): string => config.publicUrl ?? address.url };
  return address;
}

/** How a process starts. */
export interface Start {
  readonly config: Config;
  /** The machine's clock. */
  readonly clock: Clock;
  readonly log: Logger;
  readonly logHealth: () => LogHealth;
  /** How the config file is reloaded. Absent without a config file. */
  readonly reading?: ConfigReading | undefined;
  /** Called early when a first start is likely. Without it, the first administrator's password is created when it is stored. */
  readonly firstPassword?: () => MadePassword;
  /** Stops waiting for a database that is not reachable yet. */
  readonly signal: AbortSignal;
}

/** How the process reloads its config. */
export interface ConfigReading extends Pick<Reloading, "view" | "read"> {
  setLogLevel(level: string): void;
}

/** Opens the adapters that the config names, in order. The store is the first that can be refused. */
export async function openAdapters(start: Start, operatorToken: string): Promise<Adapters> {
  const { config, log, signal } = start;
  const firstPassword = beginFirstPassword(config, start.firstPassword);
  const web = openWebFiles(builtFolder());
  const geo = await openRenewedGeo(config.geoDatabase, log);
  const { stored, nodes, clock } = await openStore({ config, clock: start.clock, log, signal });
  const address = createOwnAddress(config);
  const { dataDir, limits, traces } = config;
  return {
    config,
    clock,
    log,
    stored,
    nodes,
    others: {
      telephony: openTelephony(config, address, clock, log),
      mailer: openMailer(config, clock, log),
      geo,
      outbound: null,
      knownTokens: null,
      resolver: undefined,
      pictureNetworks: [],
    },
    tasks: createTasks(limits, clock, log),
    host: {
      address,
      web,
      disk: await openDiskSpace({ dir: dataDir, clock, log }),
      spans: traces === null ? null : await openSpans(traces, nodes.processId, clock, log),
      operator: {
        logHealth: start.logHealth,
        reloading: start.reading === undefined ? null : openReloading(start.reading, geo),
        token: operatorToken,
        firstPassword,
        passwordCost: PASSWORD_COST,
      },
    },
  };
}

/**
 * Hashes the password of the first administrator while the store is created, when a first start is likely. The password is shown to nobody before
 * it is stored, and is dropped when it is not needed. Returns `null` when a first start is not likely.
 */
async function beginFirstPassword(
  { agents, store, dataDir }: Config,
  make: (() => MadePassword) | undefined,
): Promise<MadePassword | null> {
  if (make === undefined || agents.length > 0 || store.kind !== "embedded") return null;
  // The code that opens the folder reports what is wrong with it.
  return (await hasStore(dataDir).catch(() => true)) ? null : make();
}

/** Each call uses the gateway that the config names at that moment: a reload changes the config in place. */
function openTelephony(config: Config, { publicUrl }: OwnAddress, clock: Clock, log: Logger): Telephony {
  const statusUrl = (): string => `${publicUrl()}/calls/${encodeURIComponent(config.telephony?.token ?? "")}`;
  const gateways = createFollowed(
    () => config.telephony?.gatewayUrl ?? null,
    (gatewayUrl) => createCallGateway({ clock, log, gatewayUrl, statusUrl }),
  );
  return {
    get isConfigured() {
      return (config.telephony ?? null) !== null;
    },
    startCall: (call) => gateways.use((gateway) => gateway.startCall(call)),
    close: () => gateways.close(),
  };
}

/** Each mail uses the mail server that the config names at that moment. */
function openMailer(config: Config, clock: Clock, log: Logger): Mailer {
  const mailers = createFollowed(
    () => config.smtp ?? null,
    (smtp) => createSmtpMailer({ clock, log, smtp }),
  );
  return { send: (mail) => mailers.use((mailer) => mailer.send(mail)), close: () => mailers.close() };
}

/** Reads the config file again, and applies the parts that are outside the service. */
const openReloading = ({ view, read, setLogLevel }: ConfigReading, geo: RenewedGeo): Reloading => ({
  view,
  read,
  async prepare(next, changed) {
    const isOther = changed.some((key) => /^geoDatabase\b/.test(key));
    const putGeo = isOther ? await geo.prepare(next.geoDatabase) : () => undefined;
    return () => {
      putGeo();
      setLogLevel(next.logLevel);
    };
  },
});
