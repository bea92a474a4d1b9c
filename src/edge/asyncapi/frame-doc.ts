import type { Static, TSchema } from "typebox";

/** What a reader needs about one frame besides its fields. */
export interface FrameDoc<Frame = unknown> {
  /** The purpose, in one sentence. */
  readonly summary: string;
  /** When the frame is sent. */
  readonly when: string;
  /** A whole frame that its schema takes. */
  readonly example: Frame;
}

/** One for each frame of a socket in one direction: a frame without it does not compile. */
export type FrameDocs<Schemas extends Readonly<Record<string, TSchema>>> = {
  readonly [Type in keyof Schemas]: FrameDoc<Static<Schemas[Type]>>;
};
