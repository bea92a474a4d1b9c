import type { KeptStep } from "../../actors/history/history.ts";
import { reasonOfEnd, reasonOfOffer } from "./hand-over.ts";
import type { Around, Seen, Sentences, Words } from "./why.types.ts";
import { after, agentIn, agentLink, arrivalOf, channelLink, numberIn, say, sinceAgo, sinceLasting } from "./words.ts";

type SeenChat = Seen<"chat">;
type Reason = (step: KeptStep, seen: SeenChat, around: Around) => Words;

export const chatSentences: Sentences<"chat"> = {
  with_bot: (seen, around) => say`With the bot${sinceLasting(seen, around)}${because(seen, around, metBot)}.`,
  waiting: (seen, around) => {
    const whom = seen.context.offer === null ? say`an agent` : offeredWords(seen, around);
    return say`Waits for ${whom}${sinceLasting(seen, around)}${because(seen, around, beganToWait)}.`;
  },
  unstaffed: (seen, around) =>
    say`Without an agent${sinceLasting(seen, around)}${because(seen, around, becameUnstaffed)}; the bot goes on meanwhile.`,
  with_agent: (seen, around) => {
    const { agent } = seen.context;
    const who = agent === null ? { text: "an agent" } : agentLink(agent.id, around);
    return say`With ${who}${sinceLasting(seen, around)}${because(seen, around, accepted)}.`;
  },
  blocked: (seen, around) =>
    say`Offered to nobody${sinceLasting(seen, around)}${because(seen, around, becameBlocked)}: the client is on the blacklist, and what comes is kept.`,
  closed: (seen, around) => say`Closed${sinceAgo(seen, around)}${because(seen, around, wasClosed)}.`,
};

/** Says for whom the chat waits. */
export function offeredWords({ context: { offer } }: SeenChat, around: Around): Words {
  if (offer === null) return [];
  return offer.kind === "agent" ? [agentLink(offer.id, around)] : say`the department ${offer.name}`;
}

/** Gives the reason from the step that led to the state. Empty when that step is not stored any more. */
function because(seen: SeenChat, around: Around, reasons: Readonly<Record<string, Reason>>): Words {
  const step = arrivalOf(seen);
  if (step === undefined) return [];
  return reasons[step.event.type]?.(step, seen, around) ?? after(step);
}

const began: Readonly<Record<string, Reason>> = {
  "message.received": ({ before }, { context }, around) =>
    before === null ? say`: the client wrote on ${channelLink(context.channelId, around)}` : say`: the client wrote`,
  "call.requested": () => say`: a call of the client began it`,
};

const metBot: Readonly<Record<string, Reason>> = {
  ...began,
  "message.received": (step, seen, around) =>
    step.before === null
      ? say`: the client wrote on ${channelLink(seen.context.channelId, around)}, which has a bot`
      : say`: the client wrote after the call`,
};

const beganToWait: Readonly<Record<string, Reason>> = {
  ...began,
  "bot.offered": (step, { id }, around) => {
    const told = around
      .find("bot", id)
      ?.steps.findLast(({ after, atMs }) => after === "offering" && atMs === step.atMs);
    const reason = reasonOfOffer(told, around, id);
    return reason.length === 0 ? say`: the bot asked for one` : say`: ${reason}`;
  },
  "bot.ended": (_step, { id }, around) => {
    const bot = around.find("bot", id);
    const reason = bot === undefined ? [] : reasonOfEnd(bot, around);
    return reason.length === 0 ? say`: the bot’s part is over` : say`: ${reason}`;
  },
  "chat.transfer-requested": (step, _seen, around) => say`: ${agentIn(step, around)} transferred it`,
  "agent.left": (step, _seen, around) => say`: ${agentIn(step, around)}, who had it, was removed`,
  "chat.blacklist-requested": (step, _seen, around) =>
    say`: ${agentIn(step, around)} took the client off the blacklist`,
};

const becameUnstaffed: Readonly<Record<string, Reason>> = {
  "bot.unstaffed": (step, { id }, around) => {
    const told = around
      .find("bot", id)
      ?.steps.findLast(({ after, atMs }) => after === "unstaffed" && atMs === step.atMs);
    if (told?.event.type === "deadline.reached") return say`: no agent took it in time`;
    const reason = reasonOfOffer(told, around, id);
    return reason.length === 0 ? [] : say`: ${reason}, and none was available`;
  },
};

const accepted: Readonly<Record<string, Reason>> = {
  "chat.accept-requested": (step, _seen, around) => {
    const taken = { with_bot: ", from the bot", unstaffed: ", from the bot", waiting: "" }[step.before ?? ""] ?? "";
    return say`: ${agentIn(step, around)} accepted it${taken}`;
  },
  "chat.reopen-requested": (step, _seen, around) => say`: ${agentIn(step, around)} opened it again`,
};

const becameBlocked: Readonly<Record<string, Reason>> = {
  "message.received": () => say`, since it began`,
  "call.requested": () => say`, since it began`,
  "chat.blacklist-requested": (step, _seen, around) => say`, since ${agentIn(step, around)} wanted it so`,
  "agent.left": (step, _seen, around) => say`, since ${agentIn(step, around)}, who had it, was removed`,
};

const wasClosed: Readonly<Record<string, Reason>> = {
  "chat.close-requested": (step, _seen, around) => say` by ${agentIn(step, around)}`,
  "chat.expired": (step) => say`: nobody took it for ${numberIn(step, "waitedDays") ?? "many"} days`,
};
