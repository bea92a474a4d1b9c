import type { TableName } from "../ports/store.ts";
import type { KeyBytes } from "./keys.ts";
import { decodeKey } from "./keys.ts";

export interface FilesOnDisk {
  readonly folder: string;
  /** The size of each file by its token. */
  readonly bytes: ReadonlyMap<string, number>;
}

/** References from rows to files, collected row by row. */
export interface References {
  add(table: TableName, key: KeyBytes, row: unknown): void;
  remove(table: TableName, key: KeyBytes): void;
  /** Reports missing files. `null` means that the files are not checked. */
  compare(files: FilesOnDisk | null, onDamage: (text: string) => void, onNote: (text: string) => void): void;
}

export function createReferences(): References {
  /** The size of each file by its token. */
  const files = new Map<string, number>();
  return {
    add(table, key, row) {
      if (table === "file") files.set(decodeKey(table, key)[0], bytesIn(row));
    },
    remove(table, key) {
      if (table === "file") files.delete(decodeKey(table, key)[0]);
    },
    compare(there, onDamage, onNote) {
      if (there === null) {
        onNote(`${files.size} files that rows name were not checked: the config file says where they are stored`);
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

/** Receives every row that is read, in any order. A second call for a row replaces the first. */
export interface RowListener {
  add(table: TableName, key: KeyBytes, row: unknown): void;
  remove(table: TableName, key: KeyBytes): void;
}
