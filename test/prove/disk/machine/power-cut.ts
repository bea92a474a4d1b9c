import { closeSync, existsSync, openSync, readFileSync, writeSync } from "node:fs";

/** The size of `struct note` in faulty-machine.c. */
const noteBytes = 24;
/** The size of an atomic write of the disk. */
const blockBytes = 4096;

/** A write as it was recorded before it was done. */
export interface Write {
  readonly path: string;
  readonly offset: number;
  /** The overwritten bytes. Bytes after the end of the file are zeros. */
  readonly former: Buffer;
  /** Whether the write was on the disk when it returned. */
  readonly isDurable: boolean;
}

/** A record of the undo file. A sync has no bytes: all earlier writes of the file are on the disk. */
export type Note = { readonly kind: "write"; readonly write: Write } | { readonly kind: "sync"; readonly path: string };

/** Reads the records. The last record of a killed process may be incomplete. */
function readNotes(bytes: Buffer): readonly Note[] {
  const notes: Note[] = [];
  for (let at = 0; at + noteBytes <= bytes.length; ) {
    const kind = String.fromCharCode(bytes.readUInt8(at));
    const pathBytes = bytes.readUInt16LE(at + 2);
    const count = bytes.readUInt32LE(at + 4);
    const offset = Number(bytes.readBigInt64LE(at + 8));
    const end = at + noteBytes + pathBytes + count;
    if (end > bytes.length) break;
    const path = bytes.toString("utf8", at + noteBytes, at + noteBytes + pathBytes);
    const former = bytes.subarray(at + noteBytes + pathBytes, end);
    const isDurable = bytes.readUInt8(at + 1) === 1;
    notes.push(kind === "S" ? { kind: "sync", path } : { kind: "write", write: { path, offset, former, isDurable } });
    at = end;
  }
  return notes;
}

/** The former bytes of one write in a block. */
export interface FormerPart {
  readonly path: string;
  readonly offset: number;
  readonly bytes: Buffer;
}

/** Returns, by block, the writes that a power cut may undo, the oldest first. Durable writes are not included. */
export function volatileParts(notes: readonly Note[]): ReadonlyMap<string, readonly FormerPart[]> {
  const parts = new Map<string, FormerPart[]>();
  for (const note of notes) {
    if (note.kind === "sync") {
      for (const [key, [first]] of parts) if (first?.path === note.path) parts.delete(key);
      continue;
    }
    const { path, offset, former, isDurable } = note.write;
    const endsAt = offset + former.length;
    for (let block = Math.floor(offset / blockBytes); block * blockBytes < endsAt; block += 1) {
      const key = `${block} ${path}`;
      if (isDurable) {
        parts.delete(key);
        continue;
      }
      const [from, to] = [Math.max(offset, block * blockBytes), Math.min(endsAt, (block + 1) * blockBytes)];
      const part = { path, offset: from, bytes: former.subarray(from - offset, to - offset) };
      parts.set(key, [...(parts.get(key) ?? []), part]);
    }
  }
  return parts;
}

/** Undoes unsynced writes. Half of the power cuts undo all of them, the others undo a random number in each block. */
export function playPowerCut(undoFile: string, random: () => number): number {
  if (!existsSync(undoFile)) return 0;
  const parts = volatileParts(readNotes(readFileSync(undoFile)));
  const takesAll = random() < 0.5;
  let taken = 0;
  for (const former of parts.values()) {
    const count = takesAll ? former.length : Math.floor(random() * (former.length + 1));
    if (count > 0) taken += 1;
    for (const part of former.slice(former.length - count).reverse()) restore(part);
  }
  return taken;
}

function restore({ path, offset, bytes }: FormerPart): void {
  // A released segment has another name by now, and nobody needs its former bytes.
  if (!existsSync(path)) return;
  const file = openSync(path, "r+");
  writeSync(file, bytes, 0, bytes.length, offset);
  closeSync(file);
}
