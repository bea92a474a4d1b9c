import type { Result } from "../core/result.ts";

/** The result of parsing a body once. */
export interface ParsedBody<Parsed> {
  readonly parsed: Result<Parsed>;
  /** Identifies the body; `null` when the caller did not ask for it. Source: DEL-30. */
  readonly fingerprint: string | null;
}

/** Parses bodies that would delay all other requests if they were parsed on the main thread. */
export interface BodyParser<Parsed> {
  /**
   * Becomes the owner of the bytes: the caller must not use them again. Fails with `overloaded` when too many bodies wait and with
   * `unavailable` after `close`. Rejects when the parser has a defect, which affects only this body.
   */
  parse(body: Uint8Array, wantsFingerprint: boolean): Promise<Result<ParsedBody<Parsed>>>;
  /** Aborts running work. */
  close(): Promise<void>;
}
