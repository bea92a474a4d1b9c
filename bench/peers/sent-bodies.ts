import { readFileSync } from "node:fs";

interface ReplyBody {
  readonly recipient: { id: string };
  readonly message: { id: string; text: string };
}

/** Returns a maker of bodies for a customer system, like the first of this JSON array of bodies that the service has sent. */
export function createReplyBody(bodiesFile: string): (recipientId: string, id: string, text: string) => string {
  const body = firstIn<ReplyBody>(bodiesFile);
  return (recipientId, id, text) => {
    body.recipient.id = recipientId;
    body.message.id = id;
    body.message.text = text;
    return JSON.stringify(body);
  };
}

interface EventBody {
  id: string;
  client_id: string;
  chat_id: string;
  readonly sender: { name: string };
  readonly message: { text: string; timestamp: number };
}

/** Returns a maker of events for a bot, in the same way. The sender's id is also the chat's. */
export function createEventBody(
  bodiesFile: string,
): (id: string, sender: { readonly id: string; readonly name: string }, text: string) => string {
  const body = firstIn<EventBody>(bodiesFile);
  return (id, sender, text) => {
    body.id = id;
    body.client_id = sender.id;
    body.chat_id = sender.id;
    body.sender.name = sender.name;
    body.message.text = text;
    body.message.timestamp = Math.floor(Date.now() / 1000);
    return JSON.stringify(body);
  };
}

function firstIn<Body>(file: string): Body {
  const [first] = JSON.parse(readFileSync(file, "utf8")) as readonly string[];
  if (first === undefined) throw new Error(`Expected a body in ${file}, it has none`);
  return JSON.parse(first) as Body;
}
