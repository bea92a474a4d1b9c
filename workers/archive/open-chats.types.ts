/** One message of an open chat by which a search can find the chat. */
export interface OpenChatLine {
  readonly seq: number;
  readonly texts: readonly string[];
}

/** New texts of an open chat. */
export interface OpenChatTexts {
  readonly chatNumber: number;
  readonly channelId: string;
  /** Other texts by which it can be found: they replace the earlier facts. */
  readonly facts: readonly string[];
  /** Appended to the known lines. */
  readonly lines: readonly OpenChatLine[];
}

export interface OpenChatsQuestion {
  readonly text: string;
  /** Only these channels; null for any. */
  readonly channelIds: readonly string[] | null;
  /** Only chats with smaller numbers; null for all. */
  readonly before: number | null;
  readonly rowsMax: number;
}

export interface OpenChatsInput {
  /** Identifies the memory that the thread should have: a thread with another one, or none, reports that. */
  readonly memoryId: string;
  /** Creates that memory, empty. */
  readonly isNew: boolean;
  readonly take: readonly OpenChatTexts[];
  readonly forget: readonly number[];
  /** Asked after the change; null when only the change is wanted. */
  readonly question: OpenChatsQuestion | null;
  /** Characters kept of one chat's messages, and of all chats. */
  readonly chatCharactersMax: number;
  readonly charactersMax: number;
}

export interface OpenChatFound {
  readonly chatNumber: number;
  readonly channelId: string;
  /** Where the words are; null when no line or fact has them together. */
  readonly place: { readonly seq: number | null; readonly text: string } | null;
}

export type OpenChatsAnswer =
  | {
      readonly kind: "done";
      /** The highest number first. */
      readonly found: readonly OpenChatFound[];
      /** Texts were left out because there was no room. */
      readonly isFull: boolean;
    }
  | { readonly kind: "lost" };
