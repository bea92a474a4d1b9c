/** Decodes a percent-encoded part of a URL. A "%" that escapes nothing stays as it is. */
export function decodePart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    // A part that cannot be decoded is not a mistake here, because the URL was accepted as it is.
    return part;
  }
}
