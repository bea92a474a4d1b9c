import type { AgentProfile } from "../../../machines/agent/agent.machine.ts";
import type { AgentId, DeliveryId } from "../../../machines/ids.ts";
import type { DeliveryQueued } from "../../../machines/tells.ts";
import { deliveryAddress, noChatId, soloConversation } from "../../../machines/tells.ts";
import type { IdempotencyMark, TurnOutcome } from "../../actors/pending.ts";
import type { OfflineMessageChange } from "../../codec/desk/desk-offline.ts";
import type { Limits } from "../../config/limits.ts";
import { asAgentId } from "../../core/ids.ts";
import type { Failure, Result } from "../../core/result.ts";
import { fail, ok } from "../../core/result.ts";
import type { Commits, OfflineMessageRow } from "../../ports/store.ts";
import type { Directory } from "../directory.ts";
import type { Post } from "../effects.ts";

export const noSuchMessage: Failure = { code: "not_found", message: "There is no such offline message." };

export interface LeftParts {
  readonly store: Commits;
  readonly directory: Directory;
}

export interface LeftChange {
  readonly number: number;
  readonly by: AgentProfile;
  readonly nowMs: number;
}

/** Changes the owner of an offline message, and whether it is done. Resolves with its row when the change is durable. */
export const changeLeft = (
  parts: LeftParts,
  { number, by, nowMs }: LeftChange,
  change: OfflineMessageChange,
): Promise<Result<OfflineMessageRow>> =>
  commitRow(parts, number, (row) => {
    const owned = change.ownerId === undefined ? ok(row) : withOwner(parts, row, by, change.ownerId);
    if (!owned.ok || change.done === undefined) return owned;
    if (!change.done) return ok({ ...owned.value, done: null });
    return ok({ ...owned.value, done: owned.value.done ?? { byId: by.id, atMs: nowMs } });
  });

/** Makes the agent the owner of a message without one, and notes the answer that will be created. */
const noteAnswer = (
  parts: LeftParts,
  { leftAnswersMax }: Limits,
  { number, by }: LeftChange,
  deliveryId: DeliveryId,
): Promise<Result<OfflineMessageRow>> =>
  commitRow(parts, number, (row) => {
    const owned = row.ownerId === by.id ? ok(row) : withOwner(parts, row, by, by.id);
    if (!owned.ok) return owned;
    if (row.answerIds.length >= leftAnswersMax)
      return fail("conflict", `The message was answered ${leftAnswersMax} times; no more mails are sent about it.`);
    return ok({ ...owned.value, answerIds: [...row.answerIds, deliveryId] });
  });

/** Only the owner or an administrator may pass a message on. */
function withOwner(
  { directory }: LeftParts,
  row: OfflineMessageRow,
  by: AgentProfile,
  ownerId: number | null,
): Result<OfflineMessageRow> {
  const isAnothers = row.ownerId !== null && row.ownerId !== by.id && directory.agent(row.ownerId) !== undefined;
  if (isAnothers && row.ownerId !== ownerId && by.role !== "admin")
    return fail(
      "conflict",
      `The message belongs to ${nameOf(directory, row.ownerId)}; only this agent or an administrator can answer it or give it to another agent.`,
    );
  if (ownerId === null) return ok({ ...row, ownerId: null });
  const owner = directory.agent(asAgentId(ownerId));
  if (owner === undefined || !directory.canSee(owner.profile, row.channelId))
    return fail("invalid_request", `Field ownerId must be an agent of the message's channel, got ${ownerId}.`);
  return ok({ ...row, ownerId: owner.profile.id });
}

const nameOf = (directory: Directory, id: AgentId | null): string =>
  (id === null ? undefined : directory.agentEver(id)?.profile.name) ?? "another agent";

/** Reads and writes in one commit, so that no other change comes in between. */
async function commitRow(
  { store }: LeftParts,
  number: number,
  change: (row: OfflineMessageRow) => Result<OfflineMessageRow>,
): Promise<Result<OfflineMessageRow>> {
  let changed: Result<OfflineMessageRow> = { ok: false, failure: noSuchMessage };
  await store.commit({ rows: [{ table: "offlineMessage", key: [number] }] }, (rows) => {
    const row = rows.read("offlineMessage", [number]);
    if (row === undefined) return [];
    changed = change(row);
    return changed.ok ? [{ table: "offlineMessage", key: [number], row: changed.value }] : [];
  });
  return changed;
}

export interface LeftAnswer {
  readonly deliveryId: DeliveryId;
  readonly subject: string;
  readonly text: string;
  readonly to: string;
  readonly cause: string;
  readonly idempotency: IdempotencyMark | undefined;
}

/**
 * Answers an offline message by mail. First the agent becomes the owner, and the message gets the id of the mail. Then the mail is
 * committed, and only then attempted. A crash in between leaves an id without a mail, and a caller without a response, who sends
 * the request again.
 */
export async function answerLeft(
  parts: LeftParts & { readonly post: Post; readonly limits: Limits },
  change: LeftChange,
  { deliveryId: id, subject, text, to, cause, idempotency }: LeftAnswer,
): Promise<Result<void>> {
  const noted = await noteAnswer(parts, parts.limits, change, id);
  if (!noted.ok) return noted;
  const { number, by, nowMs } = change;
  const { channelId } = noted.value;
  const cargo = { kind: "mail", to: [to], answer: { number, agentId: by.id, subject, text } } as const;
  const about = { id, chatId: noChatId, channelId, messageSeq: 0, messageId: null, cargo, recipient: null };
  const event: DeliveryQueued = { type: "delivery.queued", nowMs, ...about, isInFront: true };
  const actor = deliveryAddress(id);
  const outcome: TurnOutcome = await parts.post.send({
    target: { kind: "actor", actor, conversation: soloConversation(actor) },
    event,
    cause,
    ...(idempotency === undefined ? {} : { idempotency }),
  });
  if (!outcome.ok) return outcome;
  return ok(undefined);
}
