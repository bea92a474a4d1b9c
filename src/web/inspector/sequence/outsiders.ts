import type { InspectedActorDetails, InspectedChat, InspectedStep } from "../../../codec/inspect/inspected.types.ts";

/** Parties outside the service that cause events in it or receive something from it. */
export type Outsider = "client" | "desk" | "bot" | "owner" | "gateway" | "mail" | "receiver" | "service";

export const outsideId = (who: Outsider): string => `outside/${who}`;

const attemptCause = /^attempt \d+ of /;
const deadlineEvent = "deadline.reached";

/** Whether the step is a deadline of the actor itself. */
export const isDeadline = ({ event }: InspectedStep): boolean => event.type === deadlineEvent;

/** Whether the step is the result of a request by the service. */
export const isAnswer = ({ cause, event }: InspectedStep): boolean =>
  attemptCause.test(cause) || event.type === "gateway.answered";

/** The sender of events whose name does not show the sender. */
const askers: Readonly<Record<string, Outsider>> = {
  "message.received": "client",
  "typing.received": "client",
  "visitor.changed": "client",
  "button.click-requested": "client",
  "chat.rated": "client",
  "report.made": "client",
  "bot.message-posted": "bot",
  "bot.invitation-posted": "bot",
  "call.reported": "gateway",
  "delivery.resend-requested": "desk",
  "delivery.requeued": "desk",
};

/** The outside sender of an event that no actor sent. */
export function askerOf(step: InspectedStep, receiver: Outsider): Outsider {
  const { event } = step;
  if (event.type === "gateway.answered") return "gateway";
  if (isAnswer(step)) return receiver;
  if (event.type === "call.requested" || event.type === "call.began") return callerOf(event);
  const known = askers[event.type];
  if (known !== undefined) return known;
  return event.type.startsWith("chat.") && event.type.endsWith("-requested") ? "desk" : "service";
}

function callerOf({ callType, isFromWidget }: InspectedStep["event"]): Outsider {
  if (callType === "incoming") return "gateway";
  return isFromWidget === true || callType === "callback" ? "client" : "desk";
}

const receivers: Readonly<Record<string, Outsider>> = {
  message: "client",
  bot_event: "bot",
  webhook: "owner",
  mail: "mail",
};

/** The receiver of a delivery, by its content. */
export function receiverOf(cargo: string | null): Outsider {
  return (cargo === null ? undefined : receivers[cargo]) ?? "receiver";
}

const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null ? (value as Readonly<Record<string, unknown>>)[name] : undefined;

/** The content of a delivery, by its context, else by the event that created it; null when it is unknown. */
export function cargoOf(details: InspectedActorDetails | undefined, steps: readonly InspectedStep[]): string | null {
  const kind = fieldOf(fieldOf(details?.context, "cargo"), "kind");
  if (typeof kind === "string") return kind;
  const said = steps.find(({ event }) => event.type === "delivery.queued")?.event["cargo"];
  const named = typeof said === "object" ? fieldOf(said, "kind") : said;
  return typeof named === "string" ? named : null;
}

/** The names of the outsiders of a chat. */
export function titleOf(who: Outsider, { actors }: InspectedChat): string {
  switch (who) {
    case "client": {
      const context = actors.find(({ kind }) => kind === "chat")?.context;
      const surface = fieldOf(fieldOf(context, "visit"), "surface");
      if (surface === "widget") return "Visitor";
      return surface === "api" ? "Customer system" : "Client";
    }
    case "desk":
      return "Agents";
    case "bot":
      return "Bot's server";
    case "owner":
      return "Owner's server";
    case "gateway":
      return "Gateway";
    case "mail":
      return "Mail server";
    case "receiver":
      return "Receiver";
    case "service":
      return "The service";
  }
}
