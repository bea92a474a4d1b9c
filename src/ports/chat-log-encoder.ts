/** One entry of a chat log. Source: WH-21, WH-22. */
export interface ChatLogEntry {
  readonly message: string;
  /** Unix seconds. */
  readonly timestamp: number;
  readonly type: "visitor" | "agent";
  readonly agent_id?: number;
  readonly blacklisted?: true;
}

/** Turns the entries of long chats into JSON where nobody waits for it. */
export interface ChatLogEncoder {
  /** The JSON texts of the entries, joined by commas, as bytes. Rejects when it cannot be done now. */
  encode(entries: readonly ChatLogEntry[]): Promise<Uint8Array>;
  close(): Promise<void>;
}
