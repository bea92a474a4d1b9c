import type { MovedFiles } from "../../ports/moved-files.ts";
import type { RawRows, RawTarget } from "../../ports/raw-rows.ts";

/** The source or the target of a migration. */
export interface Side<Rows extends RawRows = RawRows> {
  /** The name of this side in messages. It contains no secret. */
  readonly label: string;
  readonly rows: Rows;
  /** Files by kind: files of chats, and photos. */
  readonly files: Readonly<Record<FileKind, MovedFiles>>;
  close(): Promise<void>;
}
export type TargetSide = Side<RawTarget>;

export type FileKind = "files" | "photos";
export const fileKinds: readonly FileKind[] = ["files", "photos"];
