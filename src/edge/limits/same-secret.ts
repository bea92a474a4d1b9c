/** Compares in a time that depends only on the lengths, not on the place of the first difference. Source: AUTH-02. */
export function isSameSecret(expected: string, given: string): boolean {
  let difference = expected.length ^ given.length;
  for (let at = 0; at < expected.length; at += 1) {
    // A character after the end is NaN, which counts as 0; different lengths are already part of `difference`.
    difference |= expected.charCodeAt(at) ^ given.charCodeAt(at);
  }
  return difference === 0;
}
