import type { WhyPhrase } from "./why-phrase.types.ts";

/** What `/api/inspect/…` answers and `/ws/inspect` adds to the frames of others. Times are milliseconds of the Unix epoch. */

export interface InspectedDeadline {
  readonly id: string;
  readonly atMs: number;
}

/** One actor as a list shows it. */
export interface InspectedActor {
  /** Its address, like `chat/17`. An actor that another program sent has `outside/<its session id>`. */
  readonly actor: string;
  /** `channel`, `chat`, `bot`, `webhooks`, `call`, `delivery`, `agent` or `outside`. */
  readonly kind: string;
  /** The address without its kind. */
  readonly id: string;
  /** The name of a channel or an agent; null for all other actors. */
  readonly name: string | null;
  readonly conversation: string;
  readonly state: string;
  /** The time at which the actor entered its state; null if that was not recorded. */
  readonly sinceMs: number | null;
  readonly revision: number;
  readonly channelId: string | null;
  readonly chatId: string | null;
  /** The client's name, else the visitor number; null for an actor that belongs to no client. */
  readonly client: string | null;
  readonly deadlines: readonly InspectedDeadline[];
  /** Set while the actor accepts no events because it had too many defects in a row. */
  readonly parked: InspectedParking | null;
}

export interface InspectedParking {
  readonly atMs: number;
  readonly reason: string;
  /** The nodes on which the actor is parked. Other nodes still accept its events. Absent if there is only one node. */
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

interface ExplainedQuestion {
  readonly question: string;
  /** The question as a phrase. */
  readonly asked: WhyPhrase;
  readonly sentence: string;
  readonly phrases: readonly WhyPhrase[];
}

/** One actor with all its details. */
export interface InspectedActorDetails extends InspectedActor {
  /** Absent for actors from outside and in exports; null for a row that fits no machine. */
  readonly why?: ExplainedState | null;
  /** Secrets masked. */
  readonly context: unknown;
  /** The name of its chart: `/api/inspect/charts/<this>`; null for an actor without a definition. */
  readonly chart: string | null;
  /** The name of the folded chart, if the chart is big: only state names, and one bundled arrow between two states. */
  readonly chartFolded: string | null;
}

/**
 * A transition: its state's path joined by dots, its event (empty for an `always` transition), its index among the transitions of
 * that event.
 */
export interface InspectedTransition {
  readonly source: string;
  readonly event: string;
  readonly index: number;
}

/** One event of an actor's history. */
export interface InspectedStep {
  readonly actor: string;
  /** The revision of the actor's row after the commit. Steps of one commit share it. */
  readonly revision: number;
  /**
   * The index among the actor's steps of that commit, from 0. A live step that changed nothing and is not stored has an index from
   * 10,000 on.
   */
  readonly index: number;
  readonly atMs: number;
  /** Live: the event, secrets masked. From the store: without the texts that people wrote. */
  readonly event: { readonly type: string; readonly [field: string]: unknown };
  /** The cause of the complete turn: a request id, a deadline, an attempt or another cause. */
  readonly cause: string;
  /** The actor that sent the event; null if the event came from outside. */
  readonly from: string | null;
  /** Null if the event created the actor. */
  readonly before: string | null;
  readonly after: string;
  readonly effects: readonly { readonly type: string; readonly [field: string]: unknown }[];
  /** Only for steps that were watched live. */
  readonly contextBefore?: unknown;
  readonly context?: unknown;
  readonly taken?: readonly InspectedTransition[];
  /** The node that executed the step. Only for live steps, and only if there may be several nodes. */
  readonly node?: string;
}

/** A chat with all its actors and all their steps, ordered by time. The export has the same shape. */
export interface InspectedChat {
  readonly chatId: string;
  readonly exportedAtMs: number;
  readonly actors: readonly InspectedActorDetails[];
  readonly steps: readonly InspectedStep[];
  /** There are more steps, older than these. */
  readonly isCut?: true;
}
