declare global {
  /** The planted bug that is switched on; absent for the service without bugs. */
  var plantedBug: string | undefined;
}

/** Returns the source code of the condition that a planted bug is switched on. */
export const switchOf = (name: string): string => `(globalThis.plantedBug === ${JSON.stringify(name)})`;

export function switchOn(name: string | undefined): void {
  globalThis.plantedBug = name;
}
