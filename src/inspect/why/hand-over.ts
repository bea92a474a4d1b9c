import type { KeptStep } from "../../actors/history/history.ts";
import { whyFailed } from "./delivery-why.ts";
import type { AnsweredQuestion, Around, Seen, States, Words } from "./why.types.ts";
import { agentIn, ago, arrivalOf, deliveryLink, say, textOf } from "./words.ts";

type Seenbot = Seen<"bot">;

/** Gives the reason of a hand-over from the step of the bot conversation. Empty when that step is not stored any more. */
export function reasonOfOffer(step: KeptStep | undefined, around: Around, chatId: string): Words {
  switch (step?.event.type) {
    case "bot.invitation-posted":
      return say`the bot invited an agent`;
    case "client.wrote":
      return step.event["wantsAgent"] === true
        ? say`the client asked for an agent, by a keyword or the widget’s button`
        : say`the client wrote`;
    case "chat.transferred":
      return say`${transferrer(step, around, chatId)} offered the chat to somebody`;
    default:
      return [];
  }
}

/** Finds the agent who transferred the chat, from the chat's step in the same commit. */
function transferrer({ atMs }: KeptStep, around: Around, chatId: string): Words {
  const steps = around.find("chat", chatId)?.steps ?? [];
  return [
    agentIn(
      steps.find((step) => step.event.type === "chat.transfer-requested" && step.atMs === atMs),
      around,
    ),
  ];
}

/** Gives the reason why the bot's part ended. */
export function reasonOfEnd(seen: Seenbot, around: Around): Words {
  const step = seen.state === "ended" ? arrivalOf(seen) : undefined;
  switch (step?.event.type) {
    case "delivery.ended": {
      const id = String(step.event["deliveryId"]);
      const failed = around.find("delivery", id)?.context;
      const link = deliveryLink(id, failed?.cargo.kind === "bot_event" ? failed.cargo.event.event : "an event");
      return say`the bot did not take ${link}${failed === undefined ? "" : `: ${whyFailed(failed)}`}`;
    }
    case "bot.disconnected":
      return say`the bot was disconnected from the channel`;
    case "client.wrote":
      return say`too many events waited for the bot`;
    default:
      return [];
  }
}

const question = "Why did the bot hand over?";
const forgotten = say`The step in which it did is not kept any more.`;

const answers: {
  readonly [State in Exclude<States["bot"], "with_bot" | "closed">]: (seen: Seenbot, around: Around) => Words;
} = {
  offering: (seen, around) => answerOf(offerIn(seen), around, seen.id),
  unstaffed: (seen, around) => answerOf(offerIn(seen), around, seen.id),
  with_agent: (seen, around) => {
    const offer = offerIn(seen);
    if (offer !== undefined) return answerOf(offer, around, seen.id);
    const taken = arrivalOf(seen);
    if (taken?.event.type === "chat.reopened")
      return say`It did not: the chat was closed, and an agent opened it again ${ago(taken.atMs, around)}.`;
    if (taken?.before !== "with_bot") return forgotten;
    return say`It did not: an agent took the chat ${ago(taken.atMs, around)}, while the bot had it.`;
  },
  ended: (seen, around) => {
    const reason = reasonOfEnd(seen, around);
    return reason.length === 0 ? forgotten : sentenceOf(reason, arrivalOf(seen), around);
  },
};

/** The last step that requested a hand-over. */
const offerIn = ({ steps }: Seenbot): KeptStep | undefined =>
  steps.findLast(
    ({ before, after, event }) =>
      before !== after && (after === "offering" || after === "unstaffed") && event.type !== "deadline.reached",
  );

function answerOf(step: KeptStep | undefined, around: Around, chatId: string): Words {
  const reason = reasonOfOffer(step, around, chatId);
  return reason.length === 0 ? forgotten : sentenceOf(reason, step, around);
}

function sentenceOf(reason: Words, step: KeptStep | undefined, around: Around): Words {
  const when = step === undefined ? [] : say`, ${ago(step.atMs, around)}`;
  const text = textOf(reason);
  const [first, ...rest] = reason;
  const upper = first === undefined ? [] : [{ ...first, text: text.charAt(0).toUpperCase() + first.text.slice(1) }];
  return say`${[...upper, ...rest]}${when}.`;
}

const isAsked = (state: string): state is keyof typeof answers => Object.hasOwn(answers, state);

/** Returns no question while the bot has the chat, or when it had the chat to the end. */
export const askHandOver = (seen: Seenbot | undefined, around: Around): readonly AnsweredQuestion[] =>
  seen === undefined || !isAsked(seen.state) ? [] : [{ question, answer: answers[seen.state](seen, around) }];
