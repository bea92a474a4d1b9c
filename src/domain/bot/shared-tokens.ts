import { scanKeys, undamagedLater } from "../../core/rows/damaged-rows.ts";
import type { AccessToken, SharedTokens, TokenOwner } from "../../ports/bot-access.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Peers } from "../../ports/peers.ts";
import type { Store } from "../../ports/store.ts";

interface KeptToken extends AccessToken {
  readonly credentials: string;
}

const factPrefix = "oauth-token/";
/** `/` sorts right before `0`. */
const factsEnd = "oauth-token0";
const sweptAtOnce = 1_000;

/**
 * Access tokens as rows. They are as secret as the client secrets in the same store: a reader of the database can use them until they
 * expire. Used only where several processes share a store; a single process keeps the tokens in memory.
 */
export function createSharedTokens({
  store,
  peers,
  clock,
}: {
  readonly store: Store;
  readonly peers: Peers;
  readonly clock: Clock;
}): SharedTokens {
  let hasSwept = false;
  /** Includes the tokens of removed channels. */
  const expired = async (): Promise<readonly (readonly [name: string])[]> => {
    if (hasSwept) return [];
    hasSwept = true;
    const page = await scanKeys(store, "fact", { after: [factPrefix], until: [factsEnd], limit: sweptAtOnce });
    return page.flatMap(({ key, row }) => (row === null || isOver(row.text, clock) ? [key] : []));
  };
  return {
    async read({ channelId, credentials }) {
      const row = await undamagedLater(() => store.durable.read("fact", [factPrefix + channelId]));
      if (row === undefined) return null;
      const { credentials: kept, ...token }: KeptToken = JSON.parse(row.text);
      return kept === credentials ? token : null;
    },
    async keep({ channelId, credentials }, { id, text, freshUntilMs }) {
      const kept: KeptToken = { credentials, id, text, freshUntilMs };
      const own = factPrefix + channelId;
      const gone = (await expired()).filter(([name]) => name !== own);
      await store.commit({}, () => [
        { table: "fact", key: [own], row: { text: JSON.stringify(kept) } },
        ...gone.map((key) => ({ table: "fact", key, row: null }) as const),
      ]);
    },
    lease: ({ channelId }, durationMs) => peers.lease(leaseOf(channelId), durationMs),
    release: ({ channelId }) => peers.release(leaseOf(channelId)),
  };
}

const leaseOf = (channelId: TokenOwner["channelId"]): string => `access token of ${channelId}`;

function isOver(text: string, clock: Clock): boolean {
  const { freshUntilMs }: KeptToken = JSON.parse(text);
  return freshUntilMs <= clock.nowMs();
}
