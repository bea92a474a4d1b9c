/** `Retry-After` in milliseconds from now: seconds or a date; 0 for what is neither, or over. Source: RFC 9110, 10.2.3. */
export function readRetryAfter(text: string, nowMs: number): number {
  const value = text.trim();
  if (/^\d{1,10}$/.test(value)) return Number(value) * 1_000;
  const atMs = /[a-z]/i.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(atMs) ? 0 : Math.max(0, atMs - nowMs);
}
