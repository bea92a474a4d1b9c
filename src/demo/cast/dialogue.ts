import { textAt } from "../json.ts";
import type { BotEvent } from "./bot.ts";

interface Button {
  readonly text: string;
  readonly id: string;
}

/**
 * A message of a bot. Markdown and buttons come with plain text, because some channels cannot show them.
 * Source: B2, BOT-36 to BOT-40.
 */
export type BotMessage =
  | { readonly type: "TEXT"; readonly text: string }
  | { readonly type: "MARKDOWN"; readonly content: string; readonly text: string }
  | { readonly type: "BUTTONS"; readonly title: string; readonly text: string; readonly buttons: readonly Button[] };

/** The state of a chat from the bot's view. */
export interface Dialogue {
  readonly state: "talking" | "asking" | "silent";
  readonly hasGreeted: boolean;
}

/** The bot's next actions: messages in order, then an invitation of an agent if `invitesAgent` is true. */
export interface Turn {
  readonly dialogue: Dialogue;
  readonly messages: readonly BotMessage[];
  readonly invitesAgent: boolean;
}

export const newDialogue: Dialogue = { state: "talking", hasGreeted: false };

export const menuText = "Write: prices, hours or human please.";
export const pricesText =
  "A full service costs 49.90, a flat tyre 12.50 (until March). All prices: https://shop.example/prices";
export const hoursText = "We are open from Tuesday to Saturday, ten to six.";
export const goodbyeText = "I will fetch somebody for you.";
export const contactText =
  "Nobody is free just now. Leave your phone number or e-mail, and somebody comes back to you.";
export const thanksText = "Thank you, I have noted that. Somebody will come back to you.";

const menu: readonly Button[] = [
  { text: "Prices", id: "prices" },
  { text: "Opening hours", id: "hours" },
  { text: "Human please", id: "human" },
];

const prices: BotMessage = {
  type: "MARKDOWN",
  content:
    "A full service costs **49.90**, a flat tyre **12.50** (*until March*). [All prices](https://shop.example/prices)",
  text: pricesText,
};

/** Returns the bot's answer to an event. The answer depends only on the event and the state of its chat. */
export function answerTo(dialogue: Dialogue, event: BotEvent): Turn {
  if (event.name === "AGENT_JOINED") return says({ ...dialogue, state: "silent" });
  if (dialogue.state === "silent") return says(dialogue);
  if (event.name === "CLIENT_MESSAGE") return reply(dialogue, event);
  return event.name === "AGENT_UNAVAILABLE"
    ? says({ ...dialogue, state: "asking" }, text(contactText))
    : says(dialogue);
}

function reply(dialogue: Dialogue, event: BotEvent): Turn {
  const words = `${textAt(event.fields, "message", "button_id")} ${event.what}`;
  if (/\b(?:human|person|agent)\b/i.test(words)) {
    return { ...says({ ...dialogue, state: "talking" }, text(goodbyeText)), invitesAgent: true };
  }
  if (dialogue.state === "asking" && /@|\d{3}/.test(words)) {
    return says({ ...dialogue, state: "talking" }, text(thanksText));
  }
  if (/\bprices?\b/i.test(words)) return says(dialogue, prices);
  if (/\b(?:hours|open)\b/i.test(words)) return says(dialogue, text(hoursText));
  return says({ ...dialogue, hasGreeted: true }, menuFor(dialogue, event.client));
}

function menuFor({ hasGreeted }: Dialogue, name: string): BotMessage {
  const greeting = name === "" ? "Hello" : `Hello ${name}`;
  const opening = hasGreeted ? "I did not get that." : `${greeting}, I am Rivet, a bot.`;
  const title = `${opening} What would you like to know?`;
  return { type: "BUTTONS", title, text: `${title} ${menuText}`, buttons: menu };
}

const text = (words: string): BotMessage => ({ type: "TEXT", text: words });

const says = (dialogue: Dialogue, ...messages: readonly BotMessage[]): Turn => ({
  dialogue,
  messages,
  invitesAgent: false,
});
