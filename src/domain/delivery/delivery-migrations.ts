import type { Migration } from "../../actors/actor-definition.ts";
import { fieldsOf } from "../../actors/cells/stored-actor.ts";

/** The stored form of a delivery, version by version. */
export const deliveryMigrations: readonly Migration[] = [
  (_state, context) => ({
    ...context,
    cancellation: null,
    attempts: Array.from(Object(context["attempts"]), (attempt) => ({
      ...fieldsOf(attempt),
      address: null,
      answer: null,
      note: null,
    })),
  }),
  (_state, { content, sender, ...context }) => ({
    ...context,
    cargo: { kind: "message", content, sender },
    isInFront: false,
  }),
  /** The policy follows from the cargo. */
  (_state, { policy: _policy, ...context }) => context,
];
