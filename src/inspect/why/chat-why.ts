import type { KeptStep } from "../../actors/history/history.ts";
import { reasonOfEnd, reasonOfOffer } from "./bot-why.ts";
import type { AnsweredQuestion, Around, Explanations, Said, Seen, States, Words } from "./sentences.ts";
import {
  agentIn,
  agentLink,
  arrivalOf,
  because,
  channelLink,
  isAre,
  lasting,
  listOf,
  numberIn,
  say,
  sinceAgo,
  sinceLasting,
} from "./sentences.ts";

type SeenChat = Seen<"chat">;
type Reason = (step: KeptStep, seen: SeenChat, around: Around) => Words | null;
type Reasons = Readonly<Record<string, Reason>>;

export const chatExplanations: Explanations<"chat"> = {
  with_bot: (seen, around) => [
    say`With the bot${sinceLasting(seen)}${why(seen, around, metBot)}.`,
    ...refusedPost(seen),
  ],
  waiting: (seen, around) => {
    const whom = seen.context.offer === null ? say`an agent` : offeredTo(seen, around);
    return [say`Waits for ${whom}${sinceLasting(seen)}${why(seen, around, beganToWait)}.`];
  },
  unstaffed: (seen, around) => [
    say`Without an agent${sinceLasting(seen)}${why(seen, around, becameUnstaffed)}.`,
    say`Meanwhile the bot continues.`,
  ],
  with_agent: (seen, around) => {
    const { agent } = seen.context;
    const link = agent === null ? say`an agent` : agentLink(agent.id, around);
    return [say`With ${link}${sinceLasting(seen)}${why(seen, around, accepted)}.`];
  },
  blocked: (seen, around) => [
    say`Offered to no agent${sinceLasting(seen)}${why(seen, around, becameBlocked)}.`,
    say`The messages of the client are stored.`,
  ],
  closed: (seen, around) => [say`Closed${sinceAgo(seen)}${why(seen, around, wasClosed)}.`],
};

/** The agent or the department that the chat is offered to. */
function offeredTo({ context: { offer } }: SeenChat, around: Around): Said {
  if (offer === null) return say`an agent`;
  return offer.kind === "agent" ? agentLink(offer.id, around) : say`the department ${offer.name}`;
}

/** Gives the reason from the step that led to the state. Null when that step is not stored any more. */
function why(seen: SeenChat, around: Around, reasons: Reasons): Words | null {
  const step = arrivalOf(seen);
  if (step === undefined) return null;
  const reason = reasons[step.event.type];
  return because(
    reason === undefined ? say`the event ${step.event.type} led to this state` : reason(step, seen, around),
  );
}

const saidInDialogue = ["message.received", "bot.replied", "bot.post-refused"];

/** The client still waits for the answer that was refused. */
function refusedPost({ steps }: SeenChat): readonly Words[] {
  const last = steps.findLast(({ event: { type } }) => saidInDialogue.includes(type))?.event;
  if (last?.type !== "bot.post-refused") return [];
  return [say`The last post of the bot was refused: ${String(last["field"] ?? last["failure"])}.`];
}

const wroteOn = ({ context }: SeenChat, around: Around): Words =>
  say`the client wrote on ${channelLink(context.channelId, around)}`;

const began: Reasons = {
  "message.received": ({ before }, seen, around) => (before === null ? wroteOn(seen, around) : say`the client wrote`),
  "call.requested": () => say`a call of the client created the chat`,
};

const metBot: Reasons = {
  ...began,
  "message.received": ({ before }, { context }, around) =>
    before === null
      ? say`the client wrote on ${channelLink(context.channelId, around)}, which has a bot`
      : say`the client wrote after the call`,
};

const beganToWait: Reasons = {
  ...began,
  "bot.offered": (step, { id }, around) => {
    const bot = around.find("bot", id);
    const offered = bot?.steps.findLast(({ after, atMs }) => after === "offering" && atMs === step.atMs);
    return reasonOfOffer(offered, around, id) ?? say`the bot asked for an agent`;
  },
  "bot.ended": (_step, { id }, around) => {
    const bot = around.find("bot", id);
    return (bot === undefined ? null : reasonOfEnd(bot, around)) ?? say`the bot’s part of the chat ended`;
  },
  "chat.transfer-requested": (step, _seen, around) => say`${agentIn(step, around)} transferred the chat`,
  "agent.left": (step, _seen, around) => say`${agentIn(step, around)} had the chat and was removed`,
  "chat.blacklist-requested": (step, _seen, around) => say`${agentIn(step, around)} took the client off the blacklist`,
};

const becameUnstaffed: Reasons = {
  "bot.unstaffed": (step, { id }, around) => {
    const bot = around.find("bot", id);
    const ended = bot?.steps.findLast(({ after, atMs }) => after === "unstaffed" && atMs === step.atMs);
    if (ended?.event.type === "deadline.reached") return say`no agent accepted the chat in time`;
    const reason = reasonOfOffer(ended, around, id);
    return reason === null ? null : say`${reason}, and no agent was available`;
  },
};

