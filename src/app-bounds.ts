import type { Limits } from "./config/limits.ts";
import type { SharedCounts } from "./core/peers/shared-counts.ts";
import type { AddressQuotas } from "./edge/limits/address-quotas.ts";
import { createAddressQuotas } from "./edge/limits/address-quotas.ts";
import type { AgentQuotas } from "./edge/limits/agent-quotas.ts";
import { createAgentQuotas } from "./edge/limits/agent-quotas.ts";
import type { DiskFloors } from "./edge/limits/disk-floors.ts";
import { createDiskFloors } from "./edge/limits/disk-floors.ts";
import type { DiskWarnings } from "./edge/limits/disk-warnings.ts";
import { watchDisk } from "./edge/limits/disk-warnings.ts";
import { Refusals } from "./edge/limits/refusals.ts";
import type { Clock } from "./ports/clock.ts";
import type { DiskSpace } from "./ports/disk-space.ts";
import type { Log } from "./ports/log.ts";

/** The limits that keep strangers, and single agents, from using up the service. */
export interface Bounds {
  readonly refusals: Refusals;
  readonly floors: DiskFloors;
  readonly addresses: AddressQuotas;
  readonly agentQuotas: AgentQuotas;
  /** Absent when nothing is stored on a disk. */
  readonly diskWarnings?: DiskWarnings;
}

interface BoundParts {
  readonly limits: Limits;
  readonly clock: Clock;
  /** Counts the requests of all processes together. */
  readonly counts: SharedCounts;
  readonly disk?: DiskSpace;
  readonly log: Log;
}

export function createBounds(parts: BoundParts): Bounds {
  const refusals = new Refusals();
  const known = { ...parts, refusals };
  const floors = createDiskFloors(known);
  const diskWarnings = parts.disk === undefined ? undefined : watchDisk({ ...parts, floors });
  const quotas = { addresses: createAddressQuotas(known), agentQuotas: createAgentQuotas(known) };
  return { refusals, floors, ...quotas, ...(diskWarnings && { diskWarnings }) };
}
