import { offeredWords } from "./chat-why.ts";
import type { AnsweredQuestion, Around, Seen, States, Words } from "./why.types.ts";
import { agentLink, arrivalOf, channelLink, lasting, listOf, say } from "./words.ts";

type Unaccepted = Exclude<States["chat"], "with_agent" | "closed">;

const nobody = "Why is nobody offered this chat?";
const somebody = "Who is offered this chat?";

const answers: { readonly [State in Unaccepted]: (seen: Seen<"chat">, around: Around) => AnsweredQuestion } = {
  with_bot: () => ({ question: nobody, answer: say`The bot has it. Any agent of the channel may take it over.` }),
  blocked: () => ({ question: nobody, answer: say`The client is on the blacklist.` }),
  unstaffed: (seen, around) => askChannel(seen, around, say` The bot goes on until one takes it.`),
  waiting: (seen, around) => (seen.context.offer === null ? askChannel(seen, around, []) : askOffer(seen, around)),
};

/** For a chat that was transferred, or whose client was invited by a department. */
function askOffer(seen: Seen<"chat">, around: Around): AnsweredQuestion {
  const { offer } = seen.context;
  const step = arrivalOf(seen);
  const since = step === undefined ? [] : say` ${lasting(step.atMs, around)}`;
  const state = offer?.kind === "agent" ? around.find("agent", offer.id)?.state : undefined;
  const presence = state === undefined ? "" : `, now ${state}`;
  const answer = say`${offeredWords(seen, around)}${presence}; the offer stands${since}. Others of the channel may take it as well.`;
  return { question: somebody, answer: capital(answer) };
}

/** For a chat that every agent of the channel sees. Names the agents who could take it. */
function askChannel({ context }: Seen<"chat">, around: Around, more: Words): AnsweredQuestion {
  const channel = channelLink(context.channelId, around);
  const found = around.find("channel", context.channelId);
  if (found === undefined || found.state === "removed")
    return { question: nobody, answer: say`${channel} was removed.${more}` };
  const { settings } = found.context;
  if (settings.agentIds.length === 0) return { question: nobody, answer: say`${channel} has no agents.${more}` };
  const asked = settings.agentIds.slice(0, agentsMax).map((id) => ({ id, state: around.find("agent", id)?.state }));
  const inState = (state: string) =>
    listOf(asked.filter((agent) => agent.state === state).map(({ id }) => agentLink(id, around)));
  const available = inState("available");
  if (available.length > 0)
    return { question: somebody, answer: say`Everybody on ${channel} may take it; available: ${available}.${more}` };
  const unavailable = inState("unavailable");
  const why =
    unavailable.length === 0
      ? say`No agent of ${channel} is connected`
      : say`No agent of ${channel} is available: ${unavailable} switched to unavailable, nobody else is connected`;
  return { question: nobody, answer: say`${why}.${more}` };
}

/** Agents of a channel that are examined. */
const agentsMax = 500;

const capital = ([first, ...rest]: Words): Words =>
  first === undefined ? [] : [{ ...first, text: first.text.charAt(0).toUpperCase() + first.text.slice(1) }, ...rest];

const isAsked = (state: string): state is Unaccepted => Object.hasOwn(answers, state);

/** Returns no question for a chat that an agent has, or that is closed. */
export const askOffered = (seen: Seen<"chat">, around: Around): readonly AnsweredQuestion[] =>
  isAsked(seen.state) ? [answers[seen.state](seen, around)] : [];
