import { createHash, randomBytes } from "node:crypto";
import type { ClientFacts } from "../../../../machines/chat/client.types.ts";
import type { ChannelId, ConversationKey } from "../../../../machines/ids.ts";
import type { Limits } from "../../../config/limits.ts";
import { clientConversation } from "../../../core/ids.ts";
import type { Failure, Result } from "../../../core/result.ts";
import { fail, ok } from "../../../core/result.ts";
import type { Visitor } from "../../../domain/chat/visitor-inbox.ts";
import { readClientFacts } from "../../../domain/client/client-queries.ts";
import type { StoredRows } from "../../../ports/store.ts";
import type { Bounds } from "../../limits/bounds.ts";
import type { RateLimiter } from "../../limits/rate-limiter.ts";
import { limiterOf } from "../../limits/rate-limiter.ts";
import type { OwnProcess } from "../../routes/desk/request/own-origin.ts";

/** The identity of a visitor. The secret proves it; it stays in the browser and is stored nowhere else. Source: AUTH-15. */
interface VisitorIdentity {
  readonly visitor: Visitor;
  readonly secret: string;
}

const secretBytes = 32;

const newIdentity = (channelId: ChannelId): VisitorIdentity =>
  identityOf(channelId, randomBytes(secretBytes).toString("base64url"));

/** The identity of a visitor with an earlier visit. */
export interface KnownIdentity extends VisitorIdentity {
  readonly client: ClientFacts;
}

/** Finds the visitor of an earlier `ready`; `null` for an unknown secret. Only the service creates secrets. */
export async function findIdentity(
  channelId: ChannelId,
  secret: string,
  store: StoredRows,
): Promise<KnownIdentity | null> {
  const identity = identityOf(channelId, secret);
  const client = await readClientFacts(store, identity.visitor.conversation);
  return client === undefined ? null : { ...identity, client };
}

/**
 * The secret as the page receives it. After a restore of the service it ends with the generation, so that a page of the time before
 * gets another secret: then it forgets the messages and chats that it knows, because other ones may have their numbers now.
 */
export function secretIn(generation: number, secret: string): string {
  const own = ownPartOf(secret);
  return generation === 0 ? own : `${own}.${generation}`;
}

const ownPartOf = (secret: string): string => secret.split(".", 1)[0] ?? "";

/** Agents see only the hash. */
function identityOf(channelId: ChannelId, sentSecret: string): VisitorIdentity {
  const secret = ownPartOf(sentSecret);
  const senderId = createHash("sha256").update(secret).digest("base64url");
  return { secret, visitor: { channelId, senderId, conversation: clientConversation(channelId, senderId) } };
}

const tooManyHellos = fail("rate_limited", "Too many pages connect from this address; try again later.");

/** Limits hellos: their rate, the number of new visitors, and the pages of each visitor. */
export class VisitorHellos {
  readonly #limits: Limits;
  readonly #bounds: Bounds;
  readonly #pagesOf: (conversation: ConversationKey) => number;
  /** The rate for one visitor, and for new visitors of one address: each needs a number and a record. */
  readonly #hellos: RateLimiter;
  /** The rate of new visitors of all addresses. */
  readonly #newcomers: RateLimiter;

  /** `pagesOf` returns the number of pages that a visitor has open. */
  constructor(own: OwnProcess, bounds: Bounds, pagesOf: (conversation: ConversationKey) => number) {
    this.#limits = own.limits;
    this.#bounds = bounds;
    this.#pagesOf = pagesOf;
    this.#hellos = limiterOf("sender", "hello", own);
    this.#newcomers = limiterOf("newVisitors", "newcomer", own, 1);
  }

  /** Returns the identity for a hello from this address group, of a `known` or a new visitor, or why it is refused now. */
  identify(group: string, known: KnownIdentity | null, channelId: ChannelId): Result<VisitorIdentity> {
    if (this.#hellos.take(known?.visitor.conversation ?? group) > 0) return tooManyHellos;
    if (known === null) return this.#begin(group, channelId);
    const { visitorSocketsMax } = this.#limits;
    if (this.#pagesOf(known.visitor.conversation) < visitorSocketsMax) return ok(known);
    this.#bounds.refusals.count("visitorSocketsMax");
    return fail("rate_limited", `One visitor may have ${visitorSocketsMax} pages open (visitorSocketsMax).`);
  }

  /** Creates a new visitor when the limits allow it. */
  #begin(group: string, channelId: ChannelId): Result<VisitorIdentity> {
    const { addresses, floors } = this.#bounds;
    // The limit for all addresses comes last, so that a refused address uses none of it.
    const refusal = floors.refuseChat() ?? addresses.refuseVisitor(group) ?? this.#refuseNewcomer();
    if (refusal !== null) return { ok: false, failure: refusal };
    addresses.useVisitor(group);
    return ok(newIdentity(channelId));
  }

  #refuseNewcomer(): Failure | null {
    const retryAfterSeconds = this.#newcomers.take("");
    if (retryAfterSeconds === 0) return null;
    this.#bounds.refusals.count("newVisitorsPerSecond");
    const message = `Too many new visitors come at once (newVisitorsPerSecond). Try again in ${retryAfterSeconds} seconds.`;
    return { code: "rate_limited", message, retryAfterSeconds };
  }
}
