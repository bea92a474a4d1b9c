import type { HttpRequest, HttpResponse } from "uWebSockets.js";
import type { ServerUnderTest } from "./server-contract.ts";

/** Starts a server with one handler for all requests. */
export async function serveAll(
  { app, listen }: ServerUnderTest,
  handler: (response: HttpResponse, request: HttpRequest) => void,
): Promise<void> {
  app.any("/*", handler);
  await listen();
}
