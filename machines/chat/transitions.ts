/** Typing of a client on the blacklist is shown to nobody. Source: WH-20. */
const changeBlacklist = [
  "hideShownTyping",
  "noteClientTypingOver",
  "forgetTyping",
  "changeBlacklist",
  "storeClient",
  "publish",
  "storeBlacklistLine",
] as const;

/** A message with everything that may come with it; `store` stores it, `last` are the tells at the end. */
const receivingAll = <Store extends string, Last extends string>(store: Store, last: readonly Last[]) =>
  [
    "reportUpdated",
    "receive",
    "storeClient",
    store,
    "storeWarnings",
    "forgetTyping",
    ...last,
    "retireButtons",
  ] as const;
/** `invited` are the additional steps of its new invitation. */
const receivingInvited = <Store extends string, Last extends string, Invited extends string>(
  store: Store,
  last: readonly Last[],
  invited: readonly Invited[],
) => ["hideShownTyping", "takeInvitation", ...invited, "storeInvitation", ...receivingAll(store, last)] as const;

/** Transitions of a client's message. Almost every message is plain, so that guard comes first. */
const receiving = <Store extends string, Last extends string, Invited extends string>(
  store: Store,
  last: readonly Last[],
  invited: readonly Invited[],
) =>
  [
    { guard: "isPlain", actions: ["receive", store, ...last] },
    { guard: "hasNewInvitation", actions: receivingInvited(store, last, invited) },
    { guard: "isUnusual", actions: ["hideShownTyping", ...receivingAll(store, last)] },
    { actions: ["reportUpdated", "receive", "storeClient", store, ...last] },
  ] as const;

/** A click is a message. Source: BOT-42. */
const clicked = <Store extends string, Last extends string>(store: Store, last: readonly Last[]) =>
  [
    {
      guard: "isLiveButton",
      actions: ["hideShownTyping", "receive", store, "forgetTyping", ...last, "retireButtons"],
    },
    { actions: "refuseClick" },
  ] as const;

export const fromClient = {
  "message.received": receiving("storeReceived", [], ["offerByInvitation"] as const),
  "button.click-requested": clicked("storeReceived", []),
} as const;

/** The bot conversation receives it too, in the same commit. */
const fromClientForBot = {
  "message.received": receiving("storeReceivedForBot", ["tellWritten"] as const, []),
  "button.click-requested": clicked("storeReceivedForBot", ["tellWritten"] as const),
} as const;

const forNewBot = ["tellWritten", "giveToBot"] as const;
/**
 * Nobody has the chat yet. When it began with a call that is over, the client's next message goes to the bot. A plain message that meets no
 * bot comes first, so that no guard about bots runs for it. Source: BOT-01.
 */
export const fromWaitingClient = {
  "message.received": [
    { guard: "isPlainForPeople", actions: ["receive", "storeReceived"] },
    {
      guard: "goesToBotInvited",
      target: "with_bot",
      actions: receivingInvited("storeReceivedForBot", forNewBot, []),
    },
    {
      guard: "goesToBot",
      target: "with_bot",
      actions: ["hideShownTyping", ...receivingAll("storeReceivedForBot", forNewBot)],
    },
  ],
} as const;

/** Unless the chat changed after it was found. */
const expiring = {
  "chat.expired": { guard: "isUnchanged", target: "closed", actions: ["numberMessage", "storeExpiredLine"] },
} as const;

/** Transitions that need an agent who has the chat. Anybody may close a chat that nobody has. */
const unaccepted = <Refusal extends string>(refusal: Refusal) =>
  ({
    "chat.reply-requested": { actions: refusal },
    "chat.typing-requested": { actions: refusal },
    "chat.assign-requested": { actions: refusal },
    "chat.close-requested": { target: "closed" },
  }) as const;

/** Nobody has the chat, or the bot alone: any agent may accept it. Source: BOT-44. */
export const acceptable = <Refusal extends string>(refusal: Refusal) =>
  ({
    "chat.accept-requested": [
      {
        guard: "hasBot",
        target: "with_agent",
        actions: ["reportAccepted", "assignAgent", "numberMessage", "storeBotLine", "tellAccepted", "leaveBot"],
      },
      { target: "with_agent", actions: ["reportAccepted", "assignAgent", "publish"] },
    ],
    ...unaccepted(refusal),
    ...expiring,
  }) as const;

/** A chat that nobody has yet is not offered any more; the bot is told that the chat is closed. Source: WH-20. */
export const blacklistable = {
  "chat.blacklist-requested": [
    { guard: "isBlacklistUnchanged" },
    { target: "blocked", actions: ["tellClosed", "leaveBot", "withdrawOffer", ...changeBlacklist] },
  ],
} as const;

/** The chat belongs to the agent who reopened it, and becomes the open chat of its client. */
const reopening = ["assignAgent", "numberMessage", "storeReopenedLine", "storeClient", "reportReopened"] as const;

/** Decisions of the bot conversation while no agent has the chat. */
export const decidedByBot = {
  "bot.offered": { target: "waiting", actions: ["awaitPerson", "markUpdated", "publish"] },
  "bot.unstaffed": { target: "unstaffed", actions: ["awaitPerson", "withdrawOffer", "numberMessage", "storeBotLine"] },
  "bot.ended": { target: "waiting", actions: ["leaveBot", "numberMessage", "storeBotLine", "reportBotFailed"] },
} as const;

/** Transitions of the bot's messages; `first` runs before the rest. Source: BOT-34, BOT-38, BOT-39. */
export const fromBot = <First extends string>(first: readonly First[]) =>
  [
    { guard: "isBotMessageKept", actions: [...first, "takeBotMessage", "storeBotMessage"] },
    {
      guard: "isBotMessageNotSent",
      actions: [...first, "takeBotMessage", "storeBotMessage", "numberMessage", "storeBotLine"],
    },
    { guard: "hasRoomForReply", actions: [...first, "takeBotMessage", "storeBotMessage", "queueBotMessage"] },
    { actions: "refuseLane" },
  ] as const;

