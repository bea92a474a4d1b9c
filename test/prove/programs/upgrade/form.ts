import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { layoutVersion } from "../../../../src/store/lmdb/folder/layout-file.ts";

/** Tests run from this folder, compiled or not. */
const root = process.cwd();

/** The sources that define the stored form of a data folder: rows and keys, contexts of actors, the layout. */
const pinned = (): readonly string[] => [
  "test/store/stored-form.json",
  "src/codec/proto/records.proto",
  ...readdirSync(join(root, "machines"), { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".proto"))
    .map((path) => join("machines", path))
    .sort(),
];

/** The text of a file. Comments of a description are removed, because they do not change the stored form. */
function textOf(path: string): string {
  const text = readFileSync(join(root, path), "utf8");
  return path.endsWith(".proto") ? text.replace(/[ \t]*\/\/.*$/gm, "") : text;
}

/** The hash of the present stored form. */
export function presentForm(): string {
  const hash = createHash("sha256").update(`layout ${layoutVersion}\n`);
  for (const path of pinned()) hash.update(path).update(textOf(path));
  return hash.digest("hex").slice(0, 16);
}
