import type { Result } from "../core/result.ts";

/** Copies of everything durable, made while the service runs. */
export interface Backups {
  /** Begins an image; only one is made at a time. Fails with `conflict` while another one is made. */
  makeImage(): Result<Image>;
  /** The state of copying into the backup folder; `null` where the config names no folder. */
  folder(): BackupFolderState | null;
}

export interface Image {
  /** The bytes of the image. Read them to the end, or stop. They end with an error when the image could not be made. */
  readonly bytes: AsyncIterable<Uint8Array>;
  /** Its content; rejects when the image could not be made. */
  readonly end: Promise<ImageEnd>;
}

/** The last part of an image, written when everything is known. */
export interface ImageEnd {
  /** The image has the state after this record of the journal. */
  readonly through: number;
  readonly endedAtMs: number;
  readonly rows: number;
  readonly records: number;
  readonly files: number;
  /** Rows that were already damaged when they were read. */
  readonly damaged: readonly string[];
}

export interface BackupFolderState {
  /** A restore can choose any moment up to this one; `null` before the first base. Unix milliseconds. */
  readonly copiedUpToMs: number | null;
  /** When the newest base was made; `null` before the first one. */
  readonly lastBaseAtMs: number | null;
  /** Why nothing can be copied now; `null` while it can. */
  readonly failure: string | null;
}
