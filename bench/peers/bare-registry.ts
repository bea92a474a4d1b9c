import { App } from "uWebSockets.js";
import { LRUCache } from "lru-cache";
import { assign, createActor, setup } from "xstate";
import { defaultLimits } from "../../src/config/limits.ts";
import { listen } from "./listen.ts";
import { answerOk, takeJson } from "./take-json.ts";

interface CustomerMessage {
  readonly sender: { readonly id: string; readonly name: string };
  readonly message: { readonly id: string; readonly text: string };
}

interface Chat {
  readonly name: string;
  readonly lastId: string | null;
  readonly lastText: string | null;
  readonly lastSeq: number;
  readonly unread: number;
}

type ChatEvent =
  | { readonly type: "message.received"; readonly name: string; readonly id: string; readonly text: string }
  | { readonly type: "chat.accepted" }
  | { readonly type: "chat.closed" };

const chatMachine = setup({
  types: { context: {} as Chat, events: {} as ChatEvent, input: {} as { readonly name: string } },
  guards: {
    isRepeated: ({ context }, { id }: { readonly id: string }) => context.lastId === id,
  },
  actions: {
    noteMessage: assign(({ context }, { name, id, text }: { readonly [key in "name" | "id" | "text"]: string }) => ({
      name,
      lastId: id,
      lastText: text,
      lastSeq: context.lastSeq + 1,
      unread: context.unread + 1,
    })),
    noteRead: assign({ unread: 0 }),
  },
}).createMachine({
  context: ({ input }) => ({ name: input.name, lastId: null, lastText: null, lastSeq: 0, unread: 0 }),
  initial: "waiting",
  on: {
    "message.received": [
      { guard: { type: "isRepeated", params: ({ event }) => event } },
      { actions: { type: "noteMessage", params: ({ event }) => event } },
    ],
  },
  states: {
    waiting: { on: { "chat.accepted": { target: "with_agent", actions: "noteRead" } } },
    with_agent: { on: { "chat.closed": "closed" } },
    closed: {
      on: { "message.received": { target: "waiting", actions: { type: "noteMessage", params: ({ event }) => event } } },
    },
  },
});

const openChat = (name: string) => createActor(chatMachine, { input: { name } }).start();

/** Evicts the least recently used chat when there are as many chats as the service keeps in memory. */
const chats = new LRUCache<string, ReturnType<typeof openChat>>({
  max: defaultLimits.conversationsInMemoryMax,
  dispose: (chat) => chat.stop(),
});

function chatOf({ id, name }: CustomerMessage["sender"]): ReturnType<typeof openChat> {
  const known = chats.get(id);
  if (known !== undefined) return known;
  const chat = openChat(name);
  chats.set(id, chat);
  return chat;
}

/** A limit of `ingest`: an XState actor per chat takes each message as an event. It checks and stores nothing. */
listen(
  "bare-registry",
  App().post("/*", (response) => {
    takeJson<CustomerMessage>(response, ({ sender, message }) => {
      const chat = chatOf(sender);
      chat.send({ type: "message.received", name: sender.name, id: message.id, text: message.text });
      const isTaken = chat.getSnapshot().context.lastId === message.id;
      response.cork(() => {
        if (isTaken) answerOk(response);
        else response.writeStatus("409 Conflict").end();
      });
    });
  }),
);
