/** What a chart shows, as plain data: it crosses threads, and its text is what its hash is made of. */
export interface ChartModel {
  /** The machine's own name. */
  readonly machine: string;
  /** The machine itself; its path is empty. */
  readonly root: ChartState;
  /** State by state from the root on, each state's in the order in which XState asks them. */
  readonly transitions: readonly ChartTransition[];
}

/** All of it; or states by their names alone, with one arrow for all that leads from the one to the other. */
export type ChartForm = "unfolded" | "folded";

export interface ChartState {
  /** Keys from the root on, joined by dots, as the runtime names states. */
  readonly path: string;
  /** The last key; the machine's name at the root. */
  readonly name: string;
  readonly kind: "atomic" | "compound" | "parallel" | "final" | "history";
  /** The path of the child that a compound state begins in. */
  readonly initial: string | null;
  readonly initialActions: readonly string[];
  readonly entry: readonly string[];
  readonly exit: readonly string[];
  /** What runs while the machine is in this state. */
  readonly invokes: readonly string[];
  readonly tags: readonly string[];
  readonly description: string;
  /** Of a history state: where it leads while there is nothing to come back to. */
  readonly history: { readonly isDeep: boolean; readonly targets: readonly string[] } | null;
  readonly children: readonly ChartState[];
}

export interface ChartTransition {
  /** The path of the state it leaves from. */
  readonly source: string;
  /** Empty for one that is taken always. */
  readonly event: string;
  /** Its place among those of that event. */
  readonly index: number;
  readonly kind: "on" | "always" | "deadline" | "after" | "done" | "error" | "snapshot";
  /** Milliseconds or the name of a delay, for `after`. */
  readonly delay: number | string | null;
  readonly guard: string | null;
  /** Paths; none for one that stays where it is. */
  readonly targets: readonly string[];
  readonly isReentering: boolean;
  readonly actions: readonly string[];
  readonly description: string;
}
