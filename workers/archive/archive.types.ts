/** The place of a chat in the archive: by its closing, and by its number among equals. */
export interface ArchivePlace {
  readonly closedAtMs: number;
  readonly chatNumber: number;
}

/** A closed chat in the form that the index adds. */
export interface ArchiveDocument extends ArchivePlace {
  readonly channelId: string;
  /** All agents who took part. */
  readonly agentIds: readonly number[];
  /** All texts that a search can find. */
  readonly texts: readonly string[];
}

/** One durable change. A change without chats to add or forget only moves the index on. */
export interface IndexInput {
  readonly folder: string;
  readonly take: readonly ArchiveDocument[];
  /** Chats to forget, by number; missing chats are skipped. */
  readonly forget: readonly number[];
  /** The new value of `rebuiltDownTo`. */
  readonly rebuiltDownTo?: number;
}

export interface IndexState {
  /** Random; different in every new index. */
  readonly id: string;
  /** Grows by one with every change. */
  readonly changes: number;
  /** The rebuild has covered the chats from this number on; 0 means all of them, null that it has not begun. */
  readonly rebuiltDownTo: number | null;
}

export interface SearchInput {
  readonly folder: string;
  /** Blank text matches every chat. */
  readonly text: string;
  /** Closed in this time, both ends included. */
  readonly fromMs: number;
  readonly toMs: number;
  /** Only these channels; null for any. */
  readonly channelIds: readonly string[] | null;
  readonly agentId: number | null;
  /** The chats closed first come first; else those closed last. */
  readonly isOldestFirst: boolean;
  /** Continues after this place. */
  readonly after: ArchivePlace | null;
  readonly rowsMax: number;
  /** How many chats a search may look at; then the page ends early and a next page can continue. */
  readonly lookedAtMax: number;
}

export interface SearchFound {
  readonly chatNumbers: readonly number[];
  /** Where the next page begins; null at the end. */
  readonly next: ArchivePlace | null;
}

/**
 * The result of a task. `damaged`: the index cannot be read any more and must be rebuilt; `failed`: a retry may
 * succeed, for example when the disk has room.
 */
export type TaskAnswer<Value> =
  | { readonly kind: "done"; readonly value: Value }
  | { readonly kind: "damaged" | "failed"; readonly reason: string };
