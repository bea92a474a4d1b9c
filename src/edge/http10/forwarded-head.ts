import type { IncomingMessage } from "node:http";
import { hopHeader } from "./hop-key.ts";

/** What one connection says of itself. Source: RFC 9110, section 7.6.1. */
const ofTheConnection = new Set([
  "connection",
  "keep-alive",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);
/** Beside these, what is answered or made anew here. */
const notForwarded = new Set([...ofTheConnection, "expect", hopHeader]);

/**
 * The lines of a request for the server underneath, names and values in turns, with the line that vouches for its peer. An older client may
 * leave out the host, and the length of a body that there is not.
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

/** The lines of an answer for whoever asked. */
export const answerHead = (answer: IncomingMessage): readonly string[] => linesWithout(answer, ofTheConnection);

/** Of an upgrade that was taken: the two lines that say so as well. */
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
