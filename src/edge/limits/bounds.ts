import type { AddressQuotas } from "./address-quotas.ts";
import type { AgentQuotas } from "./agent-quotas.ts";
import type { DiskFloors, DiskWarnings } from "./disk-floors.ts";
import type { Refusals } from "./refusals.ts";

/** The limits that keep strangers, and single agents, from using up the service. */
export interface Bounds {
  readonly refusals: Refusals;
  readonly floors: DiskFloors;
  readonly addresses: AddressQuotas;
  readonly agentQuotas: AgentQuotas;
  /** `undefined` when nothing is stored on a disk. */
  readonly diskWarnings: DiskWarnings | undefined;
}
