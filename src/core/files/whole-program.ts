/** The loader that loads a program from a binary, in the program's view. */
export interface Loader<Password> {
  /** Made where a first start is likely, because its hash takes as long as loading; `null` elsewhere. */
  readonly firstPassword: Password | null;
  /** Resolves when the last file of the program is loaded; rejects when a file cannot be loaded. */
  readonly whole: Promise<void>;
  /** Call it once the program serves: the loader then does the work that can wait. */
  served(): void;
}

/** The loader and the program are compiled separately: they share the object under this name. */
const name = Symbol.for("parley.loader");

/** Call it before the program is loaded. */
export function keepLoader<Password>(loader: Loader<Password>): void {
  Reflect.set(globalThis, name, loader);
}

/** `undefined` for a program that was not loaded from a binary. */
export const findLoader = <Password>(): Loader<Password> | undefined => Reflect.get(globalThis, name);
