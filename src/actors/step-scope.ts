import type { Tell } from "../../machines/effects.ts";
import type { ActorKey } from "../../machines/ids.ts";
import type { FeedEntry, RowReader, Write } from "../ports/store.ts";
import type { AnyEffect, AnyEvent } from "./actor-definition.ts";
import type { Cell } from "./cells/cell.ts";
import type { Conversation } from "./conversation.ts";
import type { Host } from "./host.ts";

/** What the code that keeps an effect can use within the commit: the actor after its step, and the parts of the commit. */
export interface StepScope<Context = unknown> {
  readonly actor: ActorKey;
  readonly conversation: Conversation;
  readonly state: string;
  readonly context: Context;
  /** The state under which the store lists the actor; `null` before its first commit. */
  readonly listedState: string | null;
  readonly rows: RowReader;
  readonly host: Host;
  /** The feed entries of this commit for desks, so far. */
  readonly feed: FeedEntry[];
  /** The result of the event so far: its sender receives it. */
  readonly brought: unknown;
  /** `answer` is stored for repeats of the request. */
  bring(brought: unknown, answer: number): void;
  write(write: Write): void;
  /** Releases an effect after the commit. */
  release<Effect extends AnyEffect>(effect: Effect): void;
  tell(tell: Tell<AnyEvent>): void;
  /** An actor of the same conversation; `undefined` where it does not exist. */
  readActor(key: ActorKey): Cell | undefined;
  /** A ULID. */
  newId(): string;
}
