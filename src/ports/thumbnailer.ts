/** The bytes of a picture; `null` when it is gone. */
export type PictureReader = () => Promise<Uint8Array<ArrayBuffer> | null>;

/** Makes previews of pictures. Source: CH-52, CH-59. */
export interface Thumbnailer {
  /**
   * A JPEG, 320 px wide, of a whole picture; `null` when there is none to be had: it is no picture, smaller than that, too large, takes too
   * long, those before it included, or too many wait. Never rejects. `read` is called when its turn comes, so that one picture at a time is in memory.
   */
  make(read: PictureReader): Promise<Uint8Array | null>;
  /** Ends the thread; what runs is given up. */
  close(): Promise<void>;
}
