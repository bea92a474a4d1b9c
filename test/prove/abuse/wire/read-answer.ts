import { brotliDecompressSync, gunzipSync } from "node:zlib";

/** An answer of the service. `body` is uncompressed; each character is one byte. */
export interface ReadAnswer {
  readonly status: number;
  /** By their names in lower case. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

interface Read {
  readonly answer: ReadAnswer;
  /** How many of the received characters belong to the answer. */
  readonly length: number;
}

/** Returns the first received answer; `null` while it is incomplete. Throws if the bytes are no answer. */
export function readAnswer(received: string, hasNoBody: boolean, isClosed = false): Read | null {
  const end = received.indexOf("\r\n\r\n");
  if (end < 0) return null;
  const [first = "", ...lines] = received.slice(0, end).split("\r\n");
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(first)?.[1]);
  if (Number.isNaN(status)) throw new Error(`Expected an answer, got ${JSON.stringify(first.slice(0, 200))}`);
  const headers = new Map(lines.map(headerOf));
  const start = end + 4;
  // The final answer follows after this one.
  if (status === 100) {
    const rest = readAnswer(received.slice(end + 4), hasNoBody);
    return rest === null ? null : { answer: rest.answer, length: end + 4 + rest.length };
  }
  if (hasNoBody || status === 204 || status === 304) return { answer: { status, headers, body: "" }, length: start };
  // If the bytes are no valid head, the HTTP server itself refuses them, without a length.
  if (isClosedAfter(headers))
    return isClosed ? { answer: { status, headers, body: received.slice(start) }, length: received.length } : null;
  const whole =
    headers.get("transfer-encoding") === "chunked"
      ? readChunks(received, start)
      : readLength(received, start, Number(headers.get("content-length") ?? 0));
  if (whole === null) return null;
  return { answer: { status, headers, body: unpack(whole.body, headers.get("content-encoding")) }, length: whole.end };
}

const isClosedAfter = (headers: ReadonlyMap<string, string>): boolean =>
  headers.get("connection") === "close" && !headers.has("content-length") && !headers.has("transfer-encoding");

function headerOf(line: string): readonly [string, string] {
  const colon = line.indexOf(":");
  if (colon <= 0) throw new Error(`Expected a header, got ${JSON.stringify(line.slice(0, 200))}`);
  return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
}

interface Body {
  readonly body: string;
  readonly end: number;
}

const readLength = (received: string, start: number, length: number): Body | null =>
  received.length < start + length ? null : { body: received.slice(start, start + length), end: start + length };

function readChunks(received: string, start: number): Body | null {
  let [place, body] = [start, ""];
  for (;;) {
    const lineEnd = received.indexOf("\r\n", place);
    if (lineEnd < 0) return null;
    const size = Number.parseInt(received.slice(place, lineEnd), 16);
    const end = lineEnd + 2 + size + 2;
    if (received.length < end) return null;
    body += received.slice(lineEnd + 2, lineEnd + 2 + size);
    if (size === 0) return { body, end };
    place = end;
  }
}

function unpack(body: string, encoding: string | undefined): string {
  const bytes = Buffer.from(body, "latin1");
  if (encoding === "gzip") return gunzipSync(bytes).toString("latin1");
  return encoding === "br" ? brotliDecompressSync(bytes).toString("latin1") : body;
}
