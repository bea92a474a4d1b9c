import { createHash, randomBytes } from "node:crypto";
import type { ClientFacts } from "../../../../machines/chat/client.types.ts";
import type { ChannelId } from "../../../../machines/ids.ts";
import { clientConversation } from "../../../core/ids.ts";
import type { Visitor } from "../../../domain/chat/visitor-inbox.ts";
import { readClientFacts } from "../../../domain/client/client-queries.ts";
import type { Store } from "../../../ports/store.ts";

/** The identity of a visitor. The secret proves it; it stays in the browser and is stored nowhere else. Source: AUTH-15. */
export interface VisitorIdentity {
  readonly visitor: Visitor;
  readonly secret: string;
}

const secretBytes = 32;

export const newIdentity = (channelId: ChannelId): VisitorIdentity =>
  identityOf(channelId, randomBytes(secretBytes).toString("base64url"));

/** The identity of a visitor with an earlier visit. */
export interface KnownIdentity extends VisitorIdentity {
  readonly client: ClientFacts;
}

/** Finds the visitor of an earlier `ready`; `null` for an unknown secret. Only the service creates secrets. */
export async function findIdentity(
  channelId: ChannelId,
  secret: string,
  store: Pick<Store, "read">,
): Promise<KnownIdentity | null> {
  const identity = identityOf(channelId, secret);
  const client = await readClientFacts(store, identity.visitor.conversation);
  return client === undefined ? null : { ...identity, client };
}

/**
 * The secret as it is told to the page. After a restore of the service it ends with the generation, so that a page of the time before
 * gets another secret: then it forgets the messages and chats that it knows, because other ones may have their numbers now.
 */
export function secretIn(generation: number, secret: string): string {
  const own = ownPartOf(secret);
  return generation === 0 ? own : `${own}.${generation}`;
}

const ownPartOf = (secret: string): string => secret.split(".", 1)[0] ?? "";

/** Agents see only the hash. */
function identityOf(channelId: ChannelId, told: string): VisitorIdentity {
  const secret = ownPartOf(told);
  const senderId = createHash("sha256").update(secret).digest("base64url");
  return { secret, visitor: { channelId, senderId, conversation: clientConversation(channelId, senderId) } };
}
