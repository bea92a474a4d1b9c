import { App } from "uWebSockets.js";
import { listen } from "./serve.ts";

/** The peer of `status`: a handler that reads nothing sends the same digit. */
listen(
  "bare-status",
  App().get("/*", (response) => {
    response.end("0");
  }),
);
