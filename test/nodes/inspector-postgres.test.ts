import { pino } from "pino";
import t from "tap";
import { systemClock } from "../../src/core/clock.ts";
import { noRowNews } from "../../src/ports/row-news.ts";
import { createPostgresPeers } from "../../src/store/postgres/peers/postgres-peers.ts";
import { createManualClock } from "../edge/manual-clock.ts";
import { startService } from "../harness/service.ts";
import { eventually, openWatcher } from "../inspect/watcher.ts";
import { openOn, startDatabases } from "../store/postgres/postgres-fixture.ts";

t.test("steps arrive over a real database, also steps that are larger than one of its messages", async (t) => {
  const { create } = await startDatabases(t);
  const url = await create();
  const clock = createManualClock();
  const open = async () => {
    const { store, leftWork, database } = await openOn(url);
    const peers = createPostgresPeers({ database, log: pino({ level: "silent" }), clock: systemClock });
    await peers.start();
    const node = { peers, rowNews: noRowNews, leftWork, processId: peers.id, health: null };
    return { service: await startService(t, { clock, store, nodes: node }), peers };
  };
  const [one, two] = [await open(), await open()];
  await eventually(() => one.peers.living().length === 2 && two.peers.living().length === 2);
  await one.service.say("ann", "hello");
  const watcher = await openWatcher(t, one.service, { watch: ["chat/1"] });
  await watcher.caughtUp();
  const texts = ["long ".repeat(1_000), "short", "very long ".repeat(1_900)].map((text) => text.trim());
  for (const text of texts) await two.service.say("ann", text);
  await eventually(() => {
    clock.advance(50);
    return watcher.steps().length === texts.length;
  });
  const steps = watcher.frames.flatMap(({ parley }) => parley ?? []);
  t.same(
    steps.map(({ revision, node }) => [revision, node]),
    [2, 3, 4].map((revision) => [revision, two.peers.id]),
  );
  t.match(JSON.stringify(steps[2]), "very long very long");
});
