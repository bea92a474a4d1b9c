/** Compares in a time that depends on the lengths alone, not on where the first difference is. Source: AUTH-02. */
export function isSameSecret(expected: string, given: string): boolean {
  let difference = expected.length ^ given.length;
  for (let at = 0; at < expected.length; at += 1) {
    // A character behind the end is NaN, which counts as 0; the lengths have told it apart already.
    difference |= expected.charCodeAt(at) ^ given.charCodeAt(at);
  }
  return difference === 0;
}
