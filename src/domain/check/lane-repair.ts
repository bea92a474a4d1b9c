import type { BotConversationContext } from "../../../machines/bot-conversation/bot-conversation.types.ts";
import { advanceBotLane } from "../../../machines/bot-conversation/steps.ts";
import type { ChatContext } from "../../../machines/chat/chat.types.ts";
import { advanceLane } from "../../../machines/chat/steps/lane-steps.ts";
import type { DeliveryId } from "../../../machines/ids.ts";
import { deliveryAddress } from "../../../machines/tells.ts";
import type { WebhooksContext } from "../../../machines/webhooks/webhooks.machine.ts";
import { advanceLanes } from "../../../machines/webhooks/webhooks.machine.ts";
import { actorKindOf } from "../../core/ids.ts";
import { namesOf } from "../../core/rows/names-of.ts";
import type { ActorRow } from "../../ports/store.ts";
import { actors, readStoredActor } from "../actors.ts";
import type { ActorFacts, Repair } from "./actor-facts.ts";

/**
 * Removes deliveries from the lane that are not stored. The next delivery is then first, and the service's search for stuck lanes
 * restarts the lane.
 */
export function mendLane({ actor, conversation, lane }: ActorFacts): Repair {
  return {
    what: `The lane of ${actor} is written without deliveries that are not stored`,
    conversation,
    reads: [
      ...namesOf("actor", [[actor]]),
      ...namesOf(
        "actor",
        lane.map((id) => [deliveryAddress(id)] as const),
      ),
    ],
    writes(rows) {
      const row = rows.read("actor", [actor]);
      const gone = lane.filter((id) => rows.read("actor", [deliveryAddress(id)]) === undefined);
      return row === undefined || gone.length === 0
        ? []
        : [{ table: "actor", key: [actor], row: withoutGone(row, new Set(gone)) }];
    },
  };
}

function withoutGone(row: ActorRow, gone: ReadonlySet<DeliveryId>): ActorRow {
  const kind = actorKindOf(row.actor);
  const { context } = readStoredActor(row, kind);
  const { form } = actors[kind];
  const bytes = form.encode(laneless(kind, context, gone));
  return { ...row, version: form.version, revision: row.revision + 1, context: bytes };
}

/** A missing first delivery makes room like one that has ended. `readStoredActor` returned the context for this kind. */
function laneless(kind: string, context: unknown, gone: ReadonlySet<DeliveryId>): object {
  const isLeft = ({ deliveryId }: { readonly deliveryId: DeliveryId }): boolean => !gone.has(deliveryId);
  if (kind === "bot") {
    const own = context as BotConversationContext;
    const { active } = own.lane;
    const left = { ...own, lane: { active, waiting: own.lane.waiting.filter(isLeft) } };
    return active === null || isLeft(active) ? left : { ...left, ...advanceBotLane(left) };
  }
  if (kind === "webhooks") {
    const own = context as WebhooksContext;
    const left = own.lanes.map((lane) => ({ ...lane, waiting: lane.waiting.filter(isLeft) }));
    return { ...own, lanes: [...gone].reduce(advanceLanes, left) };
  }
  const own = context as ChatContext;
  const lane = { active: own.lane.active, waiting: own.lane.waiting.filter((id) => !gone.has(id)) };
  return { ...own, lane: lane.active !== null && gone.has(lane.active) ? advanceLane(lane, lane.active) : lane };
}
