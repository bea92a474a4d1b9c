import type { ChatMessage } from "../../machines/chat/message.types.ts";
import type { DeliveryContext } from "../../machines/delivery/delivery.types.ts";
import { callAddress, deliveryAddress } from "../../machines/tells.ts";
import type { StepScope } from "../actors/actor-definition.ts";
import type { Conversation } from "../actors/conversation.ts";
import type { TurnOutcome } from "../actors/pending.ts";
import type { Host } from "../actors/step.ts";
import type { RowName } from "../ports/store.ts";
import { clientNumbersOf, findOpenChat, handleWithoutActor } from "./client/client-record.ts";
import type { DeliveryView } from "./delivery/delivery-actor.ts";
import type { ActorEvent, ClientTarget } from "./effects.ts";
import type { Reports } from "./webhooks/reports.ts";

/** The product's side of the kernel, with the additions that the keepers of effects need. */
export interface ParleyHost extends Host {
  readonly reports: Reports;
}

/** Every event and every target belongs to this product, because `Post` of this folder accepts no others. */
export const createHost = (reports: Reports): ParleyHost => ({
  reports,
  find: findOpenChat,
  handleWithoutActor: (conversation, target: ClientTarget, event: ActorEvent, commit) =>
    handleWithoutActor(conversation, target, event, commit, reports),
  rowsOf: rowsOfEvent,
  numbersOf: clientNumbersOf,
  resultOf: withNewDelivery,
});

/** A call begins only if it does not exist yet. */
const rowsOfEvent = (event: ActorEvent): readonly RowName[] =>
  event.type === "call.requested" ? [{ table: "actor", key: [callAddress(event.id)] }] : [];

/** The kernel was given this product's host. */
export const reportsOf = ({ host }: StepScope): Reports => (host as ParleyHost).reports;

/** The message that a turn stored. */
interface StoredMessage {
  readonly message: ChatMessage;
  /** The message's delivery after the turn; `null` when the message is not delivered. */
  readonly delivery: DeliveryView | null;
}

/** The message that an event stored; `null` when it stored none, or was a repeated request. */
export const messageOf = (outcome: TurnOutcome): StoredMessage | null =>
  outcome.ok ? (outcome.result as StoredMessage | null) : null;

/** The delivery was created in the same turn. */
function withNewDelivery(message: ChatMessage, { key, cells }: Conversation): StoredMessage {
  const cell = message.deliveryId === null ? undefined : cells.get(deliveryAddress(message.deliveryId));
  if (cell === undefined) return { message, delivery: null };
  return { message, delivery: { conversation: key, state: cell.state, context: cell.context as DeliveryContext } };
}
