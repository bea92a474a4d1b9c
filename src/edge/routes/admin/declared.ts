import type { Failure } from "../../../core/result.ts";

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
