import { App } from "uWebSockets.js";
import { listen } from "./listen.ts";

/** The yardstick of `status`: the same digit from a handler that looks at nothing. */
listen(
  "bare-status",
  App().get("/*", (response) => {
    response.end("0");
  }),
);
