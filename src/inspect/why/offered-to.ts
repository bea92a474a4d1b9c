import type { WhyPhrase } from "../../codec/inspect/why-phrase.types.ts";
import { offeredTo } from "./chat-why.ts";
import type { AnsweredQuestion, Around, Seen, States } from "./why.types.ts";
import { agentLink, arrivalOf, channelLink, lasting, listOf, say } from "./words.ts";

type Unaccepted = Exclude<States["chat"], "with_agent" | "closed">;

const nobody = say("askNobody");
const somebody = say("askWho");

const answers: { readonly [State in Unaccepted]: (seen: Seen<"chat">, around: Around) => AnsweredQuestion } = {
  with_bot: () => ({ question: nobody, answer: [say("botHasIt"), say("anyMayTake")] }),
  blocked: () => ({ question: nobody, answer: [say("onBlacklist")] }),
  unstaffed: (seen, around) => {
    const { question, answer } = askChannel(seen, around);
    return { question, answer: [...answer, say("botContinuesUntil")] };
  },
  waiting: (seen, around) => (seen.context.offer === null ? askChannel(seen, around) : askOffer(seen, around)),
};

/** For a chat that was transferred, or whose client was invited by a department. */
function askOffer(seen: Seen<"chat">, around: Around): AnsweredQuestion {
  const { offer } = seen.context;
  const step = arrivalOf(seen);
  const answer = say("offeredTo", {
    whom: offeredTo(seen, around),
    since: step === undefined ? null : say("since", { time: lasting(step.atMs) }),
    presence: offer?.kind === "agent" ? presenceOf(around.find("agent", offer.id)?.state) : null,
  });
  return { question: somebody, answer: [answer, say("othersMayTake")] };
}

const presences = new Map<string | undefined, WhyPhrase>([
  ["available", say("nowAvailable")],
  ["unavailable", say("nowUnavailable")],
  ["absent", say("nowAbsent")],
  ["removed", say("nowRemoved")],
]);
const presenceOf = (state: string | undefined): WhyPhrase | null => presences.get(state) ?? null;

/** For a chat that every agent of the channel sees. Names the agents who could accept it. */
function askChannel({ context }: Seen<"chat">, around: Around): AnsweredQuestion {
  const channel = channelLink(context.channelId, around);
  const found = around.find("channel", context.channelId);
  if (found === undefined || found.state === "removed")
    return { question: nobody, answer: [say("channelWasRemoved", { channel })] };
  const { settings } = found.context;
  if (settings.agentIds.length === 0) return { question: nobody, answer: [say("channelHasNoAgents", { channel })] };
  const asked = settings.agentIds.slice(0, agentsMax).map((id) => ({ id, state: around.find("agent", id)?.state }));
  const linksIn = (state: string) =>
    asked.filter((agent) => agent.state === state).map(({ id }) => agentLink(id, around));
  const available = linksIn("available");
  if (available.length > 0)
    return {
      question: somebody,
      answer: [say("everyoneMayTake", { channel }), say("availableNow", { names: listOf(available) })],
    };
  const unavailable = linksIn("unavailable");
  const answer =
    unavailable.length === 0
      ? say("noneConnectedOn", { channel })
      : say("noneAvailableOn", { channel, names: listOf(unavailable), n: unavailable.length });
  return { question: nobody, answer: [answer] };
}

/** Agents of a channel that are examined. */
const agentsMax = 500;

const isAsked = (state: string): state is Unaccepted => Object.hasOwn(answers, state);

/** Returns no question for a chat that an agent has, or that is closed. */
export const askOffered = (seen: Seen<"chat">, around: Around): readonly AnsweredQuestion[] =>
  isAsked(seen.state) ? [answers[seen.state](seen, around)] : [];
