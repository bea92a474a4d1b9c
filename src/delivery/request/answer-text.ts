const utf8 = new TextDecoder();
const charsetOf = /;\s*charset\s*=\s*"?([\w.:-]{1,40})/i;

/**
 * The text of a body. Some servers name a charset and send UTF-8 all the same, so the charset of `Content-Type` counts for what is not UTF-8.
 * A byte-order mark at the start is skipped.
 */
export function textOfAnswer(bytes: Uint8Array, contentType: string): string {
  const charset = charsetOf.exec(contentType)?.[1];
  if (charset === undefined || /^utf-?8$/i.test(charset)) return utf8.decode(bytes);
  return utf8Of(bytes) ?? decoderFor(charset).decode(bytes);
}

/** `null` for bytes that are something else. UTF-16 and ISO-2022-JP look like UTF-8 with control characters that no text has. */
function utf8Of(bytes: Uint8Array): string | null {
  try {
    // The last character can be cut.
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: true });
    return text.includes("\0") || text.includes("\x1b") ? null : text;
  } catch {
    return null;
  }
}

function decoderFor(charset: string): TextDecoder {
  try {
    return new TextDecoder(charset);
  } catch {
    // Nobody knows this charset.
    return utf8;
  }
}
