import type { ActorKey, ChatId } from "../../../machines/ids.ts";
import { webhooksAddress } from "../../../machines/tells.ts";
import type { WebhooksContext } from "../../../machines/webhooks/webhooks.machine.ts";
import { actorKindOf } from "../../core/ids.ts";
import { scanKeys } from "../../core/rows/scan-keys.ts";
import { undamaged } from "../../core/rows/undamaged.ts";
import type { Key, RowReader, Store } from "../../ports/store.ts";
import { readStoredActor } from "../actors.ts";

type Rows = Pick<RowReader, "read">;

const rowsAtOnce = 500;
const endOf = { delivery: ["delivered", "failed"], call: ["end", "error"] } as const;

/** The actors of a chat without a message: its events, mails and calls. */
export async function chatActorsOf(store: Pick<Store, "scan">, chatId: ChatId): Promise<readonly ActorKey[]> {
  const actors: ActorKey[] = [];
  for (let after: Key<"chatActor"> | undefined; ; ) {
    const range = after === undefined ? {} : { after };
    const page = await scanKeys(store, "chatActor", { prefix: [Number(chatId)], ...range, limit: rowsAtOnce });
    actors.push(...page.map(({ key }) => key[1]));
    after = page.at(-1)?.key;
    if (page.length < rowsAtOnce) return actors;
  }
}

/**
 * Whether no event or mail of the chat is in progress or waiting, and no call runs. An actor with a damaged row
 * counts as ended: it can do nothing, because every step reads the row.
 */
export function isQuiet(rows: Rows, chatId: ChatId, actors: readonly ActorKey[]): boolean {
  const row = undamaged(() => rows.read("actor", [webhooksAddress(chatId)]));
  if (row !== undefined) {
    // The row is a webhooks actor's, and so is its context.
    const { lane, update } = readStoredActor(row, "webhooks").context as WebhooksContext;
    if (lane.active !== null || lane.waiting.length > 0 || update !== null) return false;
  }
  return actors.every((actor) => hasEnded(rows, actor));
}

/** Also true for a deleted or damaged actor. */
export function hasEnded(rows: Rows, actor: ActorKey): boolean {
  const row = undamaged(() => rows.read("actor", [actor]));
  if (row === undefined) return true;
  const kind = actorKindOf(actor) === "call" ? "call" : "delivery";
  const { state } = readStoredActor(row, kind);
  return endOf[kind].some((end) => end === state);
}
