import type { Limits } from "../../../config/limits.ts";
import type { Accounts } from "../../../domain/agent/accounts/accounts.ts";
import type { Runtime } from "../../../domain/runtime.ts";
import type { Clock } from "../../../ports/clock.ts";
import type { Inspector } from "../../../ports/inspector.ts";
import type { OwnOrigin } from "../desk/request/own-origin.ts";

/** The dependencies of the inspector's routes and sockets. */
export interface InspectParts {
  readonly inspector: Inspector;
  readonly runtime: Pick<Runtime, "directory">;
  readonly accounts: Pick<Accounts, "authenticate" | "mustChangePassword">;
  readonly limits: Limits;
  readonly clock: Clock;
  readonly origin: OwnOrigin;
  /** The first part of every new socket's id. */
  readonly processId: () => string;
}
