import { ImageError } from "../backup/image/image.types.ts";
import { defectText } from "../core/telemetry/mapped-stack.ts";
import { FileStoreError } from "../ports/file-store.ts";
import { StoreError } from "../ports/store-errors.ts";

/** Ends a command with its failure: a sentence when the operator can fix it, the stack for a defect. */
export function leaveWith(error: unknown, status: number): void {
  const isKnown =
    error instanceof StoreError ||
    error instanceof FileStoreError ||
    error instanceof ImageError ||
    Object(error).code !== undefined;
  const text = isKnown ? String(Object(error).message ?? error) : defectText(error);
  process.stderr.write(`${text}\n`);
  process.exit(status);
}
