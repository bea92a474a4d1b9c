import { App } from "uWebSockets.js";
import { listen } from "./listen.ts";

/** The peer of `status`: the same digit from a handler that reads nothing. */
listen(
  "bare-status",
  App().get("/*", (response) => {
    response.end("0");
  }),
);
