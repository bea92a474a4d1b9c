import { closeSync, existsSync, openSync, readFileSync, writeSync } from "node:fs";

/** `struct note` in faulty-machine.c. */
const noteBytes = 24;
/** What a disk writes at once. */
const blockBytes = 4096;

/** A write as it was noted before it was made. */
export interface Write {
  readonly path: string;
  readonly offset: number;
  /** What stood there; zeros behind the end of the file. */
  readonly former: Buffer;
  /** Whether it was on the disk when it was answered. */
  readonly isDurable: boolean;
}

/** A sync has no bytes: all of the file before it is on the disk. */
export type Note = { readonly kind: "write"; readonly write: Write } | { readonly kind: "sync"; readonly path: string };

/** A process that was killed may have left the last one cut. */
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

/** What a block held before one of its writes. */
export interface FormerPart {
  readonly path: string;
  readonly offset: number;
  readonly bytes: Buffer;
}

/** By block, what may be taken back, the oldest first: nothing that the disk has. */
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

/** Takes back what the disk did not have: of half the power cuts all of it, of the others by block as much as chance says. */
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
  // A segment that was given back has another name by now: what it held is needed by nobody.
  if (!existsSync(path)) return;
  const file = openSync(path, "r+");
  writeSync(file, bytes, 0, bytes.length, offset);
  closeSync(file);
}
