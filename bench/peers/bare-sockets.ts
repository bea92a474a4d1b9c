import { App } from "uWebSockets.js";
import { listen } from "./serve.ts";

/** The peer of `widget-sockets`: sockets that answer each frame with a short one and hold nothing. */
listen(
  "bare-sockets",
  App().ws("/*", {
    idleTimeout: 0,
    message: (socket) => {
      socket.send('{"type":"ready"}');
    },
  }),
);
