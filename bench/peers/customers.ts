import { App } from "uWebSockets.js";
import { setTimeout as delay } from "node:timers/promises";
import type { ChatOrder, ChatReport, TurnOrder } from "../load/clients/turns.ts";
import { chatsPath, turnsPath } from "../load/clients/turns.ts";
import { createArrivals, Pace } from "../load/open-loop/pace.ts";
import { createPoster } from "./poster.ts";
import { answerJson, answerOk, listen, takeJson } from "./serve.ts";
import type { Reply } from "./turn-load.ts";
import { TurnLoad } from "./turn-load.ts";

const lookEveryMs = 5;
let customersSoFar = 0;

/** Opens chats at a steady pace, each with one message of a new customer. */
async function runChatLoad({ url, path, seconds, connections, perSecond }: ChatOrder): Promise<ChatReport> {
  const poster = createPoster(url, connections);
  const fromMs = performance.now();
  let sent = 0;
  let answered = 0;
  let open = 0;
  const send = (): boolean => {
    sent += 1;
    open += 1;
    customersSoFar += 1;
    const body = `{"sender":{"id":"new-${customersSoFar}"},"message":{"type":"text","text":"Is anybody there?"}}`;
    poster.post(path, body, (status) => {
      open -= 1;
      if (status === 200) answered += 1;
    });
    return true;
  };
  const arrivals = createArrivals({ kind: "even", fromMs, seconds, perSecond });
  await new Pace(arrivals, send).keepUntil(fromMs + seconds * 1000);
  while (open > 0) await delay(lookEveryMs);
  await poster.close();
  return { sent, answered };
}

/**
 * A customer system and its customers in one process. The customers write to the service by order, and the system accepts the
 * replies, so that one clock measures a turn. GET returns the first reply as a sample.
 */
let turns: TurnLoad | null = null;
let sample = "";

const app = App()
  .get("/*", (response) => {
    response.end(JSON.stringify({ sample }));
  })
  .post(turnsPath, (response) => {
    answerJson<TurnOrder>(response, (order) => {
      turns = new TurnLoad(order);
      return turns.run();
    });
  })
  .post(chatsPath, (response) => answerJson<ChatOrder>(response, runChatLoad))
  .post("/*", (response) => {
    takeJson<Reply>(response, (reply) => {
      answerOk(response);
      if (sample === "") sample = JSON.stringify(reply);
      turns?.take(reply);
    });
  });

listen("customers", app);
