import type { VisitorRequest } from "../../../codec/visitor/visitor-received.ts";
import type { Result } from "../../../core/result.ts";
import { ok } from "../../../core/result.ts";
import type { VisitorLink } from "./visitor-link.ts";
import type { VisitorParts } from "./visitor-parts.ts";

/** The stored bytes of a request besides its text: steps, the id that is kept for a day, frames for desks. */
const requestBytes = 1_024;

const beginning: readonly VisitorRequest["type"][] = ["offline_message", "call"];

/** Reverts the counts of a request that had no effect. */
export type GiveBack = () => void;

/**
 * Counts a request of a page, unless it exceeds the quotas of its address or the room on the disk. A request in an open chat needs no
 * quota of new chats.
 */
export function chargeRequest(
  { upgrade: { group } }: VisitorLink,
  { type }: VisitorRequest,
  frameBytes: number,
  hasOpenChat: boolean,
  { addresses, floors }: Pick<VisitorParts, "addresses" | "floors">,
): Result<GiveBack> {
  const bytes = frameBytes + requestBytes;
  const isBeginning = beginning.includes(type) || (type === "message" && !hasOpenChat);
  const refusal =
    addresses.refuseBytes(group, bytes) ??
    (type === "earlier" ? null : floors.refuseWords()) ??
    (isBeginning ? (floors.refuseChat() ?? addresses.takeChat(group)) : null);
  if (refusal !== null) return { ok: false, failure: refusal };
  addresses.useBytes(group, bytes);
  return ok(() => {
    addresses.useBytes(group, -bytes);
    if (isBeginning) addresses.giveBackChat(group);
  });
}
