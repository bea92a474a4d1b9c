import { given, nothing } from "../../effects.ts";
import type { Steps } from "../../wire.ts";
import { isChangedBy, onFirstPage, plain, storedAs, withoutCrmPage, withSaid, withSenderFacts } from "../changes.ts";
import type { ChatContext, ChatEffect, ChatVisit, ClickRequested, MessageReceived } from "../chat.types.ts";
import type { ClientFacts } from "../client.types.ts";
import type { MessageButton } from "../message.types.ts";
import { withPerson } from "./hand-steps.ts";

/** How many distinct invitations a chat remembers. Beyond that the oldest is forgotten: shown twice is better than never. */
const invitesMax = 20;

/** An invitation this chat has not shown yet. Source: CH-31. */
const hasNewInvitation = ({ invites }: ChatContext, { invitation }: MessageReceived): boolean =>
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

export type FromClient = MessageReceived | ClickRequested;

/** The button of a click, as long as it may be clicked. Source: BOT-42. */
const buttonOf = ({ buttons }: ChatContext, { messageSeq, index }: ClickRequested): MessageButton | undefined =>
  buttons?.messageSeq === messageSeq ? buttons.buttons[index] : undefined;

export const clickedButton = (context: ChatContext, event: ClickRequested): MessageButton =>
  given(buttonOf(context, event), "a button that may be clicked");

/** The call that began the chat is over, and no agent took the chat: from this message on the bot has it. Source: BOT-01. */
const goesToBot = ({ bot, visit: { call } }: ChatContext, event: MessageReceived): boolean =>
  bot === "awaited" && event.bot !== undefined && (call?.status === "end" || call?.status === "error");

/** The client's record is written with the chat's first message, and whenever one of the client's facts changes. */
const changesClient = ({ lastSeq, client }: ChatContext, { sender }: MessageReceived): boolean =>
  lastSeq === 0 || isChangedBy(client, sender);

/** More than the message must be stored: warnings about it, or the end of typing or buttons. */
const isUnusual = ({ isClientTyping, buttons }: ChatContext, { warnings }: MessageReceived): boolean =>
  warnings !== undefined || isClientTyping || buttons !== null;

/** Only the message must be stored. */
const isPlain = (context: ChatContext, event: MessageReceived): boolean =>
  !hasNewInvitation(context, event) && !isUnusual(context, event) && !changesClient(context, event);

/** The chat's first message, which was sent from the page where the chat began; only its own invitation comes before it. Source: WH-19. */
const isOpening = ({ lastSeq }: ChatContext, event: FromClient): boolean =>
  event.type === "message.received" && lastSeq === (event.invitation === undefined ? 0 : 1);

/** The context after one message of the client. */
function receive(context: ChatContext, event: FromClient): Partial<ChatContext> {
  const client = event.type === "message.received" ? withSenderFacts(context.client, event.sender) : context.client;
  const { isBlacklisted } = context.client;
  const { waitingSinceMs } = context.visit;
  return {
    client,
    visit: withSaid(visitOf(context, client, event), isBlacklisted ? waitingSinceMs : (waitingSinceMs ?? event.nowMs)),
    isClientTyping: false,
    lastSeq: context.lastSeq + 1,
    unread: isBlacklisted ? context.unread : context.unread + 1,
    updatedAtMs: event.nowMs,
  };
}

/** The visit of a client who is on the page in `client` now. */
function visitOf(context: ChatContext, client: ClientFacts, event: FromClient): ChatVisit {
  const visit = client.url === context.client.url ? context.visit : withoutCrmPage(context.visit);
  return isOpening(context, event) ? onFirstPage(visit, client) : visit;
}

/** The bot has received no earlier message: only an invitation or a call comes before the message that was just numbered. */
const isFirst = ({ bot, lastSeq }: ChatContext, event: FromClient): boolean =>
  event.type === "message.received" && (bot === "awaited" || lastSeq === (event.invitation === undefined ? 1 : 2));

/** The client's message goes to the bot, unless it asks for an agent in a chat that the bot knows. Source: BOT-02, BOT-10, BOT-46. */
const isForBot = (context: ChatContext, event: FromClient): boolean =>
  event.bot !== undefined && (!event.bot.wantsAgent || isFirst(context, event));

/** The client's message or click, as it is stored. */
function storedFromClient(context: ChatContext, event: FromClient, isSentToBot: boolean): ChatEffect {
  const botDeliveryId = isSentToBot && isForBot(context, event) ? event.bot?.notice.deliveryId : undefined;
  const ofBot = botDeliveryId === undefined ? {} : { botDeliveryId };
  if (event.type === "message.received") {
    const { id, externalId, content } = event.message;
    const stored = storedAs(context, event, { id, from: "client", content, externalId, ...ofBot });
    return event.file === undefined ? stored : { ...stored, file: event.file };
  }
  const { id: clickedId, text } = clickedButton(context, event);
  const content = { type: "text", text, media: null } as const;
  const buttonId = clickedId === null ? {} : { buttonId: clickedId };
  const { messageId: id, externalId } = event;
  return storedAs(context, event, { id, from: "client", content, externalId, ...buttonId, ...ofBot });
}

function storeWarnings({ lastSeq }: ChatContext, { warnings, nowMs }: MessageReceived): ChatEffect {
  if (warnings === undefined) return nothing;
  const { cause, texts } = warnings;
  return { type: "effect.warnings.store", cause, texts, messageSeq: lastSeq, atMs: nowMs };
}

/** Events from the client. */
export const clientSteps = {
  guards: {
    isPlain,
    isPlainForPeople: (context, event: MessageReceived) => isPlain(context, event) && !goesToBot(context, event),
    isUnusual,
    goesToBot,
    goesToBotInvited: (context, event: MessageReceived) =>
      goesToBot(context, event) && hasNewInvitation(context, event),
    isLiveButton: (context, event: ClickRequested) => buttonOf(context, event) !== undefined,
  },
  assigns: { receive, retireButtons: { buttons: null }, giveToBot: { bot: "connected" } },
  emits: {
    storeReceived: (context, event: FromClient) => storedFromClient(context, event, false),
    storeReceivedForBot: (context, event: FromClient) => storedFromClient(context, event, true),
    storeWarnings,
  },
} satisfies Steps<ChatContext, ChatEffect>;
