import type { DatabaseTrouble } from "../database/shared-database.ts";
import type { DiskTrouble } from "../disk/simulated-disk.ts";
import type { NetworkTrouble } from "../network/simulated-network.ts";
import type { AgentPlan } from "../people/agent.ts";
import type { AskerPlan } from "../people/asker.ts";
import type { CustomerPlan } from "../people/customer.ts";
import type { Mood } from "../people/moods.ts";
import type { PagePlan } from "../people/page.ts";

export type PersonPlan = CustomerPlan | AgentPlan | PagePlan | AskerPlan;

/** A fault and its time, in milliseconds from the start. */
export type FaultPlan =
  | { readonly kind: "kill" | "power"; readonly atMs: number; readonly machine: string }
  /** Ends the process at the n-th disk operation after `atMs`, before or after the operation is done. */
  | {
      readonly kind: "kill at work" | "power at work";
      readonly atMs: number;
      readonly machine: string;
      readonly nth: number;
      readonly isDone: boolean;
    }
  | { readonly kind: "freeze"; readonly atMs: number; readonly machine: string; readonly forMs: number }
  | { readonly kind: "clock"; readonly atMs: number; readonly machine: string; readonly byMs: number }
  | {
      readonly kind: "disk";
      readonly atMs: number;
      readonly machine: string;
      readonly forMs: number;
      readonly trouble: DiskTrouble;
    }
  | { readonly kind: "database"; readonly atMs: number; readonly forMs: number; readonly trouble: DatabaseTrouble }
  /** Causes the fault when the n-th request after `atMs` arrives at a server outside: its outcome is still to come. */
  | {
      readonly kind: "at a request";
      readonly atMs: number;
      readonly nth: number;
      readonly forMs: number;
      readonly fault: FaultPlan;
    }
  | { readonly kind: "network"; readonly atMs: number; readonly forMs: number; readonly trouble: NetworkTrouble }
  | {
      readonly kind: "mood";
      readonly atMs: number;
      readonly server: "shop" | "bot" | "owner";
      readonly forMs: number;
      readonly mood: Mood;
    };

/** The plan of one run. Everything that is not in the plan comes from its seed. */
export interface Plan {
  readonly seed: number;
  /** A single machine stores its rows on its own disk. Several machines share the rows of a database. */
  readonly machines: readonly string[];
  /** The time during which people start new work. */
  readonly workMs: number;
  readonly people: readonly PersonPlan[];
  readonly faults: readonly FaultPlan[];
}
