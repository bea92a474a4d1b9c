import type { WhyPhrase } from "./why-phrase.types.ts";

/** What `/api/inspect/…` answers and `/ws/inspect` adds to the frames of others. Times are milliseconds of the Unix epoch. */

export interface InspectedDeadline {
  readonly id: string;
  readonly atMs: number;
}

/** One actor as a list shows it. */
export interface InspectedActor {
  /** Its address, like `chat/17`; of one that was fed from outside `outside/<its session id>`. */
  readonly actor: string;
  /** `channel`, `chat`, `bot`, `webhooks`, `call`, `delivery`, `agent` or `outside`. */
  readonly kind: string;
  /** The address without its kind. */
  readonly id: string;
  /** What people call a channel or an agent; null for all others. */
  readonly name: string | null;
  readonly conversation: string;
  readonly state: string;
  /** When it came into its state; null where nobody noted it. */
  readonly sinceMs: number | null;
  readonly revision: number;
  readonly channelId: string | null;
  readonly chatId: string | null;
  /** The client's name, else the visitor number; null for what belongs to no client. */
  readonly client: string | null;
  readonly deadlines: readonly InspectedDeadline[];
  /** Set while it takes no events because it met too many defects in a row. */
  readonly parked: InspectedParking | null;
}

export interface InspectedParking {
  readonly atMs: number;
  readonly reason: string;
  /** The nodes on which it is, others still take its events; absent where there is one node. */
  readonly nodes?: readonly string[];
}

/** Why an actor is in its state. Secrets are masked. */
export interface ExplainedState {
  /** In English. The times count from this response. */
  readonly sentence: string;
  /** The same as phrases, for links, running times and other languages. */
  readonly phrases: readonly WhyPhrase[];
  /** More questions about an actor in this state. */
  readonly questions: readonly ExplainedQuestion[];
}

export interface ExplainedQuestion {
  readonly question: string;
  /** The question as a phrase. */
  readonly asked: WhyPhrase;
  readonly sentence: string;
  readonly phrases: readonly WhyPhrase[];
}

/** One actor, opened. */
export interface InspectedActorDetails extends InspectedActor {
  /** Absent from outside and in exports; null for a row that fits no machine. */
  readonly why?: ExplainedState | null;
  /** Secrets masked. */
  readonly context: unknown;
  /** Names its chart: `/api/inspect/charts/<this>`; null for an actor without a definition. */
  readonly chart: string | null;
  /** Names the same chart folded, where it is a big one: states by their names, what leads between them bundled. */
  readonly chartFolded: string | null;
}

/** A state's path joined by dots, the event (empty for a transition that is taken always), the place among those of that event. */
export interface InspectedTransition {
  readonly source: string;
  readonly event: string;
  readonly index: number;
}

/** One event of an actor's history. */
export interface InspectedStep {
  readonly actor: string;
  /** Of the actor's row after the commit. Steps of one commit share it. */
  readonly revision: number;
  /** The place among the actor's steps of that commit, from 0. Live, of a step that left the actor as it was and is not kept: from 10,000 on. */
  readonly index: number;
  readonly atMs: number;
  /** Live: the event, secrets masked. From the store: without the words of people. */
  readonly event: { readonly type: string; readonly [field: string]: unknown };
  /** Request id, deadline, attempt or what else made the whole turn happen. */
  readonly cause: string;
  /** The actor that told it; null when it came from outside. */
  readonly from: string | null;
  /** Null when the event brought the actor to life. */
  readonly before: string | null;
  readonly after: string;
  readonly effects: readonly { readonly type: string; readonly [field: string]: unknown }[];
  /** Of steps that were watched alone. */
  readonly contextBefore?: unknown;
  readonly context?: unknown;
  readonly taken?: readonly InspectedTransition[];
  /** The node that took it; live alone, and only where there may be several. */
  readonly node?: string;
}

/** A chat with every actor of it, and all their steps in the order of time: the export as well. */
export interface InspectedChat {
  readonly chatId: string;
  readonly exportedAtMs: number;
  readonly actors: readonly InspectedActorDetails[];
  readonly steps: readonly InspectedStep[];
  /** There is more, and it is older. */
  readonly isCut?: true;
}
