/** What loads a program and the program itself are compiled apart: they share what stands under this name. */
const name = Symbol.for("parley.whole-program");

/** To be called before the program is loaded: when the last of its files is there. */
export function keepWhole(whole: Promise<void>): void {
  Reflect.set(globalThis, name, whole);
}

/** Resolves when every file of the program is there; rejects when one cannot be. At once where all were there when it was loaded. */
export async function whenWhole(): Promise<void> {
  await Reflect.get(globalThis, name);
}
