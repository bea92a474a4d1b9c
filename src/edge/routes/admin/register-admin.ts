import type { OneAtATime } from "../../../core/one-at-a-time.ts";
import type { Accounts } from "../../../domain/agent/accounts/accounts.ts";
import { createMailInvitation } from "../../../domain/agent/invitation-mail.ts";
import type { Photos } from "../../../domain/agent/photos.ts";
import type { BotTests } from "../../../domain/bot/bot-tests.ts";
import { createFirstSteps } from "../../../domain/first-steps.ts";
import type { LocalAddressesSetting } from "../../../domain/local-addresses.ts";
import type { Runtime } from "../../../domain/runtime.ts";
import type { WaitingSetting } from "../../../domain/waiting-limits.ts";
import type { Backups } from "../../../ports/backups.ts";
import type { Mailer } from "../../../ports/mailer.ts";
import type { Outbound } from "../../../ports/outbound.ts";
import type { Reload } from "../../../ports/reload.ts";
import type { RequestPreviews } from "../../../ports/request-preview.ts";
import type { Store } from "../../../ports/store.ts";
import type { Thumbnailer } from "../../../ports/thumbnailer.ts";
import type { DiskFloors } from "../../limits/disk-floors.ts";
import type { HttpServer } from "../../server/server.ts";
import { Callers } from "../desk/desk-caller.ts";
import type { Desk } from "../desk/register-desk.ts";
import type { OwnProcess } from "../desk/request/own-origin.ts";
import { addOperations } from "../operation.ts";
import { photoOperations } from "../photos/photos.ts";
import { photoTransfers } from "../photos/receive-photo.ts";
import { agentOperations } from "./agents.ts";
import { apiKeyOperations } from "./api-keys.ts";
import { connectBot } from "./bot-connection.ts";
import { ChannelRecords } from "./channel-records.ts";
import { channelOperations } from "./channels.ts";
import { clientOperations } from "./clients.ts";
import type { CheckSavedTarget, Declared } from "./declared.ts";
import { endpointOperations } from "./endpoints.ts";
import { firstStepOperations } from "./first-steps.ts";
import { installationOperations } from "./installation.ts";
import { namedOperations } from "./named-records.ts";

/** Registers the routes of administration on the server. */
export function registerAdmin(
  server: HttpServer,
  parts: {
    readonly domain: {
      readonly runtime: Runtime;
      readonly accounts: Accounts;
      readonly photos: Photos;
      readonly waiting: WaitingSetting;
    };
    readonly shared: SharedState;
    readonly outside: Targets;
    readonly configured: Configured;
    readonly desk: Desk;
    readonly receiving: { readonly thumbnailer: Thumbnailer; readonly floors: DiskFloors };
    readonly own: OwnProcess;
  },
): void {
  const { domain, shared, outside, configured, desk, receiving, own } = parts;
  const { runtime, accounts, photos } = domain;
  const { store, oneAtATime } = shared;
  const { outbound, botTests, previews, mailer, checkTarget, localAddresses } = outside;
  const { declared, reload, backups, hasMail, hasSampleCustomer, operatorToken } = configured;
  const { transfers, endAgent, endKey } = desk;
  const { thumbnailer, floors } = receiving;
  const { limits, origin, publicUrl, clock } = own;
  const { directory, endpoints } = runtime;
  const callers = new Callers({ directory, accounts, origin, operatorToken });
  const records = new ChannelRecords({
    runtime,
    declared,
    photos,
    checkTarget,
    publicUrl,
    hasMail,
    hasSampleCustomer,
  });
  const { rateBucketsMax } = limits;
  const mailInvitation = createMailInvitation({ mailer, publicUrl, clock });
  const agents = { runtime, accounts, photos, declared, oneAtATime, endAgent, mailInvitation };
  const receiver = { callers, photos, thumbnailer, floors, transfers: photoTransfers(limits, transfers) };
  addOperations(server, { callers, limits }, [
    ...channelOperations({ runtime, records, oneAtATime, outbound, botTests, previews, rateBucketsMax }),
    ...agentOperations(agents),
    ...apiKeyOperations({ apiKeys: accounts.apiKeys, directory, clock, oneAtATime, endKey }),
    ...photoOperations(agents, { records, photos, oneAtATime }, receiver),
    ...clientOperations({ runtime, store, publicUrl }),
    ...firstStepOperations({ reader: createFirstSteps({ store, directory }), directory, publicUrl, hasSampleCustomer }),
    connectBot({ records, providers: runtime.providers, checkTarget, oneAtATime }),
    ...endpointOperations({ shared: endpoints, records, checkTarget, clock, oneAtATime }),
    ...installationOperations({ localAddresses, waiting: domain.waiting, oneAtATime, reload, backups }),
    ...namedOperations(runtime, declared, oneAtATime),
  ]);
}

interface SharedState {
  readonly store: Store;
  /**
   * Runs the changes of administrators one after the other, across all processes, so that each change sees the result of the
   * previous one.
   */
  readonly oneAtATime: OneAtATime;
}

/** Requests to addresses that administrators gave. */
interface Targets {
  /** Sends the tests that an administrator starts. */
  readonly outbound: Outbound;
  readonly botTests: BotTests;
  readonly previews: RequestPreviews;
  /** Sends the invitations of new agents. */
  readonly mailer: Mailer;
  readonly checkTarget: CheckSavedTarget;
  readonly localAddresses: LocalAddressesSetting;
}

/** What the operator set up. */
interface Configured {
  readonly declared: Declared;
  readonly reload: Reload;
  /** Copies of all data; `null` if the store does not belong to this process. */
  readonly backups: Backups | null;
  /** Whether the config file names a mail server. */
  readonly hasMail: () => boolean;
  /** Whether channels may have the built-in sample customer. */
  readonly hasSampleCustomer: () => boolean;
  /** The token with which the operator's own command manages providers; null if there is none. A secret. */
  readonly operatorToken: string | null;
}
