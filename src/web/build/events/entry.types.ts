import type { FieldRow } from "./field-rows.ts";

export interface Answer {
  readonly status: string;
  readonly meaning: string;
  /** Type of the body in words; null without a body. */
  readonly body: string | null;
}

/** One event, frame or object. Texts may have code in backticks, and names of objects in brackets. */
export interface Entry {
  /** The anchor. */
  readonly id: string;
  readonly name: string;
  readonly summary: string;
  /** When it is sent; absent for an object. */
  readonly when?: string;
  readonly rows: readonly FieldRow[];
  /** A whole body; absent for an object. */
  readonly example?: unknown;
  /** What the receiver may answer; absent for a frame and an object. */
  readonly answers?: readonly Answer[];
}

export interface Section {
  readonly id: string;
  readonly title: string;
  readonly about: readonly string[];
  /** What every request of the section carries. */
  readonly headers?: readonly FieldRow[];
  readonly entries: readonly Entry[];
}
