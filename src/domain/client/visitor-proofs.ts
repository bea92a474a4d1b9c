import { createHmac, timingSafeEqual } from "node:crypto";
import type { ChannelSettings } from "../../../machines/channel/channel.types.ts";
import type { ProvedFacts } from "../../../machines/chat/client.types.ts";
import type { ChannelId } from "../../../machines/ids.ts";
import { identitySecretsAt } from "../../codec/signatures/signing-secrets.ts";
import type { Result } from "../../core/result.ts";
import { fail, ok } from "../../core/result.ts";
import type { Clock } from "../../ports/clock.ts";
import type { IdentityTokens } from "../../ports/identity-tokens.ts";
import type { WarningLine } from "../channel/warning-lines.ts";

/** What a token proved. */
export interface Proof {
  readonly facts: ProvedFacts;
  /** The secret that stands for the proof in a browser. It is valid on one channel, for 7 days. */
  readonly secret: string;
}

/** Visitors who prove who they are. Source: WJ-47 to WJ-52. */
export interface VisitorProofs {
  /**
   * Verifies the token of a page. Fails with `unauthorized` and a sentence for the page, and writes a line into the channel's log.
   * The promise does not reject.
   */
  prove(settings: ChannelSettings, token: string, cause: string): Promise<Result<Proof>>;
  /** The proved id in a secret; `null` for another secret, an old one, or one of a token that would not be verified now. */
  idIn(settings: ChannelSettings, secret: string): string | null;
}

/** Then the page proves the id again, with its next token. */
const secretValidMs = 7 * 24 * 60 * 60_000;
const radix = 36;

/** `key` is the secret of this installation. */
export function createVisitorProofs(parts: {
  readonly tokens: IdentityTokens;
  readonly key: string;
  readonly clock: Clock;
  readonly warn: (line: WarningLine) => boolean;
}): VisitorProofs {
  const { tokens, clock, warn } = parts;
  const key = createHmac("sha256", parts.key).update("proved visitors").digest();
  /** What verified the token is signed too: without it, a secret that was removed and replaced would still prove what it proved. */
  const sign = (channelId: ChannelId, claim: string, by: string): string =>
    createHmac("sha256", key).update(`${channelId} ${claim} ${by}`).digest("base64url");
  return {
    async prove({ id: channelId, widget }, token, cause) {
      const identity = widget?.identity ?? null;
      if (identity === null) return fail("unauthorized", "This widget accepts no proof of an identity.");
      const check = await tokens.verify(token, channelId, identity);
      if (check.refusal === null) {
        const { proved: facts, by } = check;
        const until = (clock.nowMs() + secretValidMs).toString(radix);
        const claim = `${Buffer.from(facts.id).toString("base64url")}~${until}`;
        return ok({ facts, secret: `${claim}~${sign(channelId, claim, by)}` });
      }
      const { reason, cause: further } = check.refusal;
      const text = ["A visitor could not prove an identity.", reason, further ?? []].flat().join(" ");
      warn({ channelId, key: `${channelId} ${reason}`, chatId: null, cause, text });
      return fail("unauthorized", reason);
    },
    idIn({ id: channelId, widget }, secret) {
      const identity = widget?.identity ?? null;
      if (identity === null) return null;
      const [id = "", until = "", signature = ""] = secret.split("~");
      const given = Buffer.from(signature);
      const nowMs = clock.nowMs();
      const isSigned = [...identitySecretsAt(identity, nowMs), identity.jwksUrl ?? []].flat().some((by) => {
        const expected = Buffer.from(sign(channelId, `${id}~${until}`, by));
        return given.length === expected.length && timingSafeEqual(given, expected);
      });
      return isSigned && nowMs < Number.parseInt(until, radix) ? Buffer.from(id, "base64url").toString() : null;
    },
  };
}
