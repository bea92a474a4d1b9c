import type { IncomingMessage, ServerResponse } from "node:http";

const bodyBytesMax = 64 * 1024;

/** The page loads everything from this server, except agents' photos. Inline scripts are not allowed. */
const securityHeaders = {
  "Content-Security-Policy":
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' http: https:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  "Referrer-Policy": "no-referrer",
  "X-Content-Type-Options": "nosniff",
  "Cache-Control": "no-store",
} as const;

/** Reads the complete body as text. Null if the body is longer than 64 KiB. */
export async function readBody(request: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    if (!Buffer.isBuffer(chunk)) continue;
    bytes += chunk.length;
    if (bytes > bodyBytesMax) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

export function answer(response: ServerResponse, status: number, contentType: string, body: string): void {
  response.writeHead(status, { ...securityHeaders, "Content-Type": contentType }).end(body);
}

export const answerJson = (response: ServerResponse, status: number, body: unknown): void =>
  answer(response, status, "application/json", JSON.stringify(body));

export function redirect(response: ServerResponse, path: string): void {
  response.writeHead(302, { ...securityHeaders, Location: path }).end();
}

/** Begins a stream of server-sent events. */
export function openStream(response: ServerResponse): void {
  response.writeHead(200, { ...securityHeaders, "Content-Type": "text/event-stream" });
  response.flushHeaders();
}

export const sendEvent = (response: ServerResponse, name: string, data: unknown): boolean =>
  response.write(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`);
