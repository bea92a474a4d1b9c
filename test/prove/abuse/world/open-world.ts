import { scopes } from "../../../../src/codec/settings/api-key-bounds.ts";
import type { Limits } from "../../../../src/config/limits.ts";
import { asChannelId } from "../../../../src/core/ids.ts";
import type { ApiKeyFacts } from "../../../../src/ports/store.ts";
import { createManualClock } from "../../../edge/manual-clock.ts";
import { createMemoryStore } from "../../../harness/memory-store/memory-store.ts";
import type { Service } from "../../../harness/service.ts";
import { startService } from "../../../harness/service.ts";
import { agents } from "../../../harness/service-config.ts";
import type { Ending } from "../../../harness/temporary-folder.ts";
import type { CountedStore } from "./counted-store.ts";
import { countRows } from "./counted-store.ts";
import type { Facts } from "./gather-facts.ts";
import { gatherFacts } from "./gather-facts.ts";
import type { Outside } from "./outside.ts";
import { createOutside } from "./outside.ts";
import { replaceVictims } from "./victims.ts";
import { operatorToken, wideLimits, worldConfig } from "./world-config.ts";

/** A service with at least one object of each kind. */
export interface World {
  readonly service: Service;
  readonly port: number;
  /** The values of `{{name}}` in inputs. */
  readonly facts: Facts;
  readonly rows: CountedStore;
  readonly outside: Outside;
  /** Opens the sessions that inputs ended, and makes the objects that inputs removed. */
  renew(): Promise<void>;
  /** Returns the log entries with level error or higher since the last call. */
  takeErrors(): readonly Readonly<Record<string, unknown>>[];
  close(): Promise<void>;
}

const errorLevel = 50;
/** The people whose sessions inputs use. */
const people = ["ada", "kim", "lee", "max"] as const;

/** The fact that holds the API key of this name. */
export const keyFactOf = (name: string): string => `key_${name.replaceAll(/\W/g, "_")}`;

/** API keys of the administrator by their facts: one for each scope, and one with those scopes that a channel can have. */
const keys: Readonly<Record<string, Partial<ApiKeyFacts>>> = {
  ...Object.fromEntries(scopes.map((scope) => [keyFactOf(scope), { scopes: [scope] }])),
  [keyFactOf("other channel")]: {
    scopes: ["chats:read", "chats:write", "deliveries"],
    channelIds: [asChannelId("OTHERAPP01")],
  },
};

export async function openWorld(limits: Partial<Limits> = {}): Promise<World> {
  const endings: (() => unknown)[] = [];
  const ending: Ending = { teardown: (end: () => unknown) => void endings.push(end) };
  const clock = createManualClock();
  const outside = createOutside(clock);
  const rows = countRows(createMemoryStore());
  const service = await startService(ending, {
    pictureNetworks: ["127.0.0.0/8"],
    ...outside,
    clock,
    store: rows.store,
    operatorToken,
    logKeptFrom: errorLevel,
    limits: { ...wideLimits, ...limits },
    config: worldConfig(limits),
  });
  const facts = await gatherFacts(service, outside, ending);
  for (const [fact, given] of Object.entries(keys)) {
    const { scopes: own = [], channelIds = [] } = given;
    const key = { name: fact, scopes: own, channelIds, expiresAtMs: null };
    facts.set(fact, (await service.app.sessions.apiKeys.create(agents.ada.id, key)).token);
  }
  let seenLines = 0;
  return {
    service,
    port: Number(new URL(service.url).port),
    facts,
    rows,
    outside,
    async renew() {
      for (const name of people)
        if (service.app.sessions.find(facts.get(name) ?? "") === undefined)
          facts.set(name, await service.app.sessions.open(agents[name].id));
      await replaceVictims(service, facts);
    },
    takeErrors() {
      const lines = service.logLines.slice(seenLines);
      seenLines = service.logLines.length;
      return lines;
    },
    async close() {
      for (const end of endings.reverse()) await end();
    },
  };
}
