import t from "tap";
import type { MessageReceived } from "../../machines/chat/chat.types.ts";
import { asMessageId } from "../../src/core/ids.ts";
import type { Effect } from "../../src/runtime/effects.ts";
import { accepted, chat, client, forgetTyping, id, nothing, received, stored, t0, waiting } from "./chat-steps.ts";
import { runTable } from "./table.ts";

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
const storedClient: Effect = { type: "effect.client.store", client, openChatId: id };
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
  rows: [
    {
      rule: "[CH-31] an invitation stands before the message that carried it",
      given: [],
      when: inviting(1, "May I help?"),
      state: "waiting",
      effects: [
        nothing,
        invitation(1, 1, "May I help?"),
        nothing,
        storedClient,
        stored(2, inviting(1, "May I help?")),
        nothing,
        forgetTyping,
      ],
      context: { lastSeq: 2, unread: 1, invites: ["May I help?"] },
    },
    {
      rule: "[CH-31] the same invitation with the next message is not shown again",
      given: [inviting(1, "May I help?")],
      when: inviting(2, "May I help?"),
      state: "waiting",
      effects: [stored(3, inviting(2, "May I help?"))],
      context: { unread: 2 },
    },
    {
      rule: "[CH-31] another text is another invitation, shown while an agent has the chat too",
      given: [inviting(1, "May I help?"), ...accepted.slice(1)],
      when: inviting(2, "Still there?"),
      state: "with_agent",
      effects: [
        nothing,
        invitation(3, 2, "Still there?"),
        nothing,
        storedClient,
        stored(4, inviting(2, "Still there?")),
        nothing,
        forgetTyping,
      ],
      context: { invites: ["May I help?", "Still there?"] },
    },
    {
      rule: "[CH-31] an earlier invitation repeated after another is not shown again",
      given: [inviting(1, "May I help?"), inviting(2, "Still there?")],
      when: inviting(3, "May I help?"),
      state: "waiting",
      effects: [stored(5, inviting(3, "May I help?"))],
    },
    {
      rule: "[CH-31, CH-48] an invitation from a client who types: typing is cleared first",
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
    {
      rule: "[CH-32] the customer's page is kept",
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
      rule: "[CH-32] the newest page counts, absence leaves it",
      given: [
        received(1, { senderIdKind: "string", url: "https://shop.example.com/cart" }),
        received(2, { senderIdKind: "string", url: "https://shop.example.com/pay" }),
      ],
      when: received(3),
      state: "waiting",
      effects: [stored(3, received(3))],
      context: { client: { url: "https://shop.example.com/pay" } },
    },
    {
      rule: "[CH-21] what was dropped of a message is kept with its number",
      given: waiting,
      when: warned,
      state: "waiting",
      effects: [nothing, nothing, storedClient, stored(2, warned), warnings(2), forgetTyping],
    },
    {
      rule: "[CH-21, CH-31] the number is the message's, not its invitation's",
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
});
