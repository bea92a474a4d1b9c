import type { FileStore, NewFile } from "../ports/file-store.ts";
import type { FileWatch, WatchedFiles } from "../ports/watched-files.ts";

/** The same files, with notifications when one is added or removed. `tokens` lists the existing ones. */
export function createWatchedFiles(files: FileStore, tokens: () => AsyncIterable<string>): WatchedFiles {
  const watches = new Set<Watch>();
  const canRemove = async (): Promise<void> => {
    for (let held = heldBy(watches); held !== undefined; held = heldBy(watches)) await held.ended;
  };
  const noted = (file: NewFile): NewFile => ({
    token: file.token,
    write: (bytes, position) => file.write(bytes, position),
    writeNow: (bytes, position) => file.writeNow(bytes, position),
    keep: (commitRows) =>
      file.keep(() => {
        for (const watch of watches) watch.addedTokens.push(file.token);
        return commitRows();
      }),
    discard: () => file.discard(),
  });
  const removeNow = async (token: string): Promise<void> => {
    await files.remove(token);
    for (const watch of watches) watch.removedTokens.push(token);
  };
  return {
    begin: () => noted(files.begin()),
    open: (token) => files.open(token),
    remove: (token) => (heldBy(watches) === undefined ? removeNow(token) : canRemove().then(() => removeNow(token))),
    sweep: async (hasRow) => {
      await canRemove();
      return files.sweep(hasRow);
    },
    whenQuiet: () => files.whenQuiet(),
    watch() {
      const watch = new Watch(tokens, () => watches.delete(watch));
      watches.add(watch);
      return watch;
    },
  };
}

const heldBy = (watches: ReadonlySet<Watch>): Watch | undefined => [...watches].find(({ isHolding }) => isHolding);

class Watch implements FileWatch {
  readonly tokens: () => AsyncIterable<string>;
  readonly ended: Promise<void>;
  addedTokens: string[] = [];
  removedTokens: string[] = [];
  isHolding = false;
  #resolve: () => void = () => undefined;
  readonly #onEnd: () => void;

  constructor(tokens: () => AsyncIterable<string>, onEnd: () => void) {
    this.tokens = tokens;
    this.#onEnd = onEnd;
    this.ended = new Promise((resolve) => {
      this.#resolve = resolve;
    });
  }

  added(): readonly string[] {
    return this.addedTokens.splice(0);
  }

  removed(): readonly string[] {
    return this.removedTokens.splice(0);
  }

  holdRemovals(): void {
    this.isHolding = true;
  }

  end(): void {
    this.#onEnd();
    this.#resolve();
  }
}
