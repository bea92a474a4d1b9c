import type { ProviderEvent } from "../../../src/codec/b-bot/provider-event.types.ts";

/** The parsed form of the canonical payloads of surface B. */
export const goldens: Readonly<Record<string, ProviderEvent>> = {
  "b-bot-message-text": {
    event: "BOT_MESSAGE",
    id: "wh-90017",
    chatId: "5021",
    clientId: "318",
    content: { type: "text", text: "Yes, all common makes.", media: null },
  },
  "b-bot-message-markdown": {
    event: "BOT_MESSAGE",
    id: "wh-90018",
    chatId: "5021",
    clientId: "318",
    content: {
      type: "markdown",
      text: "See the **price list** [here](https://www.northgate-cycles.example/prices), *valid till May*.",
      media: null,
      fallback: "See the price list: https://www.northgate-cycles.example/prices (valid till May).",
    },
  },
  "b-bot-message-buttons": {
    event: "BOT_MESSAGE",
    id: "wh-90019",
    chatId: "5021",
    clientId: "318",
    content: {
      type: "buttons",
      text: "What would you like to do?",
      media: null,
      buttons: [
        { text: "See prices", id: "1" },
        { text: "Book a repair", id: "2" },
        { text: "Talk to a person", id: "3" },
      ],
      fallback: "What would you like to do? Write: prices, repair or agent.",
    },
  },
  "b-bot-message-minimal": {
    event: "BOT_MESSAGE",
    id: null,
    chatId: null,
    clientId: "318",
    content: { type: "text", text: "One moment, please.", media: null },
  },
  "b-bot-message-buttons-loose": {
    event: "BOT_MESSAGE",
    id: "const",
    chatId: "5021",
    clientId: null,
    content: {
      type: "buttons",
      text: "",
      media: null,
      buttons: [
        { text: "Yes", id: "1" },
        { text: "No", id: null },
      ],
    },
  },
  "b-invite-agent": { event: "INVITE_AGENT", id: "wh-90020", chatId: "5021", clientId: "318" },
  "b-invite-agent-minimal": { event: "INVITE_AGENT", id: null, chatId: "5021", clientId: null },
};