const accepted: Reasons = {
  "chat.accept-requested": (step, _seen, around) => {
    const wasWithBot = step.before === "with_bot" || step.before === "unstaffed";
    return wasWithBot
      ? say`${agentIn(step, around)} accepted the chat from the bot`
      : say`${agentIn(step, around)} accepted the chat`;
  },
  "chat.reopen-requested": (step, _seen, around) => say`${agentIn(step, around)} reopened the chat`,
};

const becameBlocked: Reasons = {
  "message.received": () => say`the client was on the blacklist when the chat began`,
  "call.requested": () => say`the client was on the blacklist when the chat began`,
  "chat.blacklist-requested": (step, _seen, around) => say`${agentIn(step, around)} put the client on the blacklist`,
  "agent.left": (step, _seen, around) => say`${agentIn(step, around)} had the chat and was removed`,
};

const wasClosed: Reasons = {
  "chat.close-requested": (step, _seen, around) => say`${agentIn(step, around)} closed the chat`,
  "chat.expired": (step) => {
    const days = numberIn(step, "waitedDays");
    return days === undefined
      ? say`no agent accepted the chat for many days`
      : say`no agent accepted the chat for ${days} ${days === 1 ? "day" : "days"}`;
  },
};

type Unaccepted = Exclude<States["chat"], "with_agent" | "closed">;

const nobody = "Why is no agent offered this chat?";

const somebody = "Who is offered this chat?";

const answers: { readonly [State in Unaccepted]: (seen: Seen<"chat">, around: Around) => AnsweredQuestion } = {
  with_bot: () => ({
    question: nobody,
    answer: [say`The bot has the chat.`, say`Every agent of the channel may accept it.`],
  }),
  blocked: () => ({ question: nobody, answer: [say`The client is on the blacklist.`] }),
  unstaffed: (seen, around) => {
    const { question, answer } = askChannel(seen, around);
    return { question, answer: [...answer, say`The bot continues until an agent accepts the chat.`] };
  },
  waiting: (seen, around) => (seen.context.offer === null ? askChannel(seen, around) : askOffer(seen, around)),
};

/** For a chat that was transferred, or whose client was invited by a department. */
function askOffer(seen: Seen<"chat">, around: Around): AnsweredQuestion {
  const { offer } = seen.context;
  const step = arrivalOf(seen);
  const since = step === undefined ? null : say` ${lasting(step.atMs)}`;
  const presence = offer?.kind === "agent" ? presences.get(around.find("agent", offer.id)?.state) : null;
  const answer = say`The chat has been offered${since} to ${offeredTo(seen, around)}${presence ?? null}.`;
  return { question: somebody, answer: [answer, say`Other agents of the channel may accept it as well.`] };
}

const presences = new Map<string | undefined, string>([
  ["available", ", who is available now"],
  ["unavailable", ", who is unavailable now"],
  ["absent", ", who is absent now"],
  ["removed", ", who was removed"],
]);

/** For a chat that every agent of the channel sees. Names the agents who could accept it. */
function askChannel({ context }: Seen<"chat">, around: Around): AnsweredQuestion {
  const channel = channelLink(context.channelId, around);
  const found = around.find("channel", context.channelId);
  if (found === undefined || found.state === "removed")
    return { question: nobody, answer: [say`The channel ${channel} was removed.`] };
  const { settings } = found.context;
  if (settings.agentIds.length === 0) return { question: nobody, answer: [say`The channel ${channel} has no agents.`] };
  const asked = settings.agentIds.slice(0, agentsMax).map((id) => ({ id, state: around.find("agent", id)?.state }));
  const linksIn = (state: string) =>
    asked.filter((agent) => agent.state === state).map(({ id }) => agentLink(id, around));
  const available = linksIn("available");
  if (available.length > 0)
    return {
      question: somebody,
      answer: [say`Every agent of ${channel} may accept the chat.`, say`Available: ${listOf(available)}.`],
    };
  const unavailable = linksIn("unavailable");
  const answer =
    unavailable.length === 0
      ? say`No agent of ${channel} is connected.`
      : say`No agent of ${channel} is available: ${listOf(unavailable)} ${isAre(unavailable)} set to unavailable, and nobody else is connected.`;
  return { question: nobody, answer: [answer] };
}

/** Agents of a channel that are examined. */
const agentsMax = 500;

const isAsked = (state: string): state is Unaccepted => Object.hasOwn(answers, state);

/** Returns no question for a chat that an agent has, or that is closed. */
export const askOffered = (seen: Seen<"chat">, around: Around): readonly AnsweredQuestion[] =>
  isAsked(seen.state) ? [answers[seen.state](seen, around)] : [];
