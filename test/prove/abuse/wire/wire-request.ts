import type { Facts } from "../world/gather-facts.ts";

/** One request as it is sent. Each character is one byte; `{{name}}` is replaced by the world's value of that name. */
export interface WireRequest {
  readonly method: string;
  readonly target: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** `null` for no body. Its length is sent, unless a header already says how long it is. */
  readonly body: string | null;
  /** Sends the body in chunks of this many bytes. */
  readonly chunkBytes?: number;
}

const placeholder = /\{\{(\w+)\}\}/g;

/** Replaces the names by their values in this world. */
export const fillIn = (text: string, facts: Facts): string =>
  text.includes("{{") ? text.replace(placeholder, (whole, name: string) => facts.get(name) ?? whole) : text;

export function toBytes(request: WireRequest, facts: Facts): Buffer {
  const { method, target } = request;
  const whole = request.body === null ? null : fillIn(request.body, facts);
  const body = whole === null || request.chunkBytes === undefined ? whole : inChunks(whole, request.chunkBytes);
  const names = new Set(request.headers.map(([name]) => name.toLowerCase()));
  const lines = request.headers.map(([name, value]) => `${name}: ${fillIn(value, facts)}`);
  if (!names.has("host")) lines.push("Host: parley.test");
  if (request.chunkBytes !== undefined) lines.push("Transfer-Encoding: chunked");
  else if (body !== null && !names.has("content-length") && !names.has("transfer-encoding"))
    lines.push(`Content-Length: ${body.length}`);
  const head = [`${method} ${fillIn(target, facts)} HTTP/1.1`, ...lines, "", ""].join("\r\n");
  return Buffer.from(head + (body ?? ""), "latin1");
}

/** Returns the body as chunks of `size` bytes each. */
const inChunks = (body: string, size: number): string => {
  const pieces = body.match(new RegExp(`[^]{1,${size}}`, "g")) ?? [];
  return `${pieces.map((piece) => `${piece.length.toString(16)}\r\n${piece}\r\n`).join("")}0\r\n\r\n`;
};
