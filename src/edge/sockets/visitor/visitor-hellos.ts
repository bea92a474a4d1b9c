import type { ChannelId, ConversationKey } from "../../../../machines/ids.ts";
import type { Failure, Result } from "../../../core/result.ts";
import { fail, ok } from "../../../core/result.ts";
import { limiterOf } from "../../limits/limiter-of.ts";
import type { RateLimiter } from "../../limits/rate-limiter.ts";
import type { KnownIdentity, VisitorIdentity } from "./visitor-identity.ts";
import { newIdentity } from "./visitor-identity.ts";
import type { VisitorParts } from "./visitor-parts.ts";

export interface HellosParts
  extends Pick<VisitorParts, "clock" | "limits" | "addresses" | "floors" | "refusals" | "counts"> {
  /** How many pages the visitor has open. */
  pagesOf(conversation: ConversationKey): number;
}

const tooManyHellos = fail("rate_limited", "Too many pages connect from this address; try again later.");

/** Limits hellos: their rate, the number of new visitors, and the pages of each visitor. */
export class VisitorHellos {
  readonly #parts: HellosParts;
  /** The rate for one visitor, and for new visitors of one address: each needs a number and a record. */
  readonly #hellos: RateLimiter;
  /** The rate of new visitors of all addresses. */
  readonly #newcomers: RateLimiter;

  constructor(parts: HellosParts) {
    this.#parts = parts;
    this.#hellos = limiterOf("sender", "hello", parts);
    this.#newcomers = limiterOf("newVisitors", "newcomer", parts, 1);
  }

  /** Returns the identity for a hello from this address group, of a `known` or a new visitor, or why it is refused now. */
  identify(group: string, known: KnownIdentity | null, channelId: ChannelId): Result<VisitorIdentity> {
    if (this.#hellos.take(known?.visitor.conversation ?? group) > 0) return tooManyHellos;
    if (known === null) return this.#begin(group, channelId);
    const { limits, refusals } = this.#parts;
    const { visitorSocketsMax } = limits;
    if (this.#parts.pagesOf(known.visitor.conversation) < visitorSocketsMax) return ok(known);
    refusals.count("visitorSocketsMax");
    return fail("rate_limited", `One visitor may have ${visitorSocketsMax} pages open (visitorSocketsMax).`);
  }

  /** Creates a new visitor when the limits allow it. */
  #begin(group: string, channelId: ChannelId): Result<VisitorIdentity> {
    const { addresses, floors } = this.#parts;
    // The limit for all addresses comes last, so that a refused address uses none of it.
    const refusal = floors.refuseChat() ?? addresses.refuseVisitor(group) ?? this.#refuseNewcomer();
    if (refusal !== null) return { ok: false, failure: refusal };
    addresses.useVisitor(group);
    return ok(newIdentity(channelId));
  }

  #refuseNewcomer(): Failure | null {
    const retryAfterSeconds = this.#newcomers.take("");
    if (retryAfterSeconds === 0) return null;
    this.#parts.refusals.count("newVisitorsPerSecond");
    const message = `Too many new visitors come at once (newVisitorsPerSecond). Try again in ${retryAfterSeconds} seconds.`;
    return { code: "rate_limited", message, retryAfterSeconds };
  }
}
