import { systemClock } from "../../../src/core/clock.ts";
import { createOutbound } from "../../../src/delivery/create-outbound.ts";
import { createKnownTokens } from "../../../src/domain/bot/known-tokens.ts";
import { openLmdbStore } from "../../../src/store/lmdb/open-lmdb-store.ts";
import { recordingLog } from "../../store/lmdb-fixture.ts";
import { loopback, outboundLimits } from "../attempts.ts";
import { toTelling } from "../bot/bots.ts";

/** A separate process that sends one event to a bot with an access token. Its store is in the given folder. */
const [dir = "", bot = "{}"] = process.argv.slice(2);
const log = recordingLog();
const store = await openLmdbStore({ dir, log });
const outbound = createOutbound({
  policy: loopback,
  limits: { ...outboundLimits, endpointConnectionsMax: 2 },
  clock: systemClock,
  log,
  knownTokens: createKnownTokens(store, systemClock),
});
await outbound.tellBot(toTelling(JSON.parse(bot), { timeoutMs: 60_000 }));
await outbound.close();
await store.close();
