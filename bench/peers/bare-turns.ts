import { App } from "uWebSockets.js";
import { randomUUID } from "node:crypto";
import { listen } from "./listen.ts";
import { createPoster } from "./poster.ts";
import { answerOk, takeJson } from "./take-json.ts";

/**
 * The peer of `bot-turns`: the same four requests of a turn, each answered at once and forwarded. It stores, checks
 * and retries nothing. Arguments: the customer system's URL, the bot's URL.
 */
const [customersUrl = "", botUrl = ""] = process.argv.slice(2);
/** As many connections as the service uses for one endpoint. */
const connections = 128;
const customers = createPoster(customersUrl, connections);
const bot = createPoster(botUrl, connections);
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
      const event = {
        event: "CLIENT_MESSAGE",
        id: randomUUID(),
        client_id: sender.id,
        chat_id: sender.id,
        site_id: "1",
        agents_online: false,
        sender: { id: 1, name: sender.name, url: "", has_contacts: false },
        channel: { id: "BENCH00001", type: "chat_api" },
        message: { type: "TEXT", text: message.text, timestamp: Math.floor(Date.now() / 1000) },
      };
      bot.post("/token", JSON.stringify(event), ignore);
    });
  })
  .post("/bots/*", (response) => {
    takeJson<FromBot>(response, ({ chat_id, message }) => {
      answerOk(response);
      const reply = {
        sender: { name: "Bench Bots" },
        recipient: { id: chat_id },
        message: { type: "text", id: randomUUID(), text: message.text },
      };
      customers.post("/BENCH00001", JSON.stringify(reply), ignore);
    });
  });

listen("bare-turns", app);
