import type { Static, TSchema } from "typebox";

/** The information that a reader needs about a frame besides its fields. */
export interface FrameDoc<Frame = unknown> {
  /** The purpose, in one sentence. */
  readonly summary: string;
  /** When the frame is sent. */
  readonly when: string;
  /** A complete frame that fits its schema. */
  readonly example: Frame;
}

/** One description for each frame of a socket in one direction. A frame without a description does not compile. */
export type FrameDocs<Schemas extends Readonly<Record<string, TSchema>>> = {
  readonly [Type in keyof Schemas]: FrameDoc<Static<Schemas[Type]>>;
};
