import type { AgentId } from "../../../../machines/ids.ts";
import { undamaged, undamagedLater } from "../../../core/rows/damaged-rows.ts";
import type { Clock } from "../../../ports/clock.ts";
import type { Row, Store } from "../../../ports/store.ts";
import { hashOfToken, newToken } from "./sessions.ts";

/** A browser stays known for this time after its last login. */
export const browserKnownMs = 180 * 24 * 3_600_000;
/** For each agent; the browser used longest ago is forgotten first. */
const browsersMax = 20;

interface KnownBrowser {
  readonly tokenHash: string;
  /** The time of its last login. */
  readonly usedAtMs: number;
}

/**
 * The browsers in which an agent logged in before. Password guesses from other places do not slow down a login there. A known browser sends
 * a random token; the store has its hash. Nobody can log in with this token.
 */
export interface KnownBrowsers {
  /** Returns the first token that belongs to a known browser of the agent. */
  find(agentId: AgentId, tokens: readonly string[]): Promise<string | undefined>;
  /** Keeps the browser known, under its token or a new one. Resolves when this is stored. */
  remember(agentId: AgentId, token: string | undefined): Promise<string>;
  /** Forgets all browsers of the agent. */
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

/** One line for each browser with the hash and the time; the browser used last is at the end. */
const textOf = (browsers: readonly KnownBrowser[]): string =>
  browsers.map(({ tokenHash, usedAtMs }) => `${tokenHash} ${usedAtMs}`).join("\n");

/** No browser is known while the row is damaged. Logins still work, and the next login rewrites the row. */
function browsersIn(row: Row<"fact"> | undefined): readonly KnownBrowser[] {
  return (row?.text ?? "").split("\n").map((line) => {
    const [tokenHash = "", usedAtMs] = line.split(" ");
    return { tokenHash, usedAtMs: Number(usedAtMs ?? 0) };
  });
}
