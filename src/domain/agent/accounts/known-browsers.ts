import type { AgentId } from "../../../../machines/ids.ts";
import { undamaged, undamagedLater } from "../../../core/rows/undamaged.ts";
import type { Clock } from "../../../ports/clock.ts";
import type { Row, Store } from "../../../ports/store.ts";
import { hashOfToken, newToken } from "./token.ts";

/** A browser is known this long after its last login. */
export const browserKnownMs = 180 * 24 * 3_600_000;
/** Of one agent; the one used longest ago is forgotten first. */
const browsersMax = 20;

interface KnownBrowser {
  readonly tokenHash: string;
  /** Of its last login. */
  readonly usedAtMs: number;
}

/**
 * The browsers in which an agent logged in before: who guesses passwords elsewhere does not slow down a login there. A browser proves it by
 * a random token, of which the store knows the hash; the token lets nobody in.
 */
export interface KnownBrowsers {
  /** The first of the tokens by which a browser of the agent is known. */
  find(agentId: AgentId, tokens: readonly string[]): Promise<string | undefined>;
  /** Keeps the browser known: under its token, or a new one when it has none. Stored when this resolves. */
  remember(agentId: AgentId, token: string | undefined): Promise<string>;
  /** Knows none of the agent's browsers any more. */
  forget(agentId: AgentId): Promise<void>;
}

export function createKnownBrowsers(store: Store, clock: Clock): KnownBrowsers {
  const isLive = ({ usedAtMs }: KnownBrowser): boolean => clock.nowMs() - usedAtMs < browserKnownMs;
  return {
    async find(agentId, tokens) {
      const row = await undamagedLater(() => store.read("fact", [nameOf(agentId)]));
      const live = browsersIn(row).filter(isLive);
      const hashes = new Set(live.map(({ tokenHash }) => tokenHash));
      return tokens.find((token) => hashes.has(hashOfToken(token)));
    },
    async remember(agentId, token = newToken()) {
      const used: KnownBrowser = { tokenHash: hashOfToken(token), usedAtMs: clock.nowMs() };
      await store.commit({ rows: [{ table: "fact", key: [nameOf(agentId)] }] }, (rows) => {
        const before = browsersIn(undamaged(() => rows.read("fact", [nameOf(agentId)])));
        const others = before.filter((browser) => isLive(browser) && browser.tokenHash !== used.tokenHash);
        const browsers = [...others, used].slice(-browsersMax);
        return [{ table: "fact", key: [nameOf(agentId)], row: { text: textOf(browsers) } }];
      });
      return token;
    },
    forget: (agentId) => store.commit({}, () => [{ table: "fact", key: [nameOf(agentId)], row: null }]),
  };
}

const nameOf = (agentId: AgentId): string => `browsers/${agentId}`;

/** A line for each: the hash and the time, the one used last at the end. */
const textOf = (browsers: readonly KnownBrowser[]): string =>
  browsers.map(({ tokenHash, usedAtMs }) => `${tokenHash} ${usedAtMs}`).join("\n");

/** None is known while the row is damaged: nobody is kept from logging in, and the next login writes it anew. */
function browsersIn(row: Row<"fact"> | undefined): readonly KnownBrowser[] {
  return (row?.text ?? "").split("\n").map((line) => {
    const [tokenHash = "", usedAtMs] = line.split(" ");
    return { tokenHash, usedAtMs: Number(usedAtMs ?? 0) };
  });
}
