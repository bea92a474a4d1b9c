import { App } from "uWebSockets.js";
import { replyTo, servicePath } from "../load/clients/turns.ts";
import type { Poster } from "./poster.ts";
import { createPoster } from "./poster.ts";
import { answerJson, answerOk, listen, takeJson } from "./serve.ts";

/**
 * A bot that takes every event at once and sends one reply to each. A retry of the service gets no second reply, unless
 * the first was not accepted; then the same reply is repeated. GET returns its first event as a sample. Argument: the path of the service's webhook.
 */
const [path = ""] = process.argv.slice(2);
const connections = 128;

interface ClientMessage {
  readonly event: string;
  readonly id: string;
  readonly client_id: string;
  readonly chat_id: string;
  readonly message: { readonly text: string; readonly timestamp: number };
}

interface Said {
  readonly eventId: string;
  readonly body: string;
  state: "posting" | "taken" | "failed";
}

let poster: Poster | null = null;
/** The last reply in each chat. */
const saidIn = new Map<string, Said>();
let refused = 0;
let sample = "";

function say(said: Said): void {
  said.state = "posting";
  poster?.post(path, said.body, (status) => {
    if (status !== null && status !== 200) refused += 1;
    said.state = status === null ? "failed" : "taken";
  });
}

function hear({ event, id, client_id, chat_id, message }: ClientMessage): void {
  if (event !== "CLIENT_MESSAGE") return;
  const last = saidIn.get(chat_id);
  if (last?.eventId === id) {
    if (last.state === "failed") say(last);
    return;
  }
  const text = JSON.stringify(replyTo(message.text));
  const body = `{"event":"BOT_MESSAGE","id":"${id}","client_id":"${client_id}","chat_id":"${chat_id}","message":{"type":"TEXT","text":${text},"timestamp":${message.timestamp}}}`;
  const said: Said = { eventId: id, body, state: "posting" };
  saidIn.set(chat_id, said);
  say(said);
}

async function useService({ url }: { readonly url: string }): Promise<object> {
  // Requests in progress fail when the connections close.
  await poster?.close();
  poster = createPoster(url, connections);
  for (const said of saidIn.values()) if (said.state === "failed") say(said);
  return {};
}

const app = App()
  .get("/*", (response) => {
    response.end(JSON.stringify({ refused, sample }));
  })
  .post(servicePath, (response) => answerJson<{ readonly url: string }>(response, useService))
  .post("/*", (response) => {
    takeJson<ClientMessage>(response, (message) => {
      answerOk(response);
      if (sample === "") sample = JSON.stringify(message);
      hear(message);
    });
  });

listen("turn-bot", app);
