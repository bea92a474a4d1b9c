/** What loads a program out of a binary, as the program sees it. */
export interface Loader<Password> {
  /** Made where a first start is likely, for its hash takes as long as loading does; `null` elsewhere. */
  readonly firstPassword: Password | null;
  /** Resolves when the last file of the program is there; rejects when one cannot be. */
  readonly whole: Promise<void>;
  /** To be called once the program serves: whatever can wait for that is done then. */
  served(): void;
}

/** The loader and the program are compiled apart: they share what stands under this name. */
const name = Symbol.for("parley.loader");

/** To be called before the program is loaded. */
export function keepLoader<Password>(loader: Loader<Password>): void {
  Reflect.set(globalThis, name, loader);
}

/** Nothing that was not read from a binary has one. */
export const findLoader = <Password>(): Loader<Password> | undefined => Reflect.get(globalThis, name);
