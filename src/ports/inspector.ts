import type { Result } from "../core/result.ts";

/** The actors that a list shows; every given field must match. */
export interface ActorQuery {
  readonly kind?: string;
  /** An address, an id without its kind, or a conversation. */
  readonly id?: string;
  /** A visitor number, or a part of a client's name, phone, e-mail or sender id. */
  readonly client?: string;
  readonly channelId?: string;
  /** Only the actors of this chat. */
  readonly chatId?: string;
  readonly state?: string;
  readonly isParked?: true;
  /** Only actors that entered their state longer ago than this. */
  readonly waitingLongerThanMs?: number;
  /** Of many actors only the newest are sorted. Absent: the newest of a kind first. */
  readonly sort?: ActorSort;
  /** Also counts all actors that match, whatever their kind and state are. */
  readonly isCounted?: true;
  readonly rowsMax: number;
  /** The end of the previous page. */
  readonly place?: string;
}

export interface ActorSort {
  readonly by: "actor" | "state" | "client" | "since";
  readonly isDescending: boolean;
}

/** The number of actors of one kind in one state. */
export interface ActorCount {
  readonly kind: string;
  readonly state: string;
  readonly count: number;
}

export interface ActorCounts {
  readonly counts: readonly ActorCount[];
  /** The kinds of which only the newest actors are counted. */
  readonly cutKinds: readonly string[];
}

/** `actors` may be shorter than the requested number, or empty, although more actors exist: one page looks at a limited number. */
export interface ActorPage {
  /** Each the JSON text of an `InspectedActor`. */
  readonly actors: readonly string[];
  /** Where the next page begins; null at the end. */
  readonly nextPlace: string | null;
  /** Only the newest actors are sorted, because there are more. */
  readonly isCut?: true;
  /** Null unless the query asks for them. */
  readonly counted: ActorCounts | null;
}

/**
 * Looks into actors. It returns text that is ready to send, with every secret masked, so that no caller has to mask anything. The
 * shapes are those of `codec/inspect/inspected.types.ts`. Reads wait only for the store.
 */
export interface Inspector {
  listActors(query: ActorQuery): Promise<ActorPage>;
  /** JSON of an `InspectedActorDetails`; null for an actor that does not exist. */
  readActor(actor: string): Promise<string | null>;
  /** JSON of a list of `InspectedStep`, oldest first; null for an actor that does not exist. */
  readSteps(actor: string): Promise<string | null>;
  /** JSON of an `InspectedChat`; null for a chat that does not exist. */
  readChat(chatId: string): Promise<string | null>;
  /**
   * A chart as SVG, by the name in the details; with `near` only the part around that state. `not_found` for an unknown name or state,
   * else the failures of `ChartDrawer`.
   */
  readChart(hash: string, near?: string): Promise<Result<string>>;
  /** Adds a watcher; null while there are too many. */
  enter(peer: InspectorPeer): InspectorSubscription | null;
}

/** A watcher: a socket. */
export interface InspectorPeer {
  /** Bytes that were sent but not received yet. */
  readonly waitingBytes: number;
  send(frame: string): void;
  /** The peer receives too slowly; it is sent nothing more. */
  cut(reason: string): void;
  /** The data that it asked for could not be read, which is logged: it is sent nothing more. */
  fail(): void;
}

export interface InspectorSubscription {
  /**
   * Watches these keys instead of the earlier ones. `since` is the id of the last frame that the peer saw on an earlier subscription. The
   * peer receives an error for a wrong key. Resolves when the first frames are sent, never rejects. Do not call the subscription meanwhile:
   * its frames would be out of order.
   */
  watch(keys: readonly string[], since: string | null): Promise<void>;
  /** Stores the frame of an external inspector about an actor; returns the reason of a refusal, or null. */
  feed(frame: FedFrame): string | null;
  leave(): void;
}

/** A frame of an external inspector. Source: `@statelyai/inspect` 0.7.2, `StatelyInspectionEvent`. */
export type FedFrame = FedActor | FedEvent | FedSnapshot;

export type ActorStatus = "active" | "done" | "error" | "stopped";

export interface FedSnapshotFacts {
  readonly status?: ActorStatus;
  readonly value?: unknown;
  readonly context?: unknown;
}
export interface FedActor {
  readonly type: "@xstate.actor";
  readonly sessionId: string;
  readonly name: string;
  readonly parentId: string | null;
  /** The machine's definition as JSON. */
  readonly definition: string | null;
  readonly snapshot: FedSnapshotFacts;
  /** The size of the complete frame. */
  readonly bytes: number;
}
export interface FedEvent {
  readonly type: "@xstate.event";
  readonly sessionId: string;
  readonly sourceId: string | null;
  readonly event: FedEventObject;
  readonly bytes: number;
}
export interface FedSnapshot {
  readonly type: "@xstate.snapshot";
  readonly sessionId: string;
  readonly event: FedEventObject;
  readonly snapshot: FedSnapshotFacts;
  readonly bytes: number;
}
export interface FedEventObject {
  readonly type: string;
  readonly [field: string]: unknown;
}
