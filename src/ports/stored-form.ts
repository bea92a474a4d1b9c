/** Encodes the context of one machine as the bytes of its message, and decodes it. Source: `machines/<actor>/<actor>.proto`. */
export interface StoredForm<Context> {
  /** 1 for the first message. A new or changed field adds one, so that an earlier program rejects data that it does not know. */
  readonly version: number;
  /**
   * Returns new bytes. Half of a character (an unpaired surrogate) is written as U+FFFD: nothing else of the context is changed.
   */
  encode(context: Context): Uint8Array;
  /** Returns a new context, also from bytes that an earlier version of the message wrote. Throws when the bytes are no message. */
  decode(bytes: Uint8Array): Context;
}
