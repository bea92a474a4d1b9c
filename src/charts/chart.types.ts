/** The content of a chart, as plain data: it crosses threads, and its text is hashed. */
export interface ChartModel {
  /** The machine's own name. */
  readonly machine: string;
  /** The machine itself; its path is empty. */
  readonly root: ChartState;
  /** In the order of states from the root on; the transitions of one state are in the order in which XState tries them. */
  readonly transitions: readonly ChartTransition[];
}

/**
 * Everything, or only the names of states, with one arrow for all transitions between two states. `near` is folded, for the part
 * around one state: with smaller names, because that part is shown larger.
 */
export type ChartForm = "unfolded" | "folded" | "near";

export interface ChartState {
  /** Keys from the root on, joined by dots, as the runtime names states. */
  readonly path: string;
  /** The last key; the machine's name at the root. */
  readonly name: string;
  readonly kind: "atomic" | "compound" | "parallel" | "final" | "history";
  /** The path of the initial child of a compound state. */
  readonly initial: string | null;
  readonly initialActions: readonly string[];
  readonly entry: readonly string[];
  readonly exit: readonly string[];
  /** Actors that run while the machine is in this state. */
  readonly invokes: readonly string[];
  readonly tags: readonly string[];
  readonly description: string;
  /** Of a history state: its targets as long as it has no history. */
  readonly history: { readonly isDeep: boolean; readonly targets: readonly string[] } | null;
  readonly children: readonly ChartState[];
}

export interface ChartTransition {
  /** The path of the state it leaves. */
  readonly source: string;
  /** Empty for a transition without an event. */
  readonly event: string;
  /** Its place among the transitions of that event. */
  readonly index: number;
  readonly kind: "on" | "always" | "deadline" | "after" | "done" | "error" | "snapshot";
  /** Milliseconds or the name of a delay, for `after`. */
  readonly delay: number | string | null;
  readonly guard: string | null;
  /** Paths; empty for a transition that stays in its state. */
  readonly targets: readonly string[];
  readonly isReentering: boolean;
  readonly actions: readonly string[];
  readonly description: string;
}
