import type { TableName } from "../ports/store.ts";
import type { KeyBytes } from "./keys.ts";
import { decodeKey, describeKey } from "./keys.ts";

export interface FilesOnDisk {
  readonly folder: string;
  /** By token. */
  readonly bytes: ReadonlyMap<string, number>;
}

/** What rows say of other rows, and of files; gathered row by row. */
export interface References {
  add(table: TableName, key: KeyBytes, row: unknown): void;
  remove(table: TableName, key: KeyBytes): void;
  /** Tells what leads nowhere; `null` for files that nobody looks for. */
  compare(files: FilesOnDisk | null, onDamage: (text: string) => void, onNote: (text: string) => void): void;
}

export function createReferences(): References {
  const actors = new Set<string>();
  /** Bytes of each file, by its token. */
  const files = new Map<string, number>();
  /** Rows that name an actor or a file, with what they name. */
  const named = new Map<KeyBytes, { readonly kind: "actor" | "file"; readonly name: string }>();
  const note = (table: TableName, key: KeyBytes, row: unknown): void => {
    if (table === "actor") actors.add(decodeKey(table, key)[0]);
    else if (table === "file") files.set(decodeKey(table, key)[0], bytesIn(row));
    else if (table === "deadline") named.set(key, { kind: "actor", name: decodeKey(table, key)[1] });
    else if (table === "chatActor") named.set(key, { kind: "actor", name: decodeKey(table, key)[1] });
    else if (table === "chatFile") named.set(key, { kind: "file", name: decodeKey(table, key)[1] });
  };
  return {
    add: note,
    remove(table, key) {
      if (table === "actor") actors.delete(decodeKey(table, key)[0]);
      if (table === "file") files.delete(decodeKey(table, key)[0]);
      named.delete(key);
    },
    compare(there, onDamage, onNote) {
      for (const [key, { kind, name }] of named) {
        if (kind === "actor" ? actors.has(name) : files.has(name)) continue;
        const { table, text } = describeKey(key);
        onNote(
          `The row ${text} of the table ${table} names ${kind === "actor" ? `the actor ${name}` : "a file"} that no row holds`,
        );
      }
      if (there === null) {
        onNote(`${files.size} files that rows name were not looked for: they lie where the config file says`);
        return;
      }
      const { folder, bytes: found } = there;
      for (const [token, bytes] of files) {
        const foundBytes = found.get(token);
        const shown = `${token.slice(0, 4)}…`;
        if (foundBytes === undefined) onDamage(`${folder}: the file ${shown} of ${bytes} bytes is missing`);
        else if (foundBytes !== bytes)
          onDamage(`${folder}: the file ${shown} has ${foundBytes} bytes, expected ${bytes}`);
      }
      const strays = [...found.keys()].filter((token) => !files.has(token)).length;
      if (strays > 0) onNote(`${folder}: ${strays} files belong to no row; the next start removes them`);
    },
  };
}

const bytesIn = (row: unknown): number =>
  typeof row === "object" && row !== null && "bytes" in row && typeof row.bytes === "number" ? row.bytes : 0;
