/** The content of a packed folder, as the service of that time answered it. */
export interface KeptContents {
  /** The time of the last event. */
  readonly atMs: number;
  readonly chats: readonly StoredChat[];
  /** Deliveries that the recipient did not accept. They continue. */
  readonly waiting: readonly WaitingDelivery[];
  /** Words that the archive finds in closed chats. */
  readonly archived: readonly string[];
  /** Texts of offline messages. */
  readonly left: readonly string[];
  readonly file: StoredFile | null;
  /** An API key that reads chats; absent in forms without keys. */
  readonly apiKey?: string;
  /** The proved id of the client with the chat on the widget; absent in forms without proofs. */
  readonly provedId?: string;
}
export interface StoredChat {
  readonly channelId: string;
  readonly state: string;
  /** The texts of people and bots, in order. */
  readonly texts: readonly string[];
}
export interface WaitingDelivery {
  readonly kind: "message" | "event";
  readonly channelId: string;
}
/** The file's address at the service, and its bytes. */
export interface StoredFile {
  readonly path: string;
  readonly text: string;
}

export type Manifest = Readonly<Record<string, ManifestEntry>>;
export interface ManifestEntry extends KeptContents {
  /** The change in this stored form. */
  readonly about: string;
  /** A killed service left records in its journal that are not in the rows. */
  readonly ended: "killed" | "stopped";
  /** The result of `presentForm` when the folder was made. */
  readonly form: string;
  /** The `formVersion` of the program that made it. */
  readonly version: number;
}
