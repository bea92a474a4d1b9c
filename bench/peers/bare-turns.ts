import { App } from "uWebSockets.js";
import { randomUUID } from "node:crypto";
import { createPoster } from "./poster.ts";
import { createEventBody, createReplyBody } from "./sent-bodies.ts";
import { answerOk, listen, takeJson } from "./serve.ts";

/**
 * The peer of `bot-turns`: the same four requests of a turn, each answered at once and forwarded. It stores, checks
 * and retries nothing. Arguments: the customer system's URL, the bot's URL, files with an event and a reply that the service has sent.
 */
const [customersUrl = "", botUrl = "", eventFile = "", replyFile = ""] = process.argv.slice(2);
/** As many connections as the service uses for one endpoint. */
const connections = 128;
const customers = createPoster(customersUrl, connections);
const bot = createPoster(botUrl, connections);
const eventOf = createEventBody(eventFile);
const replyOf = createReplyBody(replyFile);
const ignore = (): void => undefined;

interface FromCustomer {
  readonly sender: { readonly id: string; readonly name: string };
  readonly message: { readonly text: string };
}
interface FromBot {
  readonly chat_id: string;
  readonly message: { readonly text: string };
}

const app = App()
  .post("/chat-api/*", (response) => {
    takeJson<FromCustomer>(response, ({ sender, message }) => {
      answerOk(response);
      bot.post("/token", eventOf(randomUUID(), sender, message.text), ignore);
    });
  })
  .post("/bots/*", (response) => {
    takeJson<FromBot>(response, ({ chat_id, message }) => {
      answerOk(response);
      customers.post("/BENCH00001", replyOf(chat_id, randomUUID(), message.text), ignore);
    });
  });

listen("bare-turns", app);
