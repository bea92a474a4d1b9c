import type { AttemptRecord, DeliveryContext } from "../../../machines/delivery/delivery.types.ts";
import { policyFor } from "../../../machines/delivery/policies.ts";
import type { DeliveryId } from "../../../machines/ids.ts";
import { clauseOf, clauseOfAttempts, isOutcomeOf, receivers } from "./failure-words.ts";
import type { Around, Sentences, Words } from "./why.types.ts";
import {
  agentLink,
  ago,
  arrivalOf,
  chatLink,
  deliveryLink,
  due,
  lasting,
  say,
  sinceAgo,
  sinceLasting,
  spanOf,
} from "./words.ts";

export const deliverySentences: Sentences<"delivery"> = {
  pending: (seen, around) => {
    const again = arrivalOf(seen)?.event.type === "delivery.requeued" ? " to be sent again" : " for its turn";
    return say`Waits${again}${sinceLasting(seen, around)}${behind(seen.context, around)}; ${carriedBy(seen.context, around)}.`;
  },
  attempting: ({ context }, around) => {
    const running = context.attempts.at(-1);
    const since = running === undefined ? [] : say` ${lasting(running.startedAtMs, around)}`;
    const policy = policyFor(context.cargo);
    const called = context.cancellation;
    const last = called === null ? "" : `, the last one, since ${clauseOf(called, context.cargo)}`;
    return say`${numberOf(context)} ${since.length === 0 ? "is" : "has been"} under way${since}${last}: ${receivers[context.cargo.kind]} has ${spanOf(policy.timeoutMs)} to answer${failedBefore(context)}; ${carriedBy(context, around)}.`;
  },
  backing_off: ({ context, deadlines }, around) => {
    const atMs = deadlines.find(({ id }) => id === "next-attempt")?.atMs;
    const next = numberOf(context, 1);
    const when = atMs === undefined ? [] : say`, ${due(atMs, around)}`;
    const last = context.attempts.at(-1);
    const why =
      seriesOf(context).length === 0 || last?.failure === null || last === undefined
        ? say`the service ended before it was begun`
        : say`${clauseOfAttempts(seriesOf(context), context.cargo)}, ${ago(endOf(last), around)}`;
    return say`Waits for ${lowered(next)}${when}: ${why}; ${carriedBy(context, around)}.`;
  },
  delivered: (seen, around) => {
    const { context } = seen;
    const last = context.attempts.at(-1);
    const status = last?.httpStatus;
    const answered =
      context.cargo.kind === "mail" || status === null || status === undefined ? "took it" : `answered ${status}`;
    const took = last?.durationMs === null || last === undefined ? "" : ` within ${lengthOf(last.durationMs)}`;
    return say`Delivered${sinceAgo(seen, around)} by ${lowered(numberOf(context))}: ${receivers[context.cargo.kind]} ${answered}${took}; ${carriedBy(context, around)}.`;
  },
  failed: (seen, around) =>
    say`Failed${sinceAgo(seen, around)}: ${whyFailed(seen.context)}; ${carriedBy(seen.context, around)}.`,
};

/** Returns the attempts of the current series. */
export const seriesOf = ({ attempts, seriesOffset }: DeliveryContext): readonly AttemptRecord[] =>
  attempts.slice(seriesOffset);

/** "Attempt 2 of 3" in the current series, or the one `more` attempts later. */
export function numberOf(context: DeliveryContext, more = 0): string {
  const number = seriesOf(context).length + more;
  const series = context.seriesOffset > 0 ? " of another series" : "";
  return `Attempt ${number} of ${policyFor(context.cargo).attemptsMax}${series}`;
}
export const lowered = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

const lengthOf = (ms: number): string => (ms < 1_000 ? `${Math.round(ms)} ms` : spanOf(ms));
const endOf = ({ startedAtMs, durationMs }: AttemptRecord): number => startedAtMs + (durationMs ?? 0);

function failedBefore(context: DeliveryContext): string {
  const before = seriesOf(context).slice(0, -1);
  return before.length === 0 ? "" : `; before, ${clauseOfAttempts(before, context.cargo)}`;
}

/** Gives the outcome of the attempts, or the reason why no further one was made. */
export function whyFailed(context: DeliveryContext): string {
  const { error, cargo, cancellation } = context;
  const series = seriesOf(context);
  const clauses = clauseOfAttempts(series, cargo);
  if (error === null) return clauses === "" ? "nothing says why" : clauses;
  if (!isOutcomeOf(error, series.at(-1)))
    return clauses === "" ? clauseOf(error, cargo) : `${clauseOf(error, cargo)}; before, ${clauses}`;
  if (cancellation !== null)
    return `${clauses}, and no more attempts were to be made: ${clauseOf(cancellation, cargo)}`;
  return series.length < policyFor(cargo).attemptsMax ? `${clauses}, and that answer is final` : clauses;
}

/** Names the cargo and its owner. */
function carriedBy({ cargo, chatId }: DeliveryContext, around: Around): Words {
  const chat = chatLink(chatId);
  switch (cargo.kind) {
    case "message":
      return cargo.sender.id > 0
        ? say`sent by ${agentLink(cargo.sender.id, around)}’s reply in ${chat}`
        : say`sent by the bot’s message in ${chat}`;
    case "bot_event":
      return say`it tells the bot ${cargo.event.event} of ${chat}`;
    case "webhook":
      return say`it tells of ${cargo.event} of ${chat}`;
    case "mail":
      return "answer" in cargo
        ? say`it is ${agentLink(cargo.answer.agentId, around)}’s answer to left message ${cargo.answer.number}`
        : say`it is the log of ${chat}`;
  }
}

/** Names the delivery before this one in the lane. */
export function behind(context: DeliveryContext, around: Around): Words {
  const front = frontOf(context, around);
  if (front === null || front === context.id) return [];
  const what = context.cargo.kind === "message" ? "another message" : "another event";
  return say` behind ${deliveryLink(front, what)}, as only one is sent at a time`;
}

function frontOf({ cargo, chatId }: DeliveryContext, around: Around): DeliveryId | null {
  switch (cargo.kind) {
    case "message":
      return around.find("chat", chatId)?.context.lane.active ?? null;
    case "bot_event":
      return around.find("bot", chatId)?.context.lane.active?.deliveryId ?? null;
    case "webhook":
      return around.find("webhooks", chatId)?.context.lane.active ?? null;
    case "mail":
      return null;
  }
}
