declare global {
  /** Which planted bug is switched on; absent for the service as it is. */
  var plantedBug: string | undefined;
}

/** The source of the condition behind which a planted bug stands. */
export const switchOf = (name: string): string => `(globalThis.plantedBug === ${JSON.stringify(name)})`;

export function switchOn(name: string | undefined): void {
  globalThis.plantedBug = name;
}
