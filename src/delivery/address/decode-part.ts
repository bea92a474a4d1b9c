/** A percent-encoded part of a URL as text; a stray "%" that escapes nothing stands for itself. */
export function decodePart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    // What cannot be decoded is no mistake here: the URL was taken as it stands.
    return part;
  }
}
