import type { KeptStep } from "../../actors/history/history.ts";
import type { WhyPhrase, WhyValue } from "../../codec/inspect/why-phrase.types.ts";
import { whyFailed } from "./delivery-why.ts";
import type { AnsweredQuestion, Around, Seen, States } from "./why.types.ts";
import { agentIn, ago, arrivalOf, because, deliveryLink, say } from "./words.ts";

type SeenBot = Seen<"bot">;

/** Gives the reason of a hand-over from the step of the bot conversation. Null when that step is not stored any more. */
export function reasonOfOffer(step: KeptStep | undefined, around: Around, chatId: string): WhyPhrase | null {
  switch (step?.event.type) {
    case "bot.invitation-posted":
      return say("botInvited");
    case "client.wrote":
      return say(step.event["wantsAgent"] === true ? "clientAsked" : "wrote");
    case "chat.transferred":
      return say("transferred", { agent: transferrer(step, around, chatId) });
    default:
      return null;
  }
}

/** Finds the agent who transferred the chat, from the chat's step in the same commit. */
function transferrer({ atMs }: KeptStep, around: Around, chatId: string): WhyValue {
  const steps = around.find("chat", chatId)?.steps ?? [];
  return agentIn(
    steps.find((step) => step.event.type === "chat.transfer-requested" && step.atMs === atMs),
    around,
  );
}

/** Gives the reason why the bot's part ended. */
export function reasonOfEnd(seen: SeenBot, around: Around): WhyPhrase | null {
  const step = seen.state === "ended" ? arrivalOf(seen) : undefined;
  switch (step?.event.type) {
    case "delivery.ended": {
      const id = String(step.event["deliveryId"]);
      const context = around.find("delivery", id)?.context;
      const name = context?.cargo.kind === "bot_event" ? context.cargo.event.event : say("anEvent");
      const why = context === undefined ? null : because(whyFailed(context));
      return say("botDidNotAccept", { event: deliveryLink(id, name), why });
    }
    case "bot.disconnected":
      return say("botDisconnected");
    case "client.wrote":
      return say("botTooManyEvents");
    default:
      return null;
  }
}

const forgotten = [say("handOverForgotten")];

type Answer = (seen: SeenBot, around: Around) => readonly WhyPhrase[];

const answers: { readonly [State in Exclude<States["bot"], "with_bot" | "closed">]: Answer } = {
  offering: (seen, around) => answerOf(offerIn(seen), around, seen.id),
  unstaffed: (seen, around) => answerOf(offerIn(seen), around, seen.id),
  with_agent: (seen, around) => {
    const offer = offerIn(seen);
    if (offer !== undefined) return answerOf(offer, around, seen.id);
    const accepted = arrivalOf(seen);
    if (accepted?.event.type === "chat.reopened")
      return [say("noHandOver"), say("reopenedLater", { time: ago(accepted.atMs) })];
    if (accepted?.before !== "with_bot") return forgotten;
    return [say("noHandOver"), say("acceptedMeanwhile", { time: ago(accepted.atMs) })];
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

function answerOf(step: KeptStep | undefined, around: Around, chatId: string): readonly WhyPhrase[] {
  const reason = reasonOfOffer(step, around, chatId);
  return reason === null ? forgotten : [sentenceOf(reason, step)];
}

const sentenceOf = (reason: WhyPhrase, step: KeptStep | undefined): WhyPhrase =>
  step === undefined ? say("reasonAlone", { reason }) : say("reasonAt", { reason, time: ago(step.atMs) });

const isAsked = (state: string): state is keyof typeof answers => Object.hasOwn(answers, state);

/** Returns no question while the bot has the chat, or when it had the chat to the end. */
export const askHandOver = (seen: SeenBot | undefined, around: Around): readonly AnsweredQuestion[] =>
  seen === undefined || !isAsked(seen.state)
    ? []
    : [{ question: say("askHandOver"), answer: answers[seen.state](seen, around) }];
