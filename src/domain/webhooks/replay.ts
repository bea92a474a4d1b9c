import type { DeliveryContext } from "../../../machines/delivery/delivery.types.ts";
import type { ChannelId, DeliveryId } from "../../../machines/ids.ts";
import { deliveryAddress } from "../../../machines/tells.ts";
import type { TurnOutcome } from "../../actors/pending.ts";
import { asDeliveryId } from "../../core/ids.ts";
import { firstUlidOf } from "../../core/random/ulid.ts";
import type { Result } from "../../core/result.ts";
import { ok } from "../../core/result.ts";
import { scanKeys, undamagedLater } from "../../core/rows/damaged-rows.ts";
import type { Store } from "../../ports/store.ts";
import type { DeliveryView } from "../delivery/delivery-actor.ts";
import { readDelivery } from "../delivery/delivery-actor.ts";
import type { Post } from "../effects.ts";

export interface ReplayCall {
  readonly nowMs: number;
  readonly cause: string;
}

/** Dead letters of a channel, by when their events were made, both ends included. */
export interface DeadLetterRange {
  readonly channelId: ChannelId;
  readonly fromMs: number;
  readonly toMs: number;
  /** The last one of the page before; `null` for the first page. */
  readonly after: DeliveryId | null;
}

export interface ReplayPage {
  /** The number of dead letters that are sent again. */
  readonly replayed: number;
  /** Where the next page begins; `null` at the end. */
  readonly next: DeliveryId | null;
}

const lettersAtOnce = 500;
/** The number of turns at the same time. Other turns run in between. */
const turnsAtOnce = 64;

/**
 * Sends an ended event or mail again, with the same id and body. If the delivery was sent again after `seen` was read, nothing
 * changes and its present state is returned. Resolves when that is durable. Source: WH-38, WH-39.
 */
export async function replayDelivery(post: Post, seen: DeliveryView, call: ReplayCall): Promise<Result<DeliveryView>> {
  const outcome = await requeue(post, seen, call);
  if (!outcome.ok) return outcome;
  // The target is a delivery, so that its turn ends with a delivery's context.
  return ok({ ...seen, state: outcome.state, context: outcome.context as DeliveryContext });
}

/**
 * Sends one page of dead letters again, oldest first, each in a separate turn. If a turn fails, the unsent dead letters stay in the
 * list, and those in progress are not listed any more. Fails with the failure of the first turn that fails. Source: WH-38.
 */
export async function replayDeadLetters(
  { store, post }: { readonly store: Store; readonly post: Post },
  { channelId, fromMs, toMs, after }: DeadLetterRange,
  call: ReplayCall,
): Promise<Result<ReplayPage>> {
  const page = await scanKeys(store, "delivery", {
    prefix: ["dead", channelId],
    after: ["dead", channelId, after ?? asDeliveryId(firstUlidOf(fromMs))],
    until: ["dead", channelId, firstUlidOf(toMs + 1)],
    limit: lettersAtOnce,
  });
  let replayed = 0;
  for (let from = 0; from < page.length; from += turnsAtOnce) {
    const some = page.slice(from, from + turnsAtOnce);
    const letters = (await Promise.all(some.map(({ key }) => readDeadLetter(store, key[2])))).flat();
    const outcomes = await Promise.all(letters.map((letter) => requeue(post, letter, call)));
    const refused = outcomes.find((outcome) => !outcome.ok && outcome.failure.code !== "not_found");
    if (refused !== undefined && !refused.ok) return refused;
    replayed += outcomes.filter((outcome) => outcome.ok && outcome.state === "attempting").length;
  }
  const last = page.at(-1);
  return ok({ replayed, next: last === undefined || page.length < lettersAtOnce ? null : last.key[2] });
}

/** Nothing for a damaged dead letter, or one that was sent again since the page was read. */
async function readDeadLetter(store: Store, id: DeliveryId): Promise<readonly DeliveryView[]> {
  const view = await undamagedLater(() => readDelivery(store, id));
  return view?.state === "failed" ? [view] : [];
}

const requeue = (
  post: Post,
  { conversation, context: { id, attempts } }: DeliveryView,
  { nowMs, cause }: ReplayCall,
): Promise<TurnOutcome> =>
  post.send({
    target: { kind: "actor", actor: deliveryAddress(id), conversation },
    event: { type: "delivery.requeued", nowMs, seenAttempts: attempts.length },
    cause,
  });
