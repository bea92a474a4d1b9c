const momentsMax = 1_000;

/** Waits until the condition is true. It is checked every moment; a moment is one millisecond of real or simulated time. */
export async function until(what: string, isSo: () => boolean, moment: () => Promise<unknown>): Promise<void> {
  for (let moments = 0; !isSo(); moments += 1) {
    if (moments >= momentsMax) throw new Error(`Expected within ${momentsMax} ms: ${what}`);
    await moment();
  }
}
