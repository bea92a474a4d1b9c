import { App } from "uWebSockets.js";
import { listen } from "./listen.ts";

/** A customer system that takes every message at once, and tells on GET how many came and when the last one did. */
let count = 0;
let lastAtUs = 0;

const app = App()
  .get("/*", (response) => {
    response.end(JSON.stringify({ count, lastAtUs }));
  })
  .post("/*", (response) => {
    let isAborted = false;
    response.onAborted(() => {
      isAborted = true;
    });
    response.onData((_chunk, isLast) => {
      if (!isLast || isAborted) return;
      count += 1;
      lastAtUs = Number(process.hrtime.bigint() / 1000n);
      response.writeHeader("Content-Type", "application/json").end('{"result":"ok"}');
    });
  });

listen("customer-system", app);
