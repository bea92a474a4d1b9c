import { given } from "../../given.ts";
import type { Steps } from "../../wire.ts";
import type { ChatContext, ChatEffect, MessageReceived } from "../chat.types.ts";
import { plain, storedAs } from "../stored-message.ts";
import { withPerson } from "./hand-steps.ts";

/** How many distinct invitations a chat remembers. Beyond that the oldest is forgotten: shown twice is better than never. */
const invitesMax = 20;

/** An invitation this chat has not shown yet. Source: CH-31. */
export const hasNewInvitation = ({ invites }: ChatContext, { invitation }: MessageReceived): boolean =>
  invitation !== undefined && !invites.includes(invitation.text);

const invitationOf = ({ invitation }: MessageReceived) =>
  given(invitation, "the invitation that comes with the message");

/** The context after the invitation that precedes its message; it sets the department once, because it is shown once. */
const takeInvitation = (context: ChatContext, event: MessageReceived): Partial<ChatContext> => ({
  lastSeq: context.lastSeq + 1,
  invites: [...context.invites, invitationOf(event).text].slice(-invitesMax),
  department: event.department ?? context.department,
});

/** A chat that waits for agents waits for the department of its invitation, as after a transfer. Source: WJ-25, BOT-01. */
function offerByInvitation({ agent, client, bot }: ChatContext, { department }: MessageReceived): Partial<ChatContext> {
  if (department === undefined || agent !== null || client.isBlacklisted) return {};
  return { offer: { kind: "department", ...department }, bot: withPerson(bot) };
}

function storeInvitation(context: ChatContext, event: MessageReceived): ChatEffect {
  const { id, text } = invitationOf(event);
  return storedAs(context, event, { id, from: "system", content: plain("invitation", text) });
}

/** The client's invitation. */
export const invitationSteps = {
  guards: { hasNewInvitation },
  assigns: { takeInvitation, offerByInvitation },
  emits: { storeInvitation },
} satisfies Steps<ChatContext, ChatEffect>;
