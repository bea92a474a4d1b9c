/** The interface through which a program sees the loader that loads it from a binary. */
export interface Loader<Password> {
  /** Created if a first start is likely, because its hash takes as long as the load of the program; `null` otherwise. */
  readonly firstPassword: Password | null;
  /** Resolves when the last file of the program is loaded; rejects when a file cannot be loaded. */
  readonly whole: Promise<void>;
  /** Call it when the program serves: the loader then does the work that can wait. */
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
