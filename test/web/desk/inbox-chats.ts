import type { DeskChat } from "../../../src/codec/desk/desk.ts";

interface ChatFacts
  extends Partial<Pick<DeskChat, "state" | "agent" | "waitingSince" | "offeredTo" | "channelId" | "unread" | "call">> {
  readonly name?: string;
  readonly text?: string;
  readonly lastAt?: number;
  readonly lastFrom?: "client" | "agent" | "bot";
}

/** A chat as the service shows it, with the given fields and defaults for the others. */
export function chatOf(
  id: string,
  { name = "Anonymous", text = "Hi", lastAt = 1, lastFrom = "client", ...facts }: ChatFacts,
): DeskChat {
  return {
    id,
    channelId: "MOBILEAPP1",
    state: "waiting",
    client: {
      id,
      number: Number(id),
      name,
      email: null,
      phone: null,
      description: null,
      photo: null,
      invite: null,
      userToken: null,
      blacklisted: facts.state === "blocked",
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
    unread: 0,
    last: { seq: 1, from: lastFrom, type: "text", text, at: lastAt },
    waitingSince: null,
    rate: null,
    failed: null,
    createdAt: 1,
    updatedAt: 1,
    closedAt: null,
    reopenableUntil: null,
    ...facts,
  };
}
