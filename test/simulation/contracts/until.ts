const momentsMax = 1_000;

/** Waits for a fact, moment by moment; a moment is a millisecond of whatever time passes. */
export async function until(what: string, isSo: () => boolean, moment: () => Promise<unknown>): Promise<void> {
  for (let moments = 0; !isSo(); moments += 1) {
    if (moments >= momentsMax) throw new Error(`Expected within ${momentsMax} ms: ${what}`);
    await moment();
  }
}
