import { App } from "uWebSockets.js";
import { unansweredText } from "../load/clients/turns.ts";
import { answerOk, listen, takeJson } from "./serve.ts";

/**
 * A customer system that takes every message at once. GET returns how many arrived and when the last one did. With the argument `keep`
 * it also returns the bodies, in the order of their arrival. It never answers a message that says that nobody does.
 */
const isKeeping = process.argv[2] === "keep";
const bodies: string[] = [];
let count = 0;
let lastAtUs = 0;

const app = App()
  .get("/bodies", (response) => {
    response.end(JSON.stringify(bodies));
  })
  .get("/*", (response) => {
    response.end(JSON.stringify({ count, lastAtUs }));
  })
  .post("/*", (response) => {
    if (isKeeping) {
      takeJson<object>(response, (body) => {
        bodies.push(JSON.stringify(body));
        answerOk(response);
      });
      return;
    }
    let isAborted = false;
    let isUnanswered = false;
    response.onAborted(() => {
      isAborted = true;
    });
    response.onData((chunk, isLast) => {
      isUnanswered ||= Buffer.from(chunk).includes(unansweredText);
      if (!isLast || isAborted || isUnanswered) return;
      count += 1;
      lastAtUs = Number(process.hrtime.bigint() / 1000n);
      response.writeHeader("Content-Type", "application/json").end('{"result":"ok"}');
    });
  });

listen("customer-system", app);
