import type { AgentId } from "../../../../machines/ids.ts";
import type { Limits } from "../../../config/limits.ts";
import type { OneAtATime } from "../../../core/one-at-a-time.ts";
import type { Failure, Result } from "../../../core/result.ts";
import type { Accounts } from "../../../domain/agent/accounts/accounts.ts";
import type { Photos } from "../../../domain/agent/photos.ts";
import type { LocalAddressesSetting } from "../../../domain/local-addresses.ts";
import type { Runtime } from "../../../domain/runtime.ts";
import type { Backups } from "../../../ports/backups.ts";
import type { Outbound } from "../../../ports/outbound.ts";
import type { Reload } from "../../../ports/reload.ts";
import type { RequestPreviews } from "../../../ports/request-preview.ts";
import type { Store } from "../../../ports/store.ts";
import type { Thumbnailer } from "../../../ports/thumbnailer.ts";
import type { DiskFloors } from "../../limits/disk-floors.ts";
import type { OwnOrigin } from "../desk/request/own-origin.ts";
import type { Transfers } from "../files/transfers.ts";

/** The dependencies of the administration routes. */
export interface AdminParts {
  readonly origin: OwnOrigin;
  readonly runtime: Runtime;
  readonly store: Store;
  readonly accounts: Accounts;
  readonly limits: Limits;
  readonly declared: Declared;
  readonly reload: Reload;
  /** Sends the tests that an administrator starts. */
  readonly outbound: Outbound;
  readonly previews: RequestPreviews;
  readonly checkTarget: CheckSavedTarget;
  readonly localAddresses: LocalAddressesSetting;
  /** Whether the config file names a mail server. */
  readonly hasMail: () => boolean;
  /** Whether channels may have the built-in sample customer. */
  readonly hasSampleCustomer: () => boolean;
  /** The token with which the operator's own command manages providers; null if there is none. A secret. */
  readonly operatorToken: string | null;
  /** Copies of all data; `null` if the store does not belong to this process. */
  readonly backups: Backups | null;
  /** Scheme, host and port under which customer systems reach the service. */
  readonly publicUrl: () => string;
  readonly photos: Photos;
  readonly thumbnailer: Thumbnailer;
  readonly floors: DiskFloors;
  /** The transfers of all files. */
  readonly transfers: Transfers;
  /** Closes the agent's sockets; resolves when its channels have been notified. */
  readonly endAgent: (agentId: AgentId, cause: string) => Promise<Result<void>>;
  /**
   * Runs the changes of administrators one after the other, across all processes, so that each change sees the result of the
   * previous one.
   */
  readonly oneAtATime: OneAtATime;
}

/**
 * Resolves the URL's host name and returns why nothing may be sent to this URL; null if it is allowed. Source: AUTH-05, AUTH-06.
 */
export type CheckSavedTarget = (url: string, options?: { readonly allowHttp?: boolean }) => Promise<Failure | null>;

/** The records that the config file declares. */
export interface Declared {
  readonly channels: ReadonlySet<string>;
  readonly agents: ReadonlySet<number>;
  /** The agents whose password is in the file. */
  readonly passwords: ReadonlySet<number>;
  readonly departments: ReadonlySet<number>;
  readonly providers: ReadonlySet<string>;
}
