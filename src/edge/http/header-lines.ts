import type { HttpRequest } from "uWebSockets.js";

/** Every line of a header, in order, empty ones included; the server underneath finds the first alone. */
export function linesOf(request: HttpRequest, name: string): readonly string[] {
  const lines: string[] = [];
  request.forEach((sent, value) => {
    if (sent === name) lines.push(value);
  });
  return lines;
}
