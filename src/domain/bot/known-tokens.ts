import { createHash } from "node:crypto";
import type { ChannelId } from "../../../machines/ids.ts";
import { keyPages } from "../../core/rows/damaged-rows.ts";
import type { FreshRows } from "../../core/rows/fresh-rows.ts";
import { ownRows } from "../../core/rows/fresh-rows.ts";
import type { KnownTokens, OauthBot } from "../../ports/bot-access.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Store } from "../../ports/store.ts";

/** The access tokens that were or will be sent to bots, as the store has them: hashes with their expiry times. */
export interface StoredTokens extends KnownTokens {
  /** Loads the tokens of earlier processes, because providers send those back, too. Call it before the first request is served. */
  load(): Promise<void>;
}

const factPrefix = "oauth/";
/** `/` sorts right before `0`. */
const factsEnd = "oauth0";
/** For each channel. A provider that refuses every token receives new ones again and again. */
const tokensMax = 16;
const rowsAtOnce = 1_000;
/** Source: RFC 6750, 2.1; the scheme ignores case: RFC 9110, 11.1. */
const bearer = /^bearer +([!-~]+)$/i;

/**
 * A token is looked up by its SHA-256, so that the duration reveals nothing about it. `freshRows` has the tokens that other processes
 * obtain. Absent: there are no other processes. Source: AUTH-10, AUTH-14.
 */
export function createKnownTokens(store: Store, clock: Clock, freshRows: FreshRows = ownRows): StoredTokens {
  /** The expiry time of each token by its name; 0 for a damaged row, whose token is refused. */
  const ends = new Map<string, number>();
  let hasSwept = false;
  const fresh = freshRows.keep("fact", {
    range: { after: [factPrefix], until: [factsEnd] },
    isKept: ([name]) => name.startsWith(factPrefix),
    take([name], row) {
      if (row === undefined) ends.delete(name);
      else ends.set(name, Number(row.text));
    },
    takeAll(rows) {
      ends.clear();
      for (const { key, row } of rows) ends.set(key[0], Number(row?.text ?? 0));
    },
  });
  return {
    async load() {
      for await (const page of keyPages(store, "fact", { after: [factPrefix], until: [factsEnd], limit: rowsAtOnce })) {
        for (const { key, row } of page) ends.set(key[0], Number(row?.text ?? 0));
      }
    },
    async keep(bot, accessToken, expiresAtMs) {
      const own = ownPrefix(bot.channelId);
      const name = nameOf(bot, accessToken);
      // Once in each process, also the tokens of removed channels.
      const swept = hasSwept ? own : factPrefix;
      hasSwept = true;
      const others = [...ends].filter(([other]) => other.startsWith(swept) && other !== name);
      const gone = outdated(others, own, clock.nowMs());
      await store.commit({}, () => [
        { table: "fact", key: [name], row: { text: String(expiresAtMs) } },
        ...gone.map((other) => ({ table: "fact", key: [other], row: null }) as const),
      ]);
      for (const other of gone) ends.delete(other);
      ends.set(name, expiresAtMs);
      await fresh.changed([...gone, name].map((written) => [written]));
    },
    accepts(bot, authorization) {
      const accessToken = bearer.exec(authorization?.trim() ?? "")?.[1];
      if (accessToken === undefined) return false;
      return clock.nowMs() < (ends.get(nameOf(bot, accessToken)) ?? 0);
    },
  };
}

const ownPrefix = (channelId: ChannelId): string => `${factPrefix}${channelId}/`;

/** The hash covers the settings: a token of former settings has another name, and is known no more. */
function nameOf({ channelId, oauth: { tokenUrl, clientId, clientSecret } }: OauthBot, accessToken: string): string {
  const text = JSON.stringify([tokenUrl, clientId, clientSecret, accessToken]);
  return ownPrefix(channelId) + createHash("sha256").update(text).digest("hex");
}

/** The expired tokens, and the channel's tokens that expire first, to make room for one more. */
function outdated(
  ends: readonly (readonly [name: string, atMs: number])[],
  own: string,
  nowMs: number,
): readonly string[] {
  const valid = ends.filter(([name, atMs]) => name.startsWith(own) && atMs > nowMs);
  const extra = valid.sort(([, one], [, other]) => other - one).slice(tokensMax - 1);
  const expired = ends.filter(([, atMs]) => atMs <= nowMs);
  return [...expired, ...extra].map(([name]) => name);
}
