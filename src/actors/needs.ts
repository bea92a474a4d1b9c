import type { ActorRow, CommitNeeds, RowName } from "../ports/store.ts";
import type { Actor, Healing } from "./actor-definition.ts";
import type { ActorSet } from "./actor-set.ts";
import { readStored } from "./cells/stored-actor.ts";
import type { Conversation } from "./conversation.ts";
import type { PendingEvent } from "./pending.ts";

/** What waited in one mailbox when a commit began. */
export interface Mail {
  readonly conversation: Conversation;
  readonly events: readonly PendingEvent[];
}

/** What the turns of a commit may read. The rows are asked for by stores that fetch them: another one pays nothing for their names. */
export function needsOf(mails: readonly Mail[], actors: ActorSet): CommitNeeds {
  return {
    conversations: mails.map(({ conversation }) => conversation.key),
    get rows() {
      return mails.flatMap(({ events }) => events.flatMap(markOf));
    },
    behind(row) {
      const actor = actors.of(row.actor);
      return actor.healing === null ? [] : readsOf(actor.healing, actor, row);
    },
  };
}

function readsOf({ reads }: Healing<unknown>, actor: Actor, row: ActorRow): readonly RowName[] {
  try {
    return reads(readStored(actor, row).context);
  } catch {
    // Its own turn says why it cannot be read; the others of the commit go on.
    return [];
  }
}

function markOf({ idempotency }: PendingEvent): readonly RowName[] {
  return idempotency === undefined ? [] : [{ table: "idempotency", key: [idempotency.scope, idempotency.key] }];
}
