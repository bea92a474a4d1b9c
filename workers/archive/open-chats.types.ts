/** One message of an open chat by which it can be found. */
export interface OpenChatLine {
  readonly seq: number;
  readonly texts: readonly string[];
}

/** What is new of an open chat. */
export interface OpenChatTexts {
  readonly chatNumber: number;
  readonly channelId: string;
  /** What is known beside its messages: takes the place of what was known before. */
  readonly facts: readonly string[];
  /** Behind those that are known already. */
  readonly lines: readonly OpenChatLine[];
}

export interface OpenChatsQuestion {
  readonly text: string;
  /** Of these channels; null for any. */
  readonly channelIds: readonly string[] | null;
  /** Only chats with smaller numbers; null for all. */
  readonly before: number | null;
  readonly rowsMax: number;
}

export interface OpenChatsInput {
  /** Names what the thread is meant to know: a thread that knows another, or nothing, says so. */
  readonly memoryId: string;
  /** Begins that memory, empty. */
  readonly isNew: boolean;
  readonly take: readonly OpenChatTexts[];
  readonly forget: readonly number[];
  /** After the change; null when only that is wanted. */
  readonly question: OpenChatsQuestion | null;
  /** Characters kept of one chat's messages, and of all chats. */
  readonly chatCharactersMax: number;
  readonly charactersMax: number;
}

export interface OpenChatFound {
  readonly chatNumber: number;
  readonly channelId: string;
  /** Where the words stand; null when they do not stand together in one line or fact. */
  readonly place: { readonly seq: number | null; readonly text: string } | null;
}

export type OpenChatsAnswer =
  | {
      readonly kind: "done";
      /** The highest number first. */
      readonly found: readonly OpenChatFound[];
      /** Texts were left out for want of room. */
      readonly isFull: boolean;
    }
  | { readonly kind: "lost" };
