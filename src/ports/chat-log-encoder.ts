/** One entry of a chat log; the schema in `src/codec/c-webhook/webhook-schemas.ts` has its exact shape. Source: WH-21, WH-22. */
export interface ChatLogEntry {
  readonly message: string;
  /** Unix seconds. */
  readonly timestamp: number;
  readonly type: "visitor" | "agent";
  readonly agent_id?: number;
  readonly blacklisted?: true;
}

/** Encodes the entries of long chats as JSON in a separate thread. */
export interface ChatLogEncoder {
  /**
   * The JSON texts of the entries, joined by commas, as UTF-8. The same entries give the same bytes on every thread. Never rejects:
   * an attempt must not be lost because a thread is busy, has failed or has ended.
   */
  encode(entries: readonly ChatLogEntry[]): Promise<Uint8Array>;
  /** Ends the thread; later entries are encoded on the main thread. */
  close(): Promise<void>;
}
