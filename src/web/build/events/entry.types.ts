import type { FieldRow } from "./field-rows.ts";

export interface Answer {
  readonly status: string;
  readonly meaning: string;
  /** The type of the body in words; null if there is no body. */
  readonly body: string | null;
}

/** One event, frame or object. Texts may contain code in backticks, and names of objects in brackets. */
export interface Entry {
  /** The anchor. */
  readonly id: string;
  readonly name: string;
  readonly summary: string;
  /** When the event or frame is sent; absent for an object. */
  readonly when?: string;
  readonly rows: readonly FieldRow[];
  /** A complete body; absent for an object. */
  readonly example?: unknown;
  /** The possible answers of the receiver; absent for a frame and an object. */
  readonly answers?: readonly Answer[];
}

export interface Section {
  readonly id: string;
  readonly title: string;
  readonly about: readonly string[];
  /** The headers of every request in the section. */
  readonly headers?: readonly FieldRow[];
  readonly entries: readonly Entry[];
}
