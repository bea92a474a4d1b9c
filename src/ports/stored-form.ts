/** How the context of one machine becomes the bytes of its message, and back. Source: `machines/<actor>/<actor>.proto`. */
export interface StoredForm<Context> {
  /** 1 for the first message. A new or changed field adds one, so that an earlier program refuses what it does not know. */
  readonly version: number;
  /** Bytes of their own. Half of a character (an unpaired surrogate) is written as U+FFFD: nothing else of the context is changed. */
  encode(context: Context): Uint8Array;
  /** A new context, also of bytes that an earlier version of the message wrote. Throws when the bytes are no message. */
  decode(bytes: Uint8Array): Context;
}
