import { createHash, randomBytes } from "node:crypto";
import type { ChannelId } from "../../../../machines/ids.ts";
import { clientConversation } from "../../../core/ids.ts";
import type { Visitor } from "../../../domain/chat/visitor-inbox.ts";
import type { Store } from "../../../ports/store.ts";

/** Who a visitor is. Whoever has the secret is this visitor: it stays in the browser and is stored nowhere else. Source: AUTH-15. */
export interface VisitorIdentity {
  readonly visitor: Visitor;
  readonly secret: string;
}

const secretBytes = 32;

export const newIdentity = (channelId: ChannelId): VisitorIdentity =>
  identityOf(channelId, randomBytes(secretBytes).toString("base64url"));

/** The visitor an earlier `ready` named; `null` for a secret of nobody, which is not taken up: we make each of them. */
export function findIdentity(channelId: ChannelId, secret: string, store: Pick<Store, "read">): VisitorIdentity | null {
  const identity = identityOf(channelId, secret);
  return store.read("client", [identity.visitor.conversation]) === undefined ? null : identity;
}

/** Agents see the hash alone. */
function identityOf(channelId: ChannelId, secret: string): VisitorIdentity {
  const senderId = createHash("sha256").update(secret).digest("base64url");
  return { secret, visitor: { channelId, senderId, conversation: clientConversation(channelId, senderId) } };
}
