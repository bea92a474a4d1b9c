import type { DeskChat, DeskMessage } from "../../../../src/codec/desk/desk.ts";

/** A chat of the desk with the given fields and defaults for the others. */
export const chatOf = (id: string, given: Partial<DeskChat> = {}): DeskChat => ({
  id,
  channelId: "MOBILEAPP1",
  state: "waiting",
  client: {
    id,
    number: Number(id),
    name: `Client ${id}`,
    email: null,
    phone: null,
    description: null,
    photo: null,
    invite: null,
    userToken: null,
    blacklisted: false,
    chatsCount: 1,
  },
  agent: null,
  department: null,
  offeredTo: null,
  customData: [],
  crmLink: null,
  canAssign: false,
  assigned: false,
  firstPage: null,
  page: null,
  session: null,
  call: null,
  unread: 1,
  last: { seq: 1, from: "client", type: "text", text: "Hello", at: 1 },
  waitingSince: 1,
  rate: null,
  failed: null,
  createdAt: 1,
  updatedAt: 1,
  closedAt: null,
  reopenableUntil: null,
  ...given,
});

/** A client's message with the given fields and defaults for the others. */
export const messageOf = (seq: number, given: Partial<DeskMessage> = {}): DeskMessage => ({
  seq,
  id: `m${seq}`,
  from: "client",
  type: "text",
  text: `Text ${seq}`,
  parts: [],
  fallback: null,
  buttons: [],
  buttonId: null,
  hidden: false,
  agentId: null,
  at: seq,
  delivery: null,
  ...given,
});

export const messagesOf = (from: number, to: number): readonly DeskMessage[] =>
  Array.from({ length: to - from + 1 }, (_, index) => messageOf(from + index));
