import type { KeptStep } from "../../actors/history/history.ts";
import { whyFailed } from "./delivery-why.ts";
import type { AnsweredQuestion, Around, Explanations, Said, Seen, States, Words } from "./sentences.ts";
import {
  agentIn,
  ago,
  arrivalOf,
  because,
  chatLink,
  deliveryLink,
  due,
  say,
  sinceAgo,
  sinceLasting,
} from "./sentences.ts";

type SeenBot = Seen<"bot">;

export const botExplanations: Explanations<"bot"> = {
  with_bot: (seen) => [say`The bot has had ${chatLink(seen.id)}${sinceLasting(seen)}${lane(seen)}.`],
  offering: (seen, around) => {
    const endsMs = seen.deadlines.find(({ id }) => id === "offer-ends")?.atMs;
    const why = because(reasonOfOffer(arrivalOf(seen), around, seen.id));
    return [
      say`Offers ${chatLink(seen.id)} to the agents${sinceLasting(seen)}${why}.`,
      ...(endsMs === undefined ? [] : [say`If no agent accepts the chat, the offer ends ${due(endsMs)}.`]),
    ];
  },
  unstaffed: (seen, around) => [
    say`Without an agent${sinceLasting(seen)}${because(whyUnstaffed(seen, around))}.`,
    say`The bot continues with ${chatLink(seen.id)}.`,
  ],
  with_agent: (seen) => [
    say`An agent accepted the chat${sinceAgo(seen)}.`,
    say`Only agents see what the bot writes now.`,
    ...(seen.context.lane.active?.event === "AGENT_JOINED"
      ? [say`The event AGENT_JOINED is being sent to the bot.`]
      : []),
  ],
  ended: (seen, around) => {
    const why = because(reasonOfEnd(seen, around));
    return [say`The bot’s part of ${chatLink(seen.id)} ended${sinceAgo(seen)}${why}.`];
  },
  closed: (seen) => [
    say`Ended${sinceAgo(seen)}: ${chatLink(seen.id)} was closed, or its client was put on the blacklist, before an agent accepted the chat.`,
  ],
};

function whyUnstaffed(seen: SeenBot, around: Around): Words | null {
  const step = arrivalOf(seen);
  if (step?.event.type === "deadline.reached") return say`no agent accepted the chat in time`;
  const reason = reasonOfOffer(step, around, seen.id);
  return reason === null ? null : say`${reason}, and no agent was available`;
}

/** Names the event that is being sent to the bot. */
function lane({ context: { lane } }: SeenBot): Words {
  const { active, waiting } = lane;
  if (active === null) return say`, and has received all events`;
  const event = deliveryLink(active.deliveryId, active.event);
  const more =
    waiting.length === 0
      ? null
      : say`, and ${waiting.length} more ${waiting.length === 1 ? "event waits" : "events wait"}`;
  return say`; ${event} is being sent to the bot${more}`;
}

/** Gives the reason of a hand-over from the step of the bot conversation. Null when that step is not stored any more. */
export function reasonOfOffer(step: KeptStep | undefined, around: Around, chatId: string): Words | null {
  switch (step?.event.type) {
    case "bot.invitation-posted":
      return say`the bot invited an agent`;
    case "client.wrote":
      return step.event["wantsAgent"] === true
        ? say`the client asked for an agent with a keyword or with the button of the widget`
        : say`the client wrote`;
    case "chat.transferred":
      return say`${transferrer(step, around, chatId)} transferred the chat`;
    default:
      return null;
  }
}

/** Finds the agent who transferred the chat, from the chat's step in the same commit. */
function transferrer({ atMs }: KeptStep, around: Around, chatId: string): Said {
  const steps = around.find("chat", chatId)?.steps ?? [];
  return agentIn(
    steps.find((step) => step.event.type === "chat.transfer-requested" && step.atMs === atMs),
    around,
  );
}

/** Gives the reason why the bot's part ended. */
export function reasonOfEnd(seen: SeenBot, around: Around): Words | null {
  const step = seen.state === "ended" ? arrivalOf(seen) : undefined;
  switch (step?.event.type) {
    case "delivery.ended": {
      const id = String(step.event["deliveryId"]);
      const context = around.find("delivery", id)?.context;
      const name = context?.cargo.kind === "bot_event" ? context.cargo.event.event : "an event";
      const why = context === undefined ? null : because(whyFailed(context));
      return say`the bot did not accept ${deliveryLink(id, name)}${why}`;
    }
    case "bot.disconnected":
      return say`the bot was disconnected from the channel`;
    case "client.wrote":
      return say`too many events waited for the bot`;
    default:
      return null;
  }
}

const forgotten = [say`The step of the hand-over is not stored any more.`];

type Answer = (seen: SeenBot, around: Around) => readonly Words[];

const answers: { readonly [State in Exclude<States["bot"], "with_bot" | "closed">]: Answer } = {
  offering: (seen, around) => answerOf(offerIn(seen), around, seen.id),
  unstaffed: (seen, around) => answerOf(offerIn(seen), around, seen.id),
  with_agent: (seen, around) => {
    const offer = offerIn(seen);
    if (offer !== undefined) return answerOf(offer, around, seen.id);
    const accepted = arrivalOf(seen);
    if (accepted?.event.type === "chat.reopened")
      return [
        say`The bot did not hand over.`,
        say`The chat was closed, and an agent reopened it ${ago(accepted.atMs)}.`,
      ];
    if (accepted?.before !== "with_bot") return forgotten;
    return [
      say`The bot did not hand over.`,
      say`An agent accepted the chat ${ago(accepted.atMs)}, while the bot had it.`,
    ];
  },
  ended: (seen, around) => {
    const reason = reasonOfEnd(seen, around);
    return reason === null ? forgotten : [sentenceOf(reason, arrivalOf(seen))];
  },
};

/** The last step that requested a hand-over. */
const offerIn = ({ steps }: SeenBot): KeptStep | undefined =>
  steps.findLast(
    ({ before, after, event }) =>
      before !== after && (after === "offering" || after === "unstaffed") && event.type !== "deadline.reached",
  );

function answerOf(step: KeptStep | undefined, around: Around, chatId: string): readonly Words[] {
  const reason = reasonOfOffer(step, around, chatId);
  return reason === null ? forgotten : [sentenceOf(reason, step)];
}

const sentenceOf = (reason: Words, step: KeptStep | undefined): Words =>
  step === undefined ? say`${reason}.` : say`${reason}, ${ago(step.atMs)}.`;

const isAsked = (state: string): state is keyof typeof answers => Object.hasOwn(answers, state);

/** Returns no question while the bot has the chat, or when it had the chat to the end. */
export const askHandOver = (seen: SeenBot | undefined, around: Around): readonly AnsweredQuestion[] =>
  seen === undefined || !isAsked(seen.state)
    ? []
    : [{ question: "Why did the bot hand over?", answer: answers[seen.state](seen, around) }];
