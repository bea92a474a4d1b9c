import { pino } from "pino";
import type { Test } from "tap";
import t from "tap";
import { systemClock } from "../../src/core/clock.ts";
import { createFreshRows } from "../../src/core/rows/fresh-rows.ts";
import { createOutbound } from "../../src/delivery/create-outbound.ts";
import { createKnownTokens } from "../../src/domain/bot/known-tokens.ts";
import { createSharedTokens } from "../../src/domain/bot/shared-tokens.ts";
import { shareRows } from "../../src/store/shared-rows.ts";
import { loopback, outboundLimits } from "../delivery/attempts.ts";
import { channelId, grantTokens, openProvider, toTelling } from "../delivery/bot/bots.ts";
import { reply, replyOk } from "../delivery/peer.ts";
import { inTurn } from "../delivery/timed-outbound.ts";
import { createMemoryHub } from "../harness/memory-store/memory-peers.ts";
import { createSharedMemory } from "../harness/memory-store/shared-memory.ts";
import { recordingLog } from "../store/lmdb-fixture.ts";

const limits = { ...outboundLimits, endpointConnectionsMax: 2 };

/** The parts that request and recognize tokens, at two nodes on one store. */
async function openNodes(t: Test) {
  const clock = systemClock;
  const log = recordingLog();
  const hub = createMemoryHub({ clock, log: pino({ level: "silent" }) });
  const shared = createSharedMemory();
  const open = async (id: string) => {
    const peers = hub.join(id);
    await peers.start();
    t.teardown(() => peers.stop());
    const opened = shared.open(peers, () => clock.nowMs());
    const { store, news: rowNews } = shareRows(opened.store, peers);
    const freshRows = createFreshRows({ store, peers, rowNews, clock });
    const knownTokens = createKnownTokens(store, clock, freshRows);
    const sharedTokens = createSharedTokens({ store, peers, clock });
    const outbound = createOutbound({ policy: loopback, limits, clock, log, knownTokens, sharedTokens });
    t.teardown(() => outbound.close());
    return { knownTokens, store, tell: outbound.tellBot };
  };
  return { nodes: [await open("one"), await open("two")] as const, log };
}

t.test("[AUTH-09] one token request for all nodes, regardless of the first node that needs the token", async (t) => {
  const provider = await openProvider(t, { bot: replyOk, token: grantTokens() });
  const { nodes, log } = await openNodes(t);
  const telling = toTelling(provider.bot, { timeoutMs: 3_000 });
  const all = await Promise.all([...nodes, ...nodes, ...nodes].map(({ tell }) => tell(telling)));
  t.ok(all.every(({ failure }) => failure === null));
  for (const { tell } of nodes) await tell(telling);
  t.strictSame([provider.forms().length, provider.carried()], [1, Array(8).fill("Bearer tk-1-hush")]);
  t.notMatch(JSON.stringify(log), "hush", "no token is logged");
});

t.test("[AUTH-10] a token that one node obtained is accepted from the bot at every node", async (t) => {
  const provider = await openProvider(t, { bot: replyOk, token: grantTokens() });
  const { nodes } = await openNodes(t);
  await nodes[0].tell(toTelling(provider.bot, { timeoutMs: 3_000 }));
  const { oauth } = toTelling(provider.bot).bot;
  for (const { knownTokens } of nodes)
    t.ok(oauth !== null && knownTokens.accepts({ channelId, oauth }, "Bearer tk-1-hush"));
});

t.test("[AUTH-11] a token that the bot refuses at both nodes is renewed once", async (t) => {
  const refuseFirst = inTurn(
    replyOk,
    replyOk,
    reply("401 Unauthorized", ""),
    replyOk,
    reply("401 Unauthorized", ""),
    replyOk,
  );
  const provider = await openProvider(t, { bot: refuseFirst, token: grantTokens() });
  const { nodes } = await openNodes(t);
  const telling = toTelling(provider.bot, { timeoutMs: 3_000 });
  for (const { tell } of [...nodes, ...nodes]) t.match(await tell(telling), { failure: null });
  t.equal(provider.forms().length, 2);
  t.strictSame(
    provider.carried(),
    [1, 1, 1, 2, 1, 2].map((number) => `Bearer tk-${number}-hush`),
  );
});
