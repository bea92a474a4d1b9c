import { App } from "uWebSockets.js";
import { listen } from "./listen.ts";

/**
 * A customer system that never answers messages for customers with this prefix. GET returns the other messages, with the time
 * when each arrived.
 */
const stuckPrefix = "stuck-";
let arrived: { readonly text: string; readonly atUs: number }[] = [];

const app = App()
  .get("/*", (response) => {
    response.end(JSON.stringify(arrived));
    arrived = [];
  })
  .post("/*", (response) => {
    let isAborted = false;
    let body = "";
    response.onAborted(() => {
      isAborted = true;
    });
    response.onData((chunk, isLast) => {
      body += Buffer.from(chunk).toString();
      if (!isLast || isAborted) return;
      const atUs = Number(process.hrtime.bigint() / 1000n);
      const { recipient, message } = JSON.parse(body);
      if (recipient.id.startsWith(stuckPrefix)) return;
      arrived.push({ text: message.text, atUs });
      response.writeHeader("Content-Type", "application/json").end('{"result":"ok"}');
    });
  });

listen("partly-stuck", app);
