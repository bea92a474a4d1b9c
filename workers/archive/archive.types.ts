/** Where a chat stands in the archive: newest closing first, the higher number first among equals. */
export interface ArchivePlace {
  readonly closedAtMs: number;
  readonly chatNumber: number;
}

/** A closed chat as the index takes it up. */
export interface ArchiveDocument extends ArchivePlace {
  readonly channelId: string;
  /** Everyone who took part. */
  readonly agentIds: readonly number[];
  /** Everything that can be found. */
  readonly texts: readonly string[];
}

/** One durable change. Without anything to take up or to forget it only tells how far the index is. */
export interface IndexInput {
  readonly folder: string;
  readonly take: readonly ArchiveDocument[];
  /** Chats to forget, by number; those that are not there are passed over. */
  readonly forget: readonly number[];
  /** Sets `rebuiltDownTo` with the change. */
  readonly rebuiltDownTo?: number;
}

export interface IndexState {
  /** Random; another one in every new index. */
  readonly id: string;
  /** Grows by one with every change. */
  readonly changes: number;
  /** Chats from this number on were looked through; 0 means all of them, null that nobody has begun. */
  readonly rebuiltDownTo: number | null;
}

export interface SearchInput {
  readonly folder: string;
  /** Blank finds every chat. */
  readonly text: string;
  /** Closed in this time, both ends included. */
  readonly fromMs: number;
  readonly toMs: number;
  /** Of these channels; null for any. */
  readonly channelIds: readonly string[] | null;
  readonly agentId: number | null;
  /** Goes on behind this place. */
  readonly after: ArchivePlace | null;
  readonly rowsMax: number;
  /** Chats looked at; beyond it the page ends early and can be gone on with. */
  readonly lookedAtMax: number;
}

export interface SearchFound {
  readonly chatNumbers: readonly number[];
  /** Where the next page goes on; null at the end. */
  readonly next: ArchivePlace | null;
}

/**
 * What a task answers. `damaged`: the index cannot be read any more and is to be made anew; `failed`: it may succeed
 * another time, on a disk with room for example.
 */
export type TaskAnswer<Value> =
  | { readonly kind: "done"; readonly value: Value }
  | { readonly kind: "damaged" | "failed"; readonly reason: string };
