import { App } from "uWebSockets.js";
import type { ChatOrder, TurnOrder } from "../load/clients/turns.ts";
import { chatsPath, turnsPath } from "../load/clients/turns.ts";
import { runChatLoad } from "./chat-load.ts";
import { listen } from "./listen.ts";
import { answerJson, answerOk, takeJson } from "./take-json.ts";
import type { Reply } from "./turn-load.ts";
import { TurnLoad } from "./turn-load.ts";

/**
 * A customer system and its customers in one process. The customers write to the service by order, and the system accepts the
 * replies, so that one clock measures a turn.
 */
let turns: TurnLoad | null = null;

const app = App()
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
      turns?.take(reply);
    });
  });

listen("customers", app);
