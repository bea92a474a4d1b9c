import type { FileKind } from "../../shared/browser/save-file.ts";
import { openTarget, safeFileName } from "../../shared/browser/save-file.ts";

const kinds = {
  ".json": "application/json",
  ".svg": "image/svg+xml",
  ".txt": "text/plain",
} as const;

/**
 * Saves a complete file. Returns the reason of a failure; null after success, or when the reader chose no place. Call it while a click
 * is handled.
 */
export async function saveText(name: string, extension: keyof typeof kinds, content: string): Promise<string | null> {
  const kind: FileKind = { name: `${safeFileName(name)}${extension}`, mimeType: kinds[extension], extension };
  try {
    const target = await openTarget(kind);
    if (target === null) return null;
    await target.write(content);
    await target.close();
    return null;
  } catch (error) {
    return `The file could not be saved: ${error instanceof Error ? error.message : String(error)}`;
  }
}
