import type { HttpResponse } from "uWebSockets.js";
import type { HeaderList } from "./failure-answer.ts";
import { statusLineOf } from "./failure-answer.ts";

/** Status line and headers; `contentType` is `null` for an answer without a body. The response must be corked. */
export function writeHead(
  response: HttpResponse,
  requestId: string,
  status: number,
  contentType: string | null,
  headers: HeaderList,
): void {
  if (status !== 200) response.writeStatus(statusLineOf(status));
  let lines = requestId;
  if (contentType !== null) lines += `\r\nContent-Type: ${contentType}`;
  for (let at = 0; at + 1 < headers.length; at += 2) lines += `\r\n${headers[at]}: ${headers[at + 1]}`;
  // One call writes all headers, because each call out of JavaScript costs as much as the headers themselves.
  response.writeHeader("X-Request-Id", lines);
}
