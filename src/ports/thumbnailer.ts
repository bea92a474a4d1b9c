import type { Result } from "../core/result.ts";

/** The bytes of a picture; `null` when it was deleted. */
export type PictureReader = () => Promise<Uint8Array<ArrayBuffer> | null>;

/** Makes small pictures of large ones. Source: CH-52, CH-59. */
export interface Thumbnailer {
  /**
   * A JPEG, 320 px wide, of a complete picture. `null` if it cannot be made. The reasons: the bytes are no picture, the picture is
   * too small or too large, too many pictures wait, or it takes too long, including the wait. Never rejects. `read` is called when
   * its turn comes, so that only one picture at a time is in memory.
   */
  make(read: PictureReader): Promise<Uint8Array | null>;
  /**
   * A JPEG of 128 by 128 px of the middle of a picture, for the photo of a person. Fails with `invalid_request` when the bytes are
   * no picture, are damaged or have too many pixels. Fails with `overloaded` when too many wait or it took too long. Never rejects.
   * Source: CH-39.
   */
  makePhoto(picture: Uint8Array<ArrayBuffer>): Promise<Result<Uint8Array>>;
  /** Ends the thread; running work is given up. */
  close(): Promise<void>;
}
