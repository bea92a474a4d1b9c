/** What stands in a packed folder or database, as it was told to those who talked to the service then. */
export interface KeptContents {
  /** When the last of it happened. */
  readonly atMs: number;
  readonly chats: readonly StoredChat[];
  /** Deliveries whose recipient did not take them: they go on. */
  readonly waiting: readonly WaitingDelivery[];
  /** Words of closed chats that the archive finds. */
  readonly archived: readonly string[];
  /** Texts that visitors left. */
  readonly left: readonly string[];
  readonly file: StoredFile | null;
}
export interface StoredChat {
  readonly channelId: string;
  readonly state: string;
  /** Of people and bots, in their order. */
  readonly texts: readonly string[];
}
export interface WaitingDelivery {
  readonly kind: "message" | "event";
  readonly channelId: string;
}
/** Its address at the service, and its bytes. */
export interface StoredFile {
  readonly path: string;
  readonly text: string;
}

export type Manifest = Readonly<Record<string, ManifestEntry>>;
export interface ManifestEntry extends KeptContents {
  /** What is new in this stored form. */
  readonly about: string;
  /** A service that was killed left records in its journal that the rows do not have, or itself among the nodes of a database. */
  readonly ended: "killed" | "stopped";
  /** What `presentForm` answered when the folder was made; absent from those that were made of an earlier checkout. */
  readonly form?: string;
  /** Of a database: the version of its schema. */
  readonly schema?: number;
  /** Those of the program that made it; absent from those of before version 3. */
  readonly versions?: StoredVersions;
}

/** What a program says of its stored form, so that an earlier one keeps away. */
export interface StoredVersions {
  readonly form: number;
  /** Of PostgreSQL's schema. */
  readonly schema: number;
}
