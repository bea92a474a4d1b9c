import { createHash, randomBytes } from "node:crypto";
import type { ChannelSettings } from "../../../../machines/channel/channel.types.ts";
import type { ClientFacts } from "../../../../machines/chat/client.types.ts";
import type { ChannelId, ConversationKey } from "../../../../machines/ids.ts";
import type { VisitorHello } from "../../../codec/visitor/visitor-received.ts";
import type { Limits } from "../../../config/limits.ts";
import { clientConversation } from "../../../core/ids.ts";
import type { Failure, Result } from "../../../core/result.ts";
import { fail, ok } from "../../../core/result.ts";
import { isProvedSecret } from "../../../core/visitor-secret.ts";
import type { Visitor } from "../../../domain/chat/visitor-inbox.ts";
import { readClientFacts } from "../../../domain/client/client-queries.ts";
import type { Proof, VisitorProofs } from "../../../domain/client/visitor-proofs.ts";
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

/** An identity that a hello claims. */
interface ClaimedIdentity extends VisitorIdentity {
  /** `null` before the first visit. Only a proved visitor has an identity then. */
  readonly client: ClientFacts | null;
}

const secretBytes = 32;

const newIdentity = (channelId: ChannelId): VisitorIdentity =>
  identityOf(channelId, randomBytes(secretBytes).toString("base64url"));

/** What identities are found with. */
interface IdentitySources {
  readonly store: StoredRows;
  readonly proofs: VisitorProofs;
}

/** Finds the visitor of an earlier `ready`; `null` for an unknown secret. Only the service creates secrets. */
export async function findIdentity(
  settings: ChannelSettings,
  secret: string,
  { store, proofs }: IdentitySources,
): Promise<ClaimedIdentity | null> {
  const own = ownPartOf(secret);
  const provedId = isProvedSecret(own) ? proofs.idIn(settings, own) : undefined;
  if (provedId === null) return null;
  const identity =
    provedId === undefined
      ? identityOf(settings.id, own)
      : { secret: own, visitor: provedVisitor(settings.id, provedId) };
  const client = await readClientFacts(store, identity.visitor.conversation);
  return client === undefined ? null : { ...identity, client };
}

/** The visitor with the proved id, the same in every browser. Source: WJ-51. */
async function findProved(
  { id: channelId }: ChannelSettings,
  { facts, secret }: Proof,
  { store }: IdentitySources,
): Promise<ClaimedIdentity> {
  const visitor = provedVisitor(channelId, facts.id);
  const client = (await readClientFacts(store, visitor.conversation)) ?? null;
  return { visitor, secret, client };
}

/** No other secret leads here, because the id of an anonymous visitor is a hash and has no `:`. */
const provedVisitor = (channelId: ChannelId, provedId: string): Visitor => visitorOf(channelId, `id:${provedId}`);

/** Who a hello says that the visitor is. */
export interface Claim {
  /** `null`: a new visitor. */
  readonly claimed: ClaimedIdentity | null;
  /** The outcome of the token; `null` without one. */
  readonly proof: Result<Proof> | null;
}

export const noClaim: Claim = { claimed: null, proof: null };

/**
 * Verifies the token of a hello, or finds the visitor of its secret. With a refused token, the secret of a proved visitor does not count
 * either: the page shows another person, whom the service does not know. Source: WJ-49.
 */
export async function readClaim(
  settings: ChannelSettings,
  { visitor: secret, identity: token }: VisitorHello,
  cause: string,
  sources: IdentitySources,
): Promise<Claim> {
  const proof = token === undefined ? null : await sources.proofs.prove(settings, token, cause);
  if (proof?.ok === true) return { proof, claimed: await findProved(settings, proof.value, sources) };
  const isOfUse = secret !== undefined && (proof === null || !isProvedSecret(secret));
  return { proof, claimed: isOfUse ? await findIdentity(settings, secret, sources) : null };
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
const identityOf = (channelId: ChannelId, secret: string): VisitorIdentity => ({
  secret,
  visitor: visitorOf(channelId, createHash("sha256").update(secret).digest("base64url")),
});

const visitorOf = (channelId: ChannelId, senderId: string): Visitor => ({
  channelId,
  senderId,
  conversation: clientConversation(channelId, senderId),
});

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

  /** Returns the identity for a hello from this address group, the `claimed` one or a new one, or why it is refused now. */
  identify(group: string, claimed: ClaimedIdentity | null, channelId: ChannelId): Result<VisitorIdentity> {
    if (this.#hellos.take(claimed?.visitor.conversation ?? group) > 0) return tooManyHellos;
    if (claimed === null || claimed.client === null) return this.#begin(group, claimed ?? newIdentity(channelId));
    const { visitorSocketsMax } = this.#limits;
    if (this.#pagesOf(claimed.visitor.conversation) < visitorSocketsMax) return ok(claimed);
    this.#bounds.refusals.count("visitorSocketsMax");
    return fail("rate_limited", `One visitor may have ${visitorSocketsMax} pages open (visitorSocketsMax).`);
  }

  /** Creates a new visitor when the limits allow it. */
  #begin(group: string, identity: VisitorIdentity): Result<VisitorIdentity> {
    const { addresses, floors } = this.#bounds;
    // The limit for all addresses comes last, so that a refused address uses none of it.
    const refusal = floors.refuseChat() ?? addresses.refuseVisitor(group) ?? this.#refuseNewcomer();
    if (refusal !== null) return { ok: false, failure: refusal };
    addresses.useVisitor(group);
    return ok(identity);
  }

  #refuseNewcomer(): Failure | null {
    const retryAfterSeconds = this.#newcomers.take("");
    if (retryAfterSeconds === 0) return null;
    this.#bounds.refusals.count("newVisitorsPerSecond");
    const message = `Too many new visitors come at once (newVisitorsPerSecond). Try again in ${retryAfterSeconds} seconds.`;
    return { code: "rate_limited", message, retryAfterSeconds };
  }
}
