import { createHash } from "node:crypto";
import type { ChannelId } from "../../../machines/ids.ts";
import type { BotAccess } from "../../ports/bot-access.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Key, Store, Write } from "../../ports/store.ts";

/** The access tokens that bots were or will be sent, as the store keeps them: hashes with the time of their end. */
export interface KnownTokens extends BotAccess {
  /** Resolves when the token is durable: only then may a request carry it. Rejects with a StoreError. */
  keep(channelId: ChannelId, accessToken: string, expiresAtMs: number): Promise<void>;
}

const factPrefix = "oauth/";
/** `/` sorts right before `0`. */
const afterPrefix = (prefix: string): string => `${prefix.slice(0, -1)}0`;
/** Of one channel. A provider that refuses every token is sent ever new ones. */
const tokensMax = 16;
const rowsAtOnce = 10_000;
/** Source: RFC 6750, 2.1; the scheme in any case: RFC 9110, 11.1. */
const bearer = /^bearer +([!-~]+)$/i;

/**
 * A token is looked up by its SHA-256, so that no time tells anything of it. Nothing is kept in memory: the provider
 * sends back what a process before this one obtained. Source: AUTH-10, AUTH-14.
 */
export function createKnownTokens({ store, clock }: { readonly store: Store; readonly clock: Clock }): KnownTokens {
  let hasSwept = false;
  return {
    async keep(channelId, accessToken, expiresAtMs) {
      const own = `${factPrefix}${channelId}/`;
      // Once in a process also those of channels that are gone.
      const swept = hasSwept ? own : factPrefix;
      hasSwept = true;
      const range = { after: [swept], until: [afterPrefix(swept)], limit: rowsAtOnce } as const;
      const names = (await store.scan("fact", range)).map(({ key }) => key);
      const key: Key<"fact"> = [own + hashOf(accessToken)];
      await store.commit([], ({ read }) => {
        const kept = names.filter(([name]) => name !== key[0]);
        const endOf = ([name]: Key<"fact">): number => Number(read("fact", [name])?.text ?? 0);
        return [
          { table: "fact", key, row: { text: String(expiresAtMs) } },
          ...outdated(kept, endOf, own, clock.nowMs()),
        ];
      });
    },
    accepts(channelId, authorization) {
      const accessToken = bearer.exec(authorization?.trim() ?? "")?.[1];
      if (accessToken === undefined) return false;
      const known = store.read("fact", [`${factPrefix}${channelId}/${hashOf(accessToken)}`]);
      return known !== undefined && clock.nowMs() < Number(known.text);
    },
  };
}

const hashOf = (accessToken: string): string => createHash("sha256").update(accessToken).digest("hex");

/** The expired ones, and of the channel's own those that end first, so that one more has room. */
function outdated(
  names: readonly Key<"fact">[],
  endOf: (key: Key<"fact">) => number,
  own: string,
  nowMs: number,
): readonly Write[] {
  const ends = names.map((key) => ({ key, atMs: endOf(key) }));
  const valid = ends.filter(({ key, atMs }) => key[0].startsWith(own) && atMs > nowMs);
  const extra = valid.sort((one, other) => other.atMs - one.atMs).slice(tokensMax - 1);
  const expired = ends.filter(({ atMs }) => atMs <= nowMs);
  return [...expired, ...extra].map(({ key }) => ({ table: "fact", key, row: null }));
}
