/** The bytes of a file to send: `bytes` bytes from position `start`. */
export interface ByteRange {
  readonly start: number;
  readonly bytes: number;
}

const rangePattern = /^bytes=([0-9]{0,15})-([0-9]{0,15})$/;

/**
 * Returns the range that a `Range` header requests. `null` for the complete file, also if the header is not understood or names
 * several ranges. `"unsatisfiable"` if the range starts after the end. Source: RFC 9110, section 14.
 */
export function parseRange(header: string, size: number): ByteRange | "unsatisfiable" | null {
  const [, first = "", last = ""] = rangePattern.exec(header) ?? [];
  if (first === "" && last === "") return null;
  if (first === "") {
    const bytes = Math.min(Number(last), size);
    return bytes === 0 ? "unsatisfiable" : { start: size - bytes, bytes };
  }
  const start = Number(first);
  const end = last === "" ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== "" && Number(last) < start) return null;
  return start < size ? { start, bytes: end - start + 1 } : "unsatisfiable";
}