/** The chat is offered, with a line that says so and a note for the receiver. */
export const transferring = ["transfer", "storeMessage", "numberTransferNote", "storeTransferNote"] as const;

/** An administrator transfers the chat while the bot has it: an offer like the bot's own. */
export const withBot = <Refusal extends string>(refusal: Refusal) =>
  ({
    ...fromClientForBot,
    ...acceptable(refusal),
    ...blacklistable,
    ...decidedByBot,
    "chat.transfer-requested": [
      { guard: "canTransfer", actions: [...transferring, "tellTransferred", "reportTransferred"] },
      { actions: refusal },
    ],
  }) as const;

/** Messages and typing of the chat's agent. Source: CH-49. */
export const writtenByAgent = {
  "chat.reply-requested": [
    {
      guard: "isRepliedInWidget",
      actions: ["sendTypeout", "noteAgentTypingOver", "forgetAgentTyping", "replyInWidget", "storeInWidget"],
    },
    {
      guard: "canReplyWhileTyping",
      actions: ["sendTypeout", "noteAgentTypingOver", "forgetAgentTyping", "reply", "storeMessage", "queueReply"],
    },
    { guard: "canReply", actions: ["reply", "storeMessage", "queueReply"] },
    { guard: "isAnothers", actions: "refuseAnothers" },
    { actions: "refuseLane" },
  ],
  "chat.typing-requested": [
    { guard: "isAnothers", actions: "refuseAnothers" },
    { guard: "isAgentStillTyping", actions: "expireAgentTyping" },
    { guard: "isAgentsTypeIn", actions: ["noteAgentTyping", "sendTypein", "expireAgentTyping"] },
    { guard: "isAgentTyping", actions: ["sendTypeout", "noteAgentTypingOver", "forgetAgentTyping"] },
  ],
} as const;

/** The client is on the blacklist, and no agent has the chat: it is offered to nobody. Source: WH-20. */
export const blocked = {
  "chat.accept-requested": { actions: "refuseBlocked" },
  "chat.reply-requested": { actions: "refuseBlocked" },
  "chat.typing-requested": { actions: "refuseBlocked" },
  "chat.transfer-requested": { actions: "refuseBlocked" },
  "chat.assign-requested": { actions: "refuseBlocked" },
  "chat.close-requested": { target: "closed" },
  ...expiring,
  "chat.blacklist-requested": [{ guard: "isBlacklistUnchanged" }, { target: "waiting", actions: [...changeBlacklist] }],
} as const;

/** Source: WJ-46. */
const rated = [
  { guard: "hasComment", actions: ["keepRate", "numberMessage", "storeComment", "reportRated"] },
  { actions: ["keepRate", "publish", "reportRated"] },
] as const;

/** The chat is over: for a day the visitor may rate it, unless the visitor is on the blacklist. */
const ratedLate = [
  { guard: "isBlacklisted", actions: "refuseClosed" },
  { guard: "isRatedTooLate", actions: "refuseClosed" },
  ...rated,
] as const;

/** News of the client and of its calls, in every state. Source: WH-16, WH-20, WH-30, WH-34. */
export const ofClient = {
  "chat.contact-change-requested": { actions: ["reportUpdated", "changeContact", "storeClient", "publish"] },
  "visitor.changed": { actions: ["reportUpdated", "changeVisitor", "storeClient", "publish"] },
  "chat.rated": rated,
  "messages.seen": { guard: "isNewlySeen", actions: ["keepSeen", "publish"] },
  "chat.blacklist-requested": [{ guard: "isBlacklistUnchanged" }, { actions: [...changeBlacklist] }],
  "crm.answered": { guard: "isAnswerShown", actions: ["keepAnswer", "storeClient", "publish"] },
  "report.refused": { actions: ["numberMessage", "storeRefusal"] },
  "call.requested": { actions: ["reportUpdated", "keepCaller", "storeClient", "beginCall"] },
  "call.changed": { actions: ["keepCall", "numberMessage", "storeCallLine"] },
} as const;

/** It can be reopened for a while; other events only reach what outlives the chat. Source: CH-23. */
export const closed = {
  "button.click-requested": { actions: "refuseClosed" },
  "chat.accept-requested": { actions: "refuseClosed" },
  "chat.reply-requested": { actions: "refuseClosed" },
  "chat.close-requested": { actions: "refuseClosed" },
  "chat.reopen-requested": [
    {
      guard: "canReopenAccepted",
      target: "with_agent",
      actions: ["reportUpdated", "reopen", ...reopening],
    },
    {
      guard: "canReopen",
      target: "with_agent",
      actions: ["reopen", "reportAccepted", "tellReopened", ...reopening],
    },
    { actions: "refuseReopen" },
  ],
  "chat.typing-requested": { actions: "refuseClosed" },
  "chat.transfer-requested": { actions: "refuseClosed" },
  "chat.note-requested": { actions: "refuseClosed" },
  "chat.contact-change-requested": { actions: "refuseClosed" },
  "chat.assign-requested": { actions: "refuseClosed" },
  "chat.blacklist-requested": { actions: "refuseClosed" },
  "call.requested": { actions: "refuseClosed" },
  "typing.received": {},
  "agent.left": {},
  "visitor.changed": {},
  "chat.rated": ratedLate,
  "crm.answered": {},
  "report.refused": {},
  /** A call may outlive its chat. */
  "call.changed": { actions: ["keepCall", "publish"] },
} as const;
