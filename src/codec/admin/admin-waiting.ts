import type { Static } from "typebox";
import Type from "typebox";
import { createBodyParser } from "../schema/body-parser.ts";
import { about } from "../schema/schema-parts.ts";
import { waitingMaxMs } from "../settings/waiting-bounds.ts";

const limit = (description: string) =>
  Type.Integer({ minimum: 0, maximum: waitingMaxMs, ...about(`an integer from 0 to ${waitingMaxMs}`, description) });

const fields = {
  calmMs: limit("Milliseconds for which a client waits calmly."),
  urgentMs: limit("Milliseconds after which the wait is urgent; at least calmMs."),
};

/** When the wait of a client grows from calm to urgent. */
export const waitingLimits = Type.Object(fields, {
  $id: "WaitingLimits",
  additionalProperties: false,
  ...about("an object with calmMs and urgentMs", "How the desk shows the wait of clients."),
});
export type WaitingLimits = Static<typeof waitingLimits>;

/** `PUT /api/waiting-limits`. */
export const parseWaitingLimits = createBodyParser(waitingLimits);
