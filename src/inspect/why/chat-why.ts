import type { KeptStep } from "../../actors/history/history.ts";
import type { WhyPhrase, WhyValue } from "../../codec/inspect/why-phrase.types.ts";
import { reasonOfEnd, reasonOfOffer } from "./hand-over.ts";
import type { Around, Explanations, Seen } from "./why.types.ts";
import { agentIn, agentLink, arrivalOf, because, channelLink, numberIn, say, sinceAgo, sinceLasting } from "./words.ts";

type SeenChat = Seen<"chat">;
type Reason = (step: KeptStep, seen: SeenChat, around: Around) => WhyPhrase | null;
type Reasons = Readonly<Record<string, Reason>>;

export const chatExplanations: Explanations<"chat"> = {
  with_bot: (seen, around) => [
    say("chatWithBot", { since: sinceLasting(seen), why: why(seen, around, metBot) }),
    ...refusedPost(seen),
  ],
  waiting: (seen, around) => {
    const whom = seen.context.offer === null ? say("anAgent") : offeredTo(seen, around);
    return [say("chatWaits", { whom, since: sinceLasting(seen), why: why(seen, around, beganToWait) })];
  },
  unstaffed: (seen, around) => [
    say("chatUnstaffed", { since: sinceLasting(seen), why: why(seen, around, becameUnstaffed) }),
    say("botContinues"),
  ],
  with_agent: (seen, around) => {
    const { agent } = seen.context;
    const link = agent === null ? say("anAgent") : agentLink(agent.id, around);
    return [say("chatWithAgent", { agent: link, since: sinceLasting(seen), why: why(seen, around, accepted) })];
  },
  blocked: (seen, around) => [
    say("chatBlocked", { since: sinceLasting(seen), why: why(seen, around, becameBlocked) }),
    say("blockedKept"),
  ],
  closed: (seen, around) => [say("chatClosed", { since: sinceAgo(seen), why: why(seen, around, wasClosed) })],
};

/** The agent or the department that the chat is offered to. */
export function offeredTo({ context: { offer } }: SeenChat, around: Around): WhyValue {
  if (offer === null) return say("anAgent");
  return offer.kind === "agent" ? agentLink(offer.id, around) : say("theDepartment", { name: offer.name });
}

/** Gives the reason from the step that led to the state. Null when that step is not stored any more. */
function why(seen: SeenChat, around: Around, reasons: Reasons): WhyPhrase | null {
  const step = arrivalOf(seen);
  if (step === undefined) return null;
  const reason = reasons[step.event.type];
  return because(reason === undefined ? say("afterEvent", { event: step.event.type }) : reason(step, seen, around));
}

const saidInDialogue = ["message.received", "bot.replied", "bot.post-refused"];

/** The client still waits for the answer that was refused. */
function refusedPost({ steps }: SeenChat): readonly WhyPhrase[] {
  const last = steps.findLast(({ event: { type } }) => saidInDialogue.includes(type))?.event;
  if (last?.type !== "bot.post-refused") return [];
  return [say("botPostRefused", { what: String(last["field"] ?? last["failure"]) })];
}

const wroteOn = ({ context }: SeenChat, around: Around): WhyPhrase =>
  say("wroteOn", { channel: channelLink(context.channelId, around) });

const began: Reasons = {
  "message.received": ({ before }, seen, around) => (before === null ? wroteOn(seen, around) : say("wrote")),
  "call.requested": () => say("callBegan"),
};

const metBot: Reasons = {
  ...began,
  "message.received": ({ before }, { context }, around) =>
    before === null ? say("wroteOnBot", { channel: channelLink(context.channelId, around) }) : say("wroteAfterCall"),
};

const beganToWait: Reasons = {
  ...began,
  "bot.offered": (step, { id }, around) => {
    const bot = around.find("bot", id);
    const offered = bot?.steps.findLast(({ after, atMs }) => after === "offering" && atMs === step.atMs);
    return reasonOfOffer(offered, around, id) ?? say("botAsked");
  },
  "bot.ended": (_step, { id }, around) => {
    const bot = around.find("bot", id);
    return (bot === undefined ? null : reasonOfEnd(bot, around)) ?? say("botEnded");
  },
  "chat.transfer-requested": (step, _seen, around) => say("transferred", { agent: agentIn(step, around) }),
  "agent.left": (step, _seen, around) => say("agentRemoved", { agent: agentIn(step, around) }),
  "chat.blacklist-requested": (step, _seen, around) => say("unblocked", { agent: agentIn(step, around) }),
};

const becameUnstaffed: Reasons = {
  "bot.unstaffed": (step, { id }, around) => {
    const bot = around.find("bot", id);
    const ended = bot?.steps.findLast(({ after, atMs }) => after === "unstaffed" && atMs === step.atMs);
    if (ended?.event.type === "deadline.reached") return say("notAcceptedInTime");
    const reason = reasonOfOffer(ended, around, id);
    return reason === null ? null : say("noneAvailable", { reason });
  },
};

const accepted: Reasons = {
  "chat.accept-requested": (step, _seen, around) => {
    const wasWithBot = step.before === "with_bot" || step.before === "unstaffed";
    return say(wasWithBot ? "acceptedFromBot" : "accepted", { agent: agentIn(step, around) });
  },
  "chat.reopen-requested": (step, _seen, around) => say("reopened", { agent: agentIn(step, around) }),
};

const becameBlocked: Reasons = {
  "message.received": () => say("blockedBefore"),
  "call.requested": () => say("blockedBefore"),
  "chat.blacklist-requested": (step, _seen, around) => say("blocked", { agent: agentIn(step, around) }),
  "agent.left": (step, _seen, around) => say("agentRemoved", { agent: agentIn(step, around) }),
};

const wasClosed: Reasons = {
  "chat.close-requested": (step, _seen, around) => say("closed", { agent: agentIn(step, around) }),
  "chat.expired": (step) => {
    const days = numberIn(step, "waitedDays");
    return days === undefined ? say("expiredLong") : say("expired", { n: days });
  },
};
