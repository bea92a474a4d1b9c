import type { AttemptRecord, DeliveryContext } from "../../../machines/delivery/delivery.types.ts";
import { policyFor } from "../../../machines/delivery/policies.ts";
import type { DeliveryId } from "../../../machines/ids.ts";
import type { WebhookLane } from "../../../machines/webhooks/webhooks.machine.ts";
import { failureOf, failuresOf, isOutcomeOf, receiverOf } from "./failure.ts";
import type { AnsweredQuestion, Around, Explanations, Seen, States, Words } from "./sentences.ts";
import {
  agentLink,
  ago,
  arrivalOf,
  channelLink,
  chatLink,
  deliveryLink,
  due,
  lasting,
  say,
  sinceAgo,
  sinceLasting,
  spanOf,
} from "./sentences.ts";

export const deliveryExplanations: Explanations<"delivery"> = {
  pending: (seen, around) => {
    const turn = arrivalOf(seen)?.event.type === "delivery.requeued" ? "to be sent again" : "for its turn";
    return [say`Waits ${turn}${sinceLasting(seen)}${front(seen.context, around)}.`, cargoOf(seen.context, around)];
  },
  attempting: ({ context }, around) => {
    const running = context.attempts.at(-1);
    const attempt = attemptOf(context);
    const { cancellation, cargo } = context;
    const last = cancellation === null ? null : say`; it is the last one, because ${failureOf(cancellation, cargo)}`;
    return [
      running === undefined
        ? say`${attempt} is under way${last}.`
        : say`${attempt} has been under way ${lasting(running.startedAtMs)}${last}.`,
      say`${receiverOf(cargo)} has ${spanOf(policyFor(cargo).timeoutMs)} to answer.`,
      ...earlierIn(context),
      cargoOf(context, around),
    ];
  },
  backing_off: ({ context, deadlines }, around) => {
    const atMs = deadlines.find(({ id }) => id === "next-attempt")?.atMs;
    const last = context.attempts.at(-1);
    const failures = failuresOf(seriesOf(context), context.cargo);
    const reason =
      failures === null || last?.failure === null || last === undefined
        ? say`the service stopped before the attempt began`
        : say`${failures}, ${ago(endOf(last))}`;
    const when = atMs === undefined ? null : say`, ${due(atMs)}`;
    return [say`Waits for ${attemptOf(context, 1)}${when}: ${reason}.`, cargoOf(context, around)];
  },
  delivered: (seen, around) => {
    const { context } = seen;
    const last = context.attempts.at(-1);
    const receiver = receiverOf(context.cargo);
    const status = last?.httpStatus ?? null;
    const answer =
      context.cargo.kind === "mail" || status === null
        ? say`${receiver} accepted it`
        : say`${receiver} answered HTTP ${String(status)}`;
    const lengthMs = last?.durationMs ?? null;
    const within = lengthMs === null ? null : say` within ${{ lengthMs }}`;
    return [say`Delivered${sinceAgo(seen)} by ${attemptOf(context)}: ${answer}${within}.`, cargoOf(context, around)];
  },
  failed: (seen, around) => [say`Failed${sinceAgo(seen)}: ${whyFailed(seen.context)}.`, cargoOf(seen.context, around)],
};

/** Returns the attempts of the current series. */
const seriesOf = ({ attempts, seriesOffset }: DeliveryContext): readonly AttemptRecord[] =>
  attempts.slice(seriesOffset);

/** "attempt 2 of 3" in the current series, or the one `more` attempts later. */
function attemptOf(context: DeliveryContext, more = 0): Words {
  const attempt = `attempt ${seriesOf(context).length + more} of ${policyFor(context.cargo).attemptsMax}`;
  return context.seriesOffset > 0 ? say`${attempt} of another series` : say`${attempt}`;
}

const endOf = ({ startedAtMs, durationMs }: AttemptRecord): number => startedAtMs + (durationMs ?? 0);

/** Names the failures of the attempts before the running one. */
function earlierIn(context: DeliveryContext): readonly Words[] {
  const failures = failuresOf(seriesOf(context).slice(0, -1), context.cargo);
  return failures === null ? [] : [say`Earlier attempts: ${failures}.`];
}

/** Gives the outcome of the attempts, or the reason why no further one was made. */
export function whyFailed(context: DeliveryContext): Words {
  const { error, cargo, cancellation } = context;
  const series = seriesOf(context);
  const failures = failuresOf(series, cargo);
  if (error === null) return failures ?? say`the reason is not stored`;
  const failure = failureOf(error, cargo);
  if (failures === null) return failure;
  if (!isOutcomeOf(error, series.at(-1))) return say`${failure}; earlier attempts: ${failures}`;
  if (cancellation !== null)
    return say`${failures}; no more attempts were made, because ${failureOf(cancellation, cargo)}`;
  return series.length < policyFor(cargo).attemptsMax ? say`${failures}, and that answer is final` : failures;
}

/** Names the cargo and its owner. */
function cargoOf({ cargo, chatId }: DeliveryContext, around: Around): Words {
  const chat = chatLink(chatId);
  switch (cargo.kind) {
    case "message":
      return cargo.sender.id > 0
        ? say`It is a reply of ${agentLink(cargo.sender.id, around)} in ${chat}.`
        : say`It is a message of the bot in ${chat}.`;
    case "bot_event":
      return say`It is the event ${cargo.event.event} of ${chat} for the bot.`;
    case "webhook":
      return say`It is the webhook ${cargo.event} of ${chat}.`;
    case "mail":
      return "answer" in cargo
        ? say`It is the answer of ${agentLink(cargo.answer.agentId, around)} to offline message ${String(cargo.answer.number)}.`
        : say`It is the log of ${chat}.`;
  }
}

