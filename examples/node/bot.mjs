// A bot: repeats what the customer wrote, and invites an agent when the customer asks for a human.
import { hash, timingSafeEqual } from "node:crypto";
import { createServer } from "node:http";
import { json } from "node:stream/consumers";

const { WEBHOOK, PORT = "9091" } = process.env;
const bodyBytesMax = 262_144;
const digest = (address) => hash("sha256", address.split("/").at(-1), "buffer");

createServer(async (request, response) => {
  const isOurs = timingSafeEqual(digest(request.url), digest(WEBHOOK));
  if (!isOurs || !(Number(request.headers["content-length"]) <= bodyBytesMax)) return response.writeHead(401).end();
  const { event, chat_id, message } = await json(request);
  response.end('{"result":"ok"}');
  console.log(event, message?.text ?? "");
  const say = (text) => ({ event: "BOT_MESSAGE", chat_id, message: { type: "TEXT", text } });
  const answers = {
    CLIENT_MESSAGE: say(`You wrote: ${message?.text}`),
    AGENT_UNAVAILABLE: say("Nobody is free. Leave your e-mail, please."),
  };
  const answer = /human/i.test(message?.text) ? { event: "INVITE_AGENT", chat_id } : answers[event];
  if (answer !== undefined) await fetch(WEBHOOK, { method: "POST", body: JSON.stringify(answer) });
}).listen(Number(PORT), "127.0.0.1");
