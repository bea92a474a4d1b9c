import type { IncomingMessage } from "node:http";
import { hopHeader } from "./hop-key.ts";

/** Headers that belong to one connection. Source: RFC 9110, section 7.6.1. */
const ofTheConnection = new Set([
  "connection",
  "keep-alive",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);
/** Also headers that are answered or replaced here. */
const notForwarded = new Set([...ofTheConnection, "expect", hopHeader]);

/**
 * The headers of a request to uWebSockets.js, names and values in turns, with the header that proves its peer. An old client may
 * omit the host, and the length of an absent body.
 */
export function requestHead(incoming: IncomingMessage, vouching: string, isUpgrade: boolean): readonly string[] {
  const { headers } = incoming;
  const lines = [...linesWithout(incoming, notForwarded), hopHeader, vouching];
  if (headers.host === undefined) lines.push("Host", "localhost");
  if (isUpgrade) lines.push("Connection", "Upgrade", "Upgrade", headers.upgrade ?? "");
  else if (headers["transfer-encoding"] !== undefined) lines.push("Transfer-Encoding", "chunked");
  else if (headers["content-length"] === undefined && !isReading(incoming.method)) lines.push("Content-Length", "0");
  return lines;
}

/** The headers of an answer to the client. */
export const answerHead = (answer: IncomingMessage): readonly string[] => linesWithout(answer, ofTheConnection);

/** The headers of an accepted upgrade, with the two headers of the upgrade. */
export const upgradedHead = (answer: IncomingMessage): readonly string[] => linesWithout(answer, new Set());

function linesWithout({ rawHeaders }: IncomingMessage, left: ReadonlySet<string>): string[] {
  const lines: string[] = [];
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    const [name = "", value = ""] = [rawHeaders[at], rawHeaders[at + 1]];
    if (!left.has(name.toLowerCase())) lines.push(name, value);
  }
  return lines;
}

const isReading = (method: string | undefined): boolean => method === "GET" || method === "HEAD";
