import t from "tap";
import type { MessageReceived } from "../../../machines/chat/chat.types.ts";
import { asMessageId } from "../../../src/core/ids.ts";
import type { Effect } from "../../../src/domain/effects.ts";
import { wrote } from "../bot-conversation/bot-steps.ts";
import { runTable } from "../table.ts";
import { botChat, situation, storedForBot, toBot } from "./chat-bot-steps.ts";
import { blacklist, changed, page, row, transferTo } from "./chat-report-steps.ts";
import {
  accepted,
  chat,
  client,
  close,
  forgetTyping,
  id,
  kim,
  lee,
  nothing,
  publish,
  received,
  stored,
  t0,
  waiting,
} from "./chat-steps.ts";

const storedClient: Effect = { type: "effect.client.store", client, openChatId: id };
const inviting = (number: number, text: string): MessageReceived => ({
  ...received(number),
  invitation: { id: asMessageId(`invite-${number}`), text },
});
const invitation = (seq: number, number: number, text: string): Effect => ({
  type: "effect.message.store",
  message: {
    seq,
    id: asMessageId(`invite-${number}`),
    from: "system",
    content: { type: "invitation", text, media: null },
    agentId: null,
    atMs: t0 + number,
    externalId: null,
    deliveryId: null,
  },
});
const invited = (seq: number, number: number, text: string): readonly Effect[] => [
  nothing,
  invitation(seq, number, text),
  nothing,
  storedClient,
  stored(seq + 1, inviting(number, text)),
  nothing,
  forgetTyping,
];
const sales = { id: 2, name: "Sales" };
const invitedBySales = (number: number, text: string, department = sales): MessageReceived => ({
  ...inviting(number, text),
  department,
});
const toSales = { kind: "department", ...sales } as const;
const warned: MessageReceived = {
  ...received(2),
  warnings: { cause: "request-1", texts: ["sender.photo was dropped.", "sender.url was dropped."] },
};
const warnings = (messageSeq: number): Effect => ({
  type: "effect.warnings.store",
  cause: "request-1",
  texts: ["sender.photo was dropped.", "sender.url was dropped."],
  messageSeq,
  atMs: t0 + 2,
});

runTable(t, {
  ...chat,
  tests: {
    "[CH-31] an invitation is a line of its own, shown once": [
      {
        name: "an invitation stands before the message that carried it",
        given: [],
        when: inviting(1, "May I help?"),
        state: "waiting",
        effects: invited(1, 1, "May I help?"),
        context: { lastSeq: 2, unread: 1, invites: ["May I help?"] },
      },
      {
        name: "the same invitation with the next message is not shown again",
        given: [inviting(1, "May I help?")],
        when: inviting(2, "May I help?"),
        state: "waiting",
        effects: [stored(3, inviting(2, "May I help?"))],
        context: { unread: 2 },
      },
      {
        name: "another text is another invitation, shown while an agent has the chat too",
        given: [inviting(1, "May I help?"), ...accepted.slice(1)],
        when: inviting(2, "Still there?"),
        state: "with_agent",
        effects: invited(3, 2, "Still there?"),
        context: { invites: ["May I help?", "Still there?"] },
      },
      {
        name: "an earlier invitation repeated after another is not shown again",
        given: [inviting(1, "May I help?"), inviting(2, "Still there?")],
        when: inviting(3, "May I help?"),
        state: "waiting",
        effects: [stored(5, inviting(3, "May I help?"))],
      },
      {
        name: "an invitation names its department once: who was transferred meanwhile is not sent back",
        given: [invitedBySales(1, "May I help?"), transferTo(lee)],
        when: invitedBySales(2, "May I help?", { id: 3, name: "Service" }),
        state: "waiting",
        effects: [stored(4, inviting(2, "May I help?"))],
        context: { department: sales, offer: { kind: "agent", id: lee.id, name: "Lee" } },
      },
      {
        name: "an invitation from a client who types: typing is cleared first",
        given: [...waiting, { type: "typing.received", nowMs: t0 + 1, state: "typein" }],
        when: inviting(2, "May I help?"),
        state: "waiting",
        effects: [
          { type: "effect.typing.publish", state: "typeout" },
          invitation(2, 2, "May I help?"),
          nothing,
          storedClient,
          stored(3, inviting(2, "May I help?")),
          nothing,
          forgetTyping,
        ],
      },
    ],
    "[WJ-25] an invitation names a department": [
      {
        name: "a chat that waits is for the department that invited, as after a transfer",
        given: [],
        when: invitedBySales(1, "May I help?"),
        state: "waiting",
        effects: invited(1, 1, "May I help?"),
        context: { department: sales, offer: toSales, lastSeq: 2 },
      },
      {
        name: "while an agent has it the department alone changes",
        given: accepted,
        when: invitedBySales(2, "May I help?"),
        state: "with_agent",
        effects: invited(2, 2, "May I help?"),
        context: { department: sales, offer: null, agent: kim },
      },
      {
        name: "another invitation names another department; one that names none leaves it",
        given: [invitedBySales(1, "May I help?"), invitedBySales(2, "Still there?", { id: 3, name: "Service" })],
        when: inviting(3, "Anything else?"),
        state: "waiting",
        effects: invited(5, 3, "Anything else?"),
        context: { department: { id: 3, name: "Service" }, offer: { kind: "department", id: 3, name: "Service" } },
      },
      {
        name: "the chat of a client on the blacklist is offered to no department",
        given: [...waiting, blacklist(true)],
        when: invitedBySales(2, "May I help?"),
        state: "blocked",
        effects: [
          nothing,
          {
            ...invitation(3, 2, "May I help?"),
            message: { ...Object(invitation(3, 2, "May I help?")).message, isBlacklisted: true },
          } as Effect,
          nothing,
          { ...storedClient, client: { ...client, isBlacklisted: true } } as Effect,
          {
            ...stored(4, inviting(2, "May I help?")),
            message: { ...Object(stored(4, inviting(2, "May I help?"))).message, isBlacklisted: true },
          } as Effect,
          nothing,
          forgetTyping,
        ],
        context: { department: sales, offer: null },
      },
    ],
    "[CH-32] the customer's page is kept": [
      {
        name: "the customer's page is kept",
        given: waiting,
        when: received(2, { senderIdKind: "string", url: "https://shop.example.com/cart" }),
        state: "waiting",
        effects: [
          nothing,
          {
            type: "effect.client.store",
            client: { ...client, url: "https://shop.example.com/cart" },
            openChatId: id,
          },
          stored(2, received(2)),
        ],
      },
      {
        name: "the newest page counts, absence leaves it",
        given: [
          received(1, { senderIdKind: "string", url: "https://shop.example.com/cart" }),
          received(2, { senderIdKind: "string", url: "https://shop.example.com/pay" }),
        ],
        when: received(3),
        state: "waiting",
        effects: [stored(3, received(3))],
        context: { client: { url: "https://shop.example.com/pay" } },
      },
    ],
    "[CH-21] what was dropped of a message is kept with its number": [
      {
        name: "what was dropped of a message is kept with its number",
        given: waiting,
        when: warned,
        state: "waiting",
        effects: [nothing, nothing, storedClient, stored(2, warned), warnings(2), forgetTyping],
      },
      {
        name: "the number is the message's, not its invitation's",
        given: waiting,
        when: { ...warned, invitation: { id: asMessageId("invite-2"), text: "May I help?" } },
        state: "waiting",
        effects: [
          nothing,
          invitation(2, 2, "May I help?"),
          nothing,
          storedClient,
          stored(3, warned),
          warnings(3),
          forgetTyping,
        ],
      },
    ],
  },
});

