import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer } from "node:http";
import { answerJson } from "./http.ts";

export interface HttpServer {
  readonly url: string;
  close(): Promise<void>;
}

/** Handles one request. `path` does not include the query. */
type Handler = (path: string, request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** Listens on a free port of this machine. */
export async function openHttpServer(handle: Handler): Promise<HttpServer> {
  const server = createServer((request, response) => {
    const path = (request.url ?? "/").split("?")[0] ?? "/";
    handle(path, request, response).catch((error: unknown) => {
      // If the answer has begun, the peer has probably closed the connection. Otherwise there is a defect, and the answer names it.
      if (response.headersSent) response.destroy();
      else answerJson(response, 500, { error: String(error) });
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject).listen(0, "127.0.0.1", resolve);
  });
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  return {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
