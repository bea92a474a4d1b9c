/** The version of the image. It grows when an older program could not read a new image. */
export const imageFormat = 1;

/** The names of the entries, in order. */
export const entryNames = {
  begin: "begin.json",
  rows: "rows/",
  journal: "journal/",
  files: "files/",
  photos: "photos/",
  end: "end.json",
  sums: "SHA256SUMS",
} as const;

/** The place of the files: in the image, beside it in the backup folder, or in a bucket that is not part of a backup. */
export type ImageFiles = "inside" | "beside" | "elsewhere";

/** The first entry of an image. */
export interface ImageBegin {
  readonly format: number;
  /** The `formVersion` of the program that wrote it. */
  readonly form: number;
  /** The id of the journal that belongs to the image. */
  readonly journalId: number;
  /** The rows contain every record up to this one. */
  readonly before: number;
  readonly beganAtMs: number;
  readonly files: ImageFiles;
}

/** The image cannot be used. The message names the image and the reason. */
export class ImageError extends Error {
  override readonly name = "ImageError";
}
