import type { Result } from "../core/result.ts";

/** Copies of everything that lasts, made while the service goes on. */
export interface Backups {
  /** Begins an image; one at a time is made. Fails with `conflict` while another one is. */
  makeImage(): Result<Image>;
  /** How the copying into the backup folder stands; `null` where the config names no folder. */
  folder(): BackupFolderState | null;
}

export interface Image {
  /** The bytes of the image; to be read to the end, or given up. They end with an error when it could not be made. */
  readonly bytes: AsyncIterable<Uint8Array>;
  /** What is in it; rejects when it could not be made. */
  readonly end: Promise<ImageEnd>;
}

/** What stands at the end of an image, when everything is known. */
export interface ImageEnd {
  /** The state of the image is that behind this record of the journal. */
  readonly through: number;
  readonly endedAtMs: number;
  readonly rows: number;
  readonly records: number;
  readonly files: number;
  /** Rows that were damaged already when they were read. */
  readonly damaged: readonly string[];
}

export interface BackupFolderState {
  /** A restore can go to any moment up to this one; `null` before the first base. Unix milliseconds. */
  readonly copiedUpToMs: number | null;
  /** When the newest base was made; `null` before the first one. */
  readonly lastBaseAtMs: number | null;
  /** Why nothing can be copied now; `null` while it can. */
  readonly failure: string | null;
}
