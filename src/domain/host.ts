import { callAddress } from "../../machines/tells.ts";
import type { StepScope } from "../actors/actor-definition.ts";
import type { Host } from "../actors/step.ts";
import type { RowName } from "../ports/store.ts";
import { withNewDelivery } from "./chat/brought-message.ts";
import { clientNumbersOf } from "./client/client-numbers.ts";
import type { ClientTarget } from "./client/client-target.ts";
import { findOpenChat } from "./client/find-open-chat.ts";
import { handleWithoutActor } from "./client/visitor-record.ts";
import type { ActorEvent } from "./effects.ts";
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
