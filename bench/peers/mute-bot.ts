import { App } from "uWebSockets.js";
import { answerOk, listen, takeJson } from "./serve.ts";

/** A bot that never replies: it accepts every event, or, with the argument `dead`, answers none. */
const isDead = process.argv[2] === "dead";
let events = 0;

const app = App()
  .get("/*", (response) => {
    response.end(JSON.stringify({ events }));
  })
  .post("/*", (response) => {
    takeJson<object>(response, () => {
      events += 1;
      if (!isDead) answerOk(response);
    });
  });

listen("mute-bot", app);
