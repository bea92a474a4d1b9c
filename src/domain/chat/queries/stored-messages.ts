import type { ChatMessage } from "../../../../machines/chat/message.types.ts";
import { scanKeys } from "../../../core/rows/scan-keys.ts";
import type { Store } from "../../../ports/store.ts";

export interface StoredMessage {
  readonly seq: number;
  /** `null` for a damaged message. */
  readonly message: ChatMessage | null;
}

/** The next messages of a chat after `afterSeq`, oldest first. */
export async function messagesBehind(
  store: Pick<Store, "scan">,
  chatNumber: number,
  afterSeq: number,
  limit: number,
): Promise<readonly StoredMessage[]> {
  const rows = await scanKeys(store, "message", { prefix: [chatNumber], after: [chatNumber, afterSeq], limit });
  return rows.map(({ key, row }) => ({ seq: key[1], message: row }));
}
