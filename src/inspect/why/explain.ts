import type { ExplainedState } from "../../codec/inspect/inspected.types.ts";
import type { WhyPhrase, WhyTime } from "../../codec/inspect/why-phrase.types.ts";
import { piecesOf } from "../../codec/inspect/why-pieces.ts";
import { whyTexts } from "../../codec/inspect/why-texts.ts";
import type { ActorKind } from "../../core/ids.ts";
import { toWholeSpan } from "../../core/whole-span.ts";
import { callExplanations } from "./call-why.ts";
import { chatExplanations, offeredTo } from "./chat-why.ts";
import { deliveryExplanations } from "./delivery-why.ts";
import { askHandOver, reasonOfEnd, reasonOfOffer } from "./hand-over.ts";
import { agentExplanations, channelExplanations } from "./presence-why.ts";
import { askArrival } from "./webhook-arrival.ts";
import { askFront, webhooksExplanations } from "./webhooks-why.ts";
import type { AnsweredQuestion, Around, Explain, Explanations, Seen, States } from "./why.types.ts";
import {
  agentLink,
  arrivalOf,
  because,
  channelLink,
  chatLink,
  deliveryLink,
  due,
  lasting,
  listOf,
  say,
  sinceAgo,
  sinceLasting,
} from "./words.ts";

type SeenBot = Seen<"bot">;

const botExplanations: Explanations<"bot"> = {
  with_bot: (seen) => [say("botHas", { chat: chatLink(seen.id), since: sinceLasting(seen), lane: lane(seen) })],
  offering: (seen, around) => {
    const endsMs = seen.deadlines.find(({ id }) => id === "offer-ends")?.atMs;
    const why = because(reasonOfOffer(arrivalOf(seen), around, seen.id));
    return [
      say("botOffers", { chat: chatLink(seen.id), since: sinceLasting(seen), why }),
      ...(endsMs === undefined ? [] : [say("offerEnds", { time: due(endsMs) })]),
    ];
  },
  unstaffed: (seen, around) => [
    say("botUnstaffed", { since: sinceLasting(seen), why: because(whyUnstaffed(seen, around)) }),
    say("botContinuesWith", { chat: chatLink(seen.id) }),
  ],
  with_agent: (seen) => [
    say("botLostChat", { since: sinceAgo(seen) }),
    say("botForAgents"),
    ...(seen.context.lane.active?.event === "AGENT_JOINED" ? [say("joinedOnWay")] : []),
  ],
  ended: (seen, around) => {
    const why = because(reasonOfEnd(seen, around));
    return [say("botPartEnded", { chat: chatLink(seen.id), since: sinceAgo(seen), why })];
  },
  closed: (seen) => [say("botClosed", { chat: chatLink(seen.id), since: sinceAgo(seen) })],
};

function whyUnstaffed(seen: SeenBot, around: Around): WhyPhrase | null {
  const step = arrivalOf(seen);
  if (step?.event.type === "deadline.reached") return say("notAcceptedInTime");
  const reason = reasonOfOffer(step, around, seen.id);
  return reason === null ? null : say("noneAvailable", { reason });
}

/** Names the event that is being sent to the bot. */
function lane({ context: { lane } }: SeenBot): WhyPhrase {
  const { active, waiting } = lane;
  if (active === null) return say("laneEmpty");
  const event = deliveryLink(active.deliveryId, active.event);
  return waiting.length === 0 ? say("laneSending", { event }) : say("laneSendingMore", { event, n: waiting.length });
}

interface Explained<Kind extends ActorKind> {
  readonly explanations: Explanations<Kind>;
  readonly ask: (seen: Seen<Kind>, around: Around) => readonly AnsweredQuestion[];
}

const nothing = (): readonly AnsweredQuestion[] => [];

const kinds: { readonly [Kind in ActorKind]: Explained<Kind> } = {
  agent: { explanations: agentExplanations, ask: nothing },
  bot: { explanations: botExplanations, ask: askHandOver },
  call: { explanations: callExplanations, ask: nothing },
  channel: { explanations: channelExplanations, ask: nothing },
  chat: {
    explanations: chatExplanations,
    ask: (seen, around) => [...askOffered(seen, around), ...askHandOver(around.find("bot", seen.id), around)],
  },
  delivery: { explanations: deliveryExplanations, ask: askArrival },
  webhooks: { explanations: webhooksExplanations, ask: askFront },
};

/**
 * Explains why an actor is in its state, and answers further questions about that state. It uses only the stored state and the stored steps.
 * The English times count from `nowMs`. Returns `null` when state or context do not fit the machine, because the row is older or damaged.
 */
export function explainState<Kind extends ActorKind>(
  seen: Seen<Kind>,
  around: Around,
  nowMs: number,
): ExplainedState | null {
  const { explanations, ask }: Explained<Kind> = kinds[seen.kind];
  const table: Readonly<Record<string, Explain<Kind>>> = explanations;
  if (!Object.hasOwn(table, seen.state)) return null;
  try {
    const phrases = table[seen.state]?.(seen, around) ?? [];
    const questions = ask(seen, around).map(({ question, answer }) => ({
      question: inEnglish([question], nowMs),
      asked: question,
      sentence: inEnglish(answer, nowMs),
      phrases: answer,
    }));
    return { sentence: inEnglish(phrases, nowMs), phrases, questions };
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}

const texts: Readonly<Record<string, string | { readonly one: string; readonly other: string }>> = whyTexts;

const wording = {
  locale: "en-GB",
  textOf(key: string, n: number | undefined): string {
    const text = texts[key] ?? "";
    if (typeof text === "string") return text;
    return n === 1 ? text.one : text.other;
  },
};

/** The sentences in English, as one text. Times count from `nowMs`. */
export const inEnglish = (sentences: readonly WhyPhrase[], nowMs: number): string =>
  sentences.map((sentence) => sentenceOf(sentence, nowMs)).join(" ");

function sentenceOf(sentence: WhyPhrase, nowMs: number): string {
  const words = piecesOf(sentence, wording).map((piece) => {
    if (typeof piece !== "object") return String(piece);
    if ("actor" in piece) return piece.label;
    if ("atMs" in piece) return momentOf(piece, nowMs);
    return "spanMs" in piece ? spanOf(piece.spanMs) : lengthOf(piece.lengthMs);
  });
  return words.join("");
}

function momentOf({ atMs, time }: WhyTime, nowMs: number): string {
  if (time === "in") return atMs > nowMs ? fill("dueIn", atMs - nowMs) : whyTexts.dueNow;
  return fill(time === "ago" ? "ago" : "lasting", nowMs - atMs);
}

const fill = (key: "ago" | "lasting" | "dueIn", durationMs: number): string =>
  whyTexts[key].replace("{span}", spanOf(durationMs));

const units = { seconds: "s", minutes: "min", hours: "h", days: "d" } as const;

/** "44 s", "3 min", "2 h", "4 d". */
function spanOf(durationMs: number): string {
  const [unit, count] = toWholeSpan(durationMs);
  return `${count} ${units[unit]}`;
}

const lengthOf = (ms: number): string => (ms < 1_000 ? `${Math.round(ms)} ms` : spanOf(ms));

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
const askOffered = (seen: Seen<"chat">, around: Around): readonly AnsweredQuestion[] =>
  isAsked(seen.state) ? [answers[seen.state](seen, around)] : [];
