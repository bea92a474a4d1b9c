import type { VisitorRequest } from "../../../codec/visitor/visitor-frame.ts";
import type { Result } from "../../../core/result.ts";
import { ok } from "../../../core/result.ts";
import type { VisitorLink } from "./visitor-link.ts";
import type { VisitorParts } from "./visitor-parts.ts";

/** What the rows of a request take beside its words: steps, the id that is kept for a day, what desks are shown. */
const requestBytes = 1_024;

const beginning: readonly VisitorRequest["type"][] = ["offline_message", "call"];

/** Gives back what a request was counted for, of which nothing came. */
export type GiveBack = () => void;

/**
 * Counts a request of a page, unless it goes past what its address may make grow, or what the disk has room for. A visitor whose chat goes
 * on is not asked whether there may be one more.
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
