import { App } from "uWebSockets.js";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { listen } from "./listen.ts";

setFlagsFromString("--expose-gc");
const collect: () => void = runInNewContext("gc");

/** The peer of `widget-sockets`: sockets that answer each frame with a short one and hold nothing. */
listen(
  "bare-sockets",
  App()
    .ws("/*", {
      idleTimeout: 0,
      message: (socket) => {
        socket.send('{"type":"ready"}');
      },
    })
    .get("/collect", (response) => {
      collect();
      response.end();
    })
    .get("/metrics", (response) => {
      response.end(`nodejs_heap_size_used_bytes ${process.memoryUsage().heapUsed}\n`);
    }),
);
