import type { Result } from "../core/result.ts";

/** Which actors a list is to show; every field that is given must fit. */
export interface ActorQuery {
  readonly kind?: string;
  /** An address, an id without its kind, or a conversation. */
  readonly id?: string;
  /** A visitor number, or what a client's name, phone, e-mail or sender id says. */
  readonly client?: string;
  readonly channelId?: string;
  readonly state?: string;
  readonly isParked?: true;
  /** Only actors that came into their state longer ago than this. */
  readonly waitingLongerThanMs?: number;
  readonly rowsMax: number;
  /** Where the page before ended. */
  readonly place?: string;
}

/** `actors` may be fewer than were asked for, or none, although there are more: only so much is looked at for one page. */
export interface ActorPage {
  /** Each the JSON text of an `InspectedActor`. */
  readonly actors: readonly string[];
  /** Where the next page goes on; null at the end. */
  readonly nextPlace: string | null;
}

/**
 * Looks into actors. All it gives is text that is ready to be sent, every secret in it masked: nobody behind it has to think of that again.
 * The shapes are those of `codec/inspect/inspected.types.ts`. Reads block on nothing but the store.
 */
export interface Inspector {
  listActors(query: ActorQuery): Promise<ActorPage>;
  /** JSON of an `InspectedActorDetails`; null for an actor that is not there. */
  readActor(actor: string): Promise<string | null>;
  /** JSON of a list of `InspectedStep`, oldest first; null for an actor that is not there. */
  readSteps(actor: string): Promise<string | null>;
  /** JSON of an `InspectedChat`; null for a chat that is not there. */
  readChat(chatId: string): Promise<string | null>;
  /** A chart as SVG, by the name that details have; `not_found` for a name that nothing has, else what `ChartDrawer` fails with. */
  readChart(hash: string): Promise<Result<string>>;
  /** Lets somebody watch; null while too many do. */
  enter(peer: InspectorPeer): InspectorSeat | null;
}

/** Whoever watches: a socket. */
export interface InspectorPeer {
  /** Bytes that were sent and are not taken yet. */
  readonly waitingBytes: number;
  send(frame: string): void;
  /** It takes what it is sent too slowly, and is sent nothing more. */
  cut(reason: string): void;
  /** What it asked for could not be read, which is logged: it is sent nothing more. */
  fail(): void;
}

export interface InspectorSeat {
  /**
   * Watches these in place of what was watched before. `since` is the id of the last frame the peer saw on an earlier seat. What is
   * wrong with a key is told to the peer. Resolves when what is watched is told, never rejects: what is asked of the seat meanwhile comes
   * out of turn.
   */
  watch(keys: readonly string[], since: string | null): Promise<void>;
  /** Keeps what an inspector of somebody else tells of an actor; answers why not, or null. */
  feed(frame: FedFrame): string | null;
  leave(): void;
}

/** What an inspector of somebody else tells. Source: `@statelyai/inspect` 0.7.2, `StatelyInspectionEvent`. */
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
  /** Of the whole frame. */
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
