import type { MovedFiles } from "../../ports/moved-files.ts";
import type { RawRows, RawTarget } from "../../ports/raw-rows.ts";

/** One of the two places between which everything goes. */
export interface Side<Rows extends RawRows = RawRows> {
  /** Names the place in messages, without a secret. */
  readonly label: string;
  readonly rows: Rows;
  /** By what they are: files of chats, photos. */
  readonly files: Readonly<Record<FileKind, MovedFiles>>;
  close(): Promise<void>;
}
export type TargetSide = Side<RawTarget>;

export type FileKind = "files" | "photos";
export const fileKinds: readonly FileKind[] = ["files", "photos"];
