/** The number of first bytes that identify any type of picture. */
const signatureBytes = 12;

/**
 * Finds the type of a picture from its first bytes, whatever its host says. Returns `null` for anything else. SVG and HTML can run scripts, so
 * they are not pictures here. Source: https://mimesniff.spec.whatwg.org/#matching-an-image-type-pattern
 */
export function pictureTypeOf(bytes: Uint8Array): string | null {
  const start = String.fromCharCode(...bytes.subarray(0, signatureBytes));
  if (start.startsWith("\x89PNG\r\n\x1a\n")) return "image/png";
  if (start.startsWith("\xff\xd8\xff")) return "image/jpeg";
  if (/^GIF8[79]a/.test(start)) return "image/gif";
  if (start.startsWith("RIFF") && start.endsWith("WEBP")) return "image/webp";
  if (/^ftypavi[fs]$/.test(start.slice(4))) return "image/avif";
  return null;
}
