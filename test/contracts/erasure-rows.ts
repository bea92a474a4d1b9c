import { asAgentId, asChannelId, asConversationKey } from "../../src/core/ids.ts";
import type { Key, Row } from "../../src/ports/store.ts";

/** Two erasures: one is pending, the other is done. */
export const erasures: readonly { readonly key: Key<"erasure">; readonly row: Row<"erasure"> }[] = [
  {
    key: ["pending", 7],
    row: {
      channelId: asChannelId("MOBILEAPP1"),
      atMs: 1_700_000_000_000,
      byId: asAgentId(2),
      conversation: asConversationKey("client/MOBILEAPP1/ann@example.com"),
      trace: "c2FsdA$aGFzaA",
      doneAtMs: null,
      removed: { chats: 0, messages: 0, files: 0, deliveries: 0, calls: 0, leftMessages: 0 },
    },
  },
  {
    key: ["done", 8],
    row: {
      channelId: asChannelId("WEBSITE01"),
      atMs: 1_700_000_000_000,
      byId: asAgentId(1),
      conversation: null,
      trace: "c2FsdA$aGFzaA",
      doneAtMs: 1_700_000_001_000,
      removed: { chats: 1, messages: 2, files: 3, deliveries: 4, calls: 5, leftMessages: 6 },
    },
  },
];
