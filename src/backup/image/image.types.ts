/** Grows when a program of the version before could not read an image. */
export const imageFormat = 1;

/** Names of the entries, in the order in which they come. */
export const entryNames = {
  begin: "begin.json",
  rows: "rows/",
  journal: "journal/",
  files: "files/",
  photos: "photos/",
  end: "end.json",
  sums: "SHA256SUMS",
} as const;

/** Where the bytes of files are: in the image, beside it in the backup folder, or in a bucket that is not part of a backup. */
export type ImageFiles = "inside" | "beside" | "elsewhere";

/** What stands at the beginning of an image. */
export interface ImageBegin {
  readonly format: number;
  /** `formVersion` of the program that wrote it; absent from images of before version 3. */
  readonly form?: number;
  /** Names the journal that the image is of. */
  readonly journalId: number;
  /** Every record up to this one is in the rows. */
  readonly before: number;
  readonly beganAtMs: number;
  readonly files: ImageFiles;
}

/** The image cannot be used; the message names it and the reason. */
export class ImageError extends Error {
  override readonly name = "ImageError";
}
