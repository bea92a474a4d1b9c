import type { ConversationKey } from "../../../machines/ids.ts";
import { clientConversation } from "../../core/ids.ts";
import { scanKeys } from "../../core/rows/scan-keys.ts";
import { undamagedLater } from "../../core/rows/undamaged.ts";
import type { Key, Store } from "../../ports/store.ts";
import type { Erasure } from "./erasure-row.ts";
import { isTraceOf } from "./erasure-row.ts";

/** An erasure and its conversation. */
export interface Known extends Erasure {
  readonly conversation: ConversationKey;
}

const rowsAtOnce = 500;

/**
 * Finds the conversation of an erasure. An erasure that is pending again in a restored store does not contain it. The client's
 * number leads to it, and the trace shows whether it is still the same conversation. `null` when nothing of the client is left, or
 * the client did not exist yet.
 */
export async function findConversation(
  store: Pick<Store, "read" | "scan">,
  { clientNumber, row }: Erasure,
): Promise<ConversationKey | null> {
  if (row.conversation !== null) return row.conversation;
  const listed = await undamagedLater(() => store.read("clientNumber", [clientNumber]));
  if (listed !== undefined) return isTraceOf(row.trace, listed.conversation) ? listed.conversation : null;
  const first = clientConversation(row.channelId, "");
  // `0` follows the slash that ends a channel's id.
  const until = [first.replace(/\/$/, "0")];
  for (let after: Key<"client"> = [first]; ; ) {
    const page = await scanKeys(store, "client", { after, until, limit: rowsAtOnce });
    const found = page.find(
      ({ key, row: client }) => client?.client.number === clientNumber && isTraceOf(row.trace, key[0]),
    );
    if (found !== undefined) return found.key[0];
    const last = page.at(-1);
    if (last === undefined || page.length < rowsAtOnce) return null;
    after = last.key;
  }
}
