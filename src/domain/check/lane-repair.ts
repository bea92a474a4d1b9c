import { deliveryAddress } from "../../../machines/addresses.ts";
import type { BotConversationContext } from "../../../machines/bot-conversation/bot-conversation.types.ts";
import type { ChatContext } from "../../../machines/chat/chat.types.ts";
import type { DeliveryId } from "../../../machines/ids.ts";
import type { WebhooksContext } from "../../../machines/webhooks/webhooks.types.ts";
import { actorKindOf } from "../../core/ids.ts";
import { namesOf } from "../../core/rows/names-of.ts";
import type { ActorRow } from "../../ports/store.ts";
import { actors, readStoredActor } from "../actors.ts";
import type { ActorFacts } from "./actor-facts.ts";
import type { Repair } from "./finding.types.ts";

/** Deliveries that are not stored leave the lane; the next one is in front, and the service opens it when it starts. */
export function mendLane({ actor, conversation, lane }: ActorFacts): Repair {
  return {
    what: `The lane of ${actor} goes on without deliveries that are not stored: it is written`,
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
  const { form, version } = actors[kind];
  const bytes = form.encode(laneless(kind, context, gone));
  return { ...row, version, revision: row.revision + 1, context: bytes };
}

/** The context is that of the kind, as `readStoredActor` gave it. */
function laneless(kind: string, context: unknown, gone: ReadonlySet<DeliveryId>): object {
  if (kind === "bot") {
    const own = context as BotConversationContext;
    return { ...own, lane: shortened(own.lane, ({ deliveryId }) => gone.has(deliveryId)) };
  }
  if (kind === "webhooks") {
    const own = context as WebhooksContext;
    const { active, waiting } = own.lane;
    const left = waiting.filter(({ deliveryId }) => !gone.has(deliveryId));
    if (active !== null && !gone.has(active)) return { ...own, lane: { active, waiting: left } };
    const [next, ...rest] = left;
    return { ...own, lane: { active: next?.deliveryId ?? null, waiting: rest } };
  }
  const own = context as ChatContext;
  return { ...own, lane: shortened(own.lane, (id) => gone.has(id)) };
}

function shortened<Entry>(
  lane: { readonly active: Entry | null; readonly waiting: readonly Entry[] },
  isGone: (entry: Entry) => boolean,
): { readonly active: Entry | null; readonly waiting: readonly Entry[] } {
  const waiting = lane.waiting.filter((entry) => !isGone(entry));
  if (lane.active !== null && !isGone(lane.active)) return { active: lane.active, waiting };
  const [next, ...rest] = waiting;
  return { active: next ?? null, waiting: rest };
}
