import type { Tell } from "../../machines/effects.ts";
import type { ActorKey } from "../../machines/ids.ts";
import type { FeedEntry, RowReader, Write } from "../ports/store.ts";
import type { AnyEffect, AnyEvent } from "./actor-definition.ts";
import type { Cell } from "./cells/cell.ts";
import type { Conversation } from "./conversation.ts";
import type { Host } from "./host.ts";

/** What whoever keeps an effect has at hand, within the commit: the actor as it is after its step, and what the commit can hold. */
export interface StepScope<Context = unknown> {
  readonly actor: ActorKey;
  readonly conversation: Conversation;
  readonly state: string;
  readonly context: Context;
  /** The state under which the store lists the actor; `null` before its first commit. */
  readonly listedState: string | null;
  readonly rows: RowReader;
  readonly host: Host;
  /** What desks are to be shown of this commit, so far. */
  readonly feed: FeedEntry[];
  /** What the event has brought so far: its sender is told. */
  readonly brought: unknown;
  /** `answer` is kept for those who repeat the request. */
  bring(brought: unknown, answer: number): void;
  write(write: Write): void;
  /** To be carried out after the commit. */
  release<Effect extends AnyEffect>(effect: Effect): void;
  tell(tell: Tell<AnyEvent>): void;
  /** An actor of the same conversation; `undefined` where there is none. */
  readActor(key: ActorKey): Cell | undefined;
  /** A ULID. */
  newId(): string;
}
