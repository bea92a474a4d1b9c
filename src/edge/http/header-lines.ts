import type { HttpRequest } from "uWebSockets.js";

/** All lines of a header in order, empty lines included; uWebSockets.js finds only the first. */
export function linesOf(request: HttpRequest, name: string): readonly string[] {
  const lines: string[] = [];
  request.forEach((sent, value) => {
    if (sent === name) lines.push(value);
  });
  return lines;
}
