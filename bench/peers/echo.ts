import { App } from "uWebSockets.js";
import { listen } from "./serve.ts";

/** The peer of `ingest`: reads the whole body and sends it back, nothing else. */
const app = App().post("/*", (response) => {
  let isAborted = false;
  const chunks: Buffer[] = [];
  response.onAborted(() => {
    isAborted = true;
  });
  response.onData((chunk, isLast) => {
    chunks.push(Buffer.from(chunk.slice(0)));
    if (isLast && !isAborted) response.end(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks));
  });
});

listen("echo", app);
