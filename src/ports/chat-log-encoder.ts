/** One entry of a chat log; its exact shape is the schema's, in `src/codec/c-webhook/webhook-schemas.ts`. Source: WH-21, WH-22. */
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
  /**
   * The JSON texts of the entries, joined by commas, as UTF-8. The same entries give the same bytes, wherever they are encoded. It
   * rejects for nothing: an attempt must not be lost because a thread is busy, broken or gone.
   */
  encode(entries: readonly ChatLogEntry[]): Promise<Uint8Array>;
  /** Ends the thread; what is asked for later is encoded in this one. */
  close(): Promise<void>;
}
