import type { Result } from "../core/result.ts";

/** What one look at a body brings. */
export interface ParsedBody<Parsed> {
  readonly parsed: Result<Parsed>;
  /** Tells this body from another; `null` when nobody asked for it. Source: DEL-30. */
  readonly fingerprint: string | null;
}

/** Parses bodies that would hold up everybody else if they were parsed between two other requests. */
export interface BodyParser<Parsed> {
  /**
   * Takes the bytes over: the caller must not use them again. Fails with `overloaded` when too many bodies wait and with
   * `unavailable` after `close`; rejects when the parser has a defect, which concerns this body alone.
   */
  parse(body: Uint8Array, wantsFingerprint: boolean): Promise<Result<ParsedBody<Parsed>>>;
  /** Gives up what is under way. */
  close(): Promise<void>;
}
