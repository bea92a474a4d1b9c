/** The code points of a text, which the service counts. Source: CH-36, CH-42. */
export function codePointsOf(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

/** Source: CH-42. */
export const textMax = 10_000;
/** From this length on the remaining length is shown. */
export const textShownFrom = 9_500;