const known = { ...client, pageData: [row] };
const shown = (client: object): readonly Effect[] => [
  nothing,
  { type: "effect.client.store", client, openChatId: id } as Effect,
  publish,
];

runTable(t, {
  ...chat,
  tests: {
    "[WJ-17] rows of the page": [
      {
        name: "rows of the page are shown at once, and no change of the client is reported",
        given: accepted,
        when: changed({ pageData: [row] }),
        state: "with_agent",
        effects: shown(known),
        context: { client: known, updatedAtMs: t0 + 60 },
      },
      {
        name: "other rows take the place of all before",
        given: [...waiting, changed({ pageData: [row, row] })],
        when: changed({ pageData: [{ ...row, title: "Cart" }] }),
        state: "waiting",
        effects: shown({ ...client, pageData: [{ ...row, title: "Cart" }] }),
      },
      {
        name: "an empty set takes them away",
        given: [...waiting, changed({ pageData: [row] })],
        when: changed({ pageData: [] }),
        state: "waiting",
        effects: shown(client),
      },
      {
        name: "what is told of something else leaves them",
        given: [...waiting, changed({ pageData: [row] })],
        when: changed({ page }),
        state: "waiting",
        effects: shown({ ...known, url: page.url, pageTitle: page.title }),
      },
      {
        name: "a closed chat keeps those it had",
        given: [...accepted, changed({ pageData: [row] }), close(kim)],
        when: changed({ pageData: [] }),
        state: "closed",
        effects: [],
        context: { client: known },
      },
    ],
  },
});

runTable(t, {
  ...botChat,
  tests: {
    "the bot's chat is offered to no department before the bot hands it over": [
      {
        name: "the bot's chat is offered to nobody; the department is known when the bot hands it over",
        given: [],
        when: { ...invitedBySales(1, "May I help?"), bot: situation(1) },
        state: "with_bot",
        effects: [
          nothing,
          invitation(1, 1, "May I help?"),
          nothing,
          storedClient,
          storedForBot(2, 1),
          nothing,
          forgetTyping,
          toBot(wrote(1, { messageSeq: 2 })),
        ],
        context: { department: sales, offer: null },
      },
    ],
  },
});
