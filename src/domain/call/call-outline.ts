import type { CallRequested } from "../../../machines/chat/chat.types.ts";
import type { CallBegan } from "../../../machines/tells.ts";
import type { OutlinedFields } from "../../actors/actor-definition.ts";

/** The fields of a new call that the history keeps. */
export const outlineCall = ({ id, callType, rung, chosenId, failure }: CallBegan | CallRequested): OutlinedFields => ({
  call: id,
  callType,
  agent: rung?.id,
  chosen: chosenId ?? undefined,
  hasFailed: failure !== null,
});
