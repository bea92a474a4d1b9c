import type { Result } from "../core/result.ts";

/** The bytes of a picture; `null` when it is gone. */
export type PictureReader = () => Promise<Uint8Array<ArrayBuffer> | null>;

/** Makes small pictures of large ones. Source: CH-52, CH-59. */
export interface Thumbnailer {
  /**
   * A JPEG, 320 px wide, of a whole picture; `null` when there is none to be had: it is no picture, smaller than that, too large, takes too
   * long, those before it included, or too many wait. Never rejects. `read` is called when its turn comes, so that one picture at a time is in memory.
   */
  make(read: PictureReader): Promise<Uint8Array | null>;
  /**
   * A JPEG of 128 by 128 px of the middle of a picture, for the photo of a person. Fails with `invalid_request` for what is no picture,
   * is damaged or has too many pixels, with `overloaded` when too many wait or it took too long. Never rejects. Source: CH-39.
   */
  makePhoto(picture: Uint8Array<ArrayBuffer>): Promise<Result<Uint8Array>>;
  /** Ends the thread; what runs is given up. */
  close(): Promise<void>;
}
