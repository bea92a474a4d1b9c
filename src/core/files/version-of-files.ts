import { createHash } from "node:crypto";

/** Names files by their paths and contents: the name changes with either, and is the same in whatever order they come. */
export function versionOfFiles(files: readonly (readonly [path: string, content: Uint8Array])[]): string {
  const hash = createHash("sha256");
  for (const [path, content] of [...files].sort(([a], [b]) => (a < b ? -1 : 1))) hash.update(path).update(content);
  return hash.digest("base64url").slice(0, 16);
}