/** Names the delivery in front of this one in the lane. */
function front(context: DeliveryContext, around: Around): Words | null {
  const id = frontOf(context, around);
  if (id === null || id === context.id) return null;
  const label = context.cargo.kind === "message" ? "another message" : "another event";
  return say` behind ${deliveryLink(id, label)}, because only one is sent at a time`;
}

const laneWith = (id: DeliveryId, lanes: readonly WebhookLane[]): WebhookLane | undefined =>
  lanes.find(({ waiting }) => waiting.some(({ deliveryId }) => deliveryId === id));

function frontOf({ id, cargo, chatId }: DeliveryContext, around: Around): DeliveryId | null {
  switch (cargo.kind) {
    case "message":
      return around.find("chat", chatId)?.context.lane.active ?? null;
    case "bot_event":
      return around.find("bot", chatId)?.context.lane.active?.deliveryId ?? null;
    case "webhook":
      return laneWith(id, around.find("webhooks", chatId)?.context.lanes ?? [])?.active ?? null;
    case "mail":
      return null;
  }
}

type Arriving = Exclude<States["delivery"], "delivered">;
type Answer = (seen: Seen<"delivery">, around: Around) => readonly Words[];

const answers: { readonly [State in Arriving]: Answer } = {
  pending: ({ context }, around) => {
    const inFront = front(context, around);
    return [inFront === null ? say`The first attempt has not begun.` : say`It waits${inFront}.`];
  },
  attempting: ({ context }) => [say`${attemptOf(context)} is under way.`, ...earlierIn(context)],
  backing_off: ({ context, deadlines }) => {
    const atMs = deadlines.find(({ id }) => id === "next-attempt")?.atMs;
    const failures = failuresOf(seriesOf(context), context.cargo);
    const failed =
      failures === null
        ? say`The service stopped before the attempt began.`
        : say`${attemptOf(context)} failed: ${failures}.`;
    if (atMs === undefined) return [failed];
    return [failed, say`${attemptOf(context, 1)} starts ${due(atMs)}.`];
  },
  failed: ({ context }, around) => {
    const { error, channelId, cargo } = context;
    const reason = whyFailed(context);
    switch (error?.kind) {
      case "no_target":
        return [
          say`It was not sent: ${reason}.`,
          say`Enter the URL in the settings of ${channelLink(channelId, around)}, then replay the delivery.`,
        ];
      case "gone":
        return [
          say`${receiverOf(cargo)} answered ${attemptOf(context)} with HTTP 410 and does not want this event.`,
          say`The delivery is not tried again.`,
        ];
      case "error_answer":
        return [say`It arrived, but ${reason}.`, say`It can be replayed.`];
      default:
        return [
          seriesOf(context).length === 1
            ? say`The only attempt failed: ${reason}.`
            : say`All ${seriesOf(context).length} attempts failed: ${reason}.`,
          say`It is a dead letter until somebody replays it.`,
        ];
    }
  },
};

const question = "Why has this webhook not arrived?";

const isArriving = (state: string): state is Arriving => Object.hasOwn(answers, state);

/** Returns no question for a delivery that has arrived, or that is not a webhook. */
export function askArrival(seen: Seen<"delivery">, around: Around): readonly AnsweredQuestion[] {
  if (seen.context.cargo.kind !== "webhook" || !isArriving(seen.state)) return [];
  return [{ question, answer: answers[seen.state](seen, around) }];
}

export const webhooksExplanations: Explanations<"webhooks"> = {
  quiet: (seen, around) => {
    const sentences = lane(seen, around);
    return sentences.length === 0 ? [say`No event of ${chatLink(seen.id)} waits.`] : sentences;
  },
  updating: (seen, around) => {
    const atMs = seen.deadlines.find(({ id }) => id === "combined-update")?.atMs;
    return [
      say`Changes of the client of ${chatLink(seen.id)} wait one second for further changes.`,
      ...(atMs === undefined ? [] : [say`They are sent together ${due(atMs)}.`]),
      ...lane(seen, around),
    ];
  },
};

const lane = ({ id, context: { lanes } }: Seen<"webhooks">, around: Around): readonly Words[] =>
  lanes.flatMap((one) => laneWords(id, one, around));

function laneWords(id: string, { active, waiting }: WebhookLane, around: Around): readonly Words[] {
  const cargo = around.find("delivery", active)?.context.cargo;
  const event = deliveryLink(active, cargo?.kind === "webhook" ? cargo.event : "an event");
  const isOrdered = cargo?.kind === "webhook" && cargo.patienceMs !== undefined;
  return [
    isOrdered
      ? say`${event} of ${chatLink(id)} is on its way, and the endpoint gets all events in order.`
      : say`The first attempt of ${event} of ${chatLink(id)} is under way.`,
    ...(waiting.length === 0
      ? []
      : [say`${waiting.length} more ${waiting.length === 1 ? "event waits" : "events wait"} behind it.`]),
  ];
}

/** Asks about the first event of the lane. */
export function askFront({ context: { lanes } }: Seen<"webhooks">, around: Around): readonly AnsweredQuestion[] {
  return lanes.flatMap(({ active }) => {
    const front = around.find("delivery", active);
    return front === undefined ? [] : askArrival(front, around);
  });
}
