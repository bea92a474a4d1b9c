import t from "tap";
import { createSeal } from "../../../src/store/postgres/peers/seal.ts";
import { migrate } from "../../../src/store/postgres/schema/migrate.ts";
import { readSecret } from "../../../src/store/postgres/schema/secret.ts";
import { startPeersServer } from "./peers-fixture.ts";

const { open } = await startPeersServer(t);
const text = "Mia Miller, +49 30 123456";

t.test("whoever may only connect to the database neither reads nor makes the nodes' news", async (t) => {
  const world = await open(t);
  const [a, b] = [await world.join(), await world.join()];
  const heard: string[] = [];
  b.peers.hear("feed", (told) => void heard.push(told));
  await a.peers.start();
  await b.peers.start();
  const { channel } = createSeal(await readSecret(world.database.pool));
  t.match(channel, /^parley_[0-9a-f]{32}$/);
  const stranger = await world.database.connect("stranger");
  t.teardown(() => stranger.end());
  const seen: string[] = [];
  stranger.on("notification", ({ payload = "" }) => void seen.push(payload));
  await stranger.query(`LISTEN ${channel}`);
  await a.peers.tell("feed", text);
  await world.until("it is heard", () => heard.length === 1 && seen.length > 0, 5_000);
  const all = seen.flatMap((payload) => [payload, Buffer.from(payload, "base64").toString()]).join();
  for (const word of [text, "Mia", "feed", a.peers.id]) t.notOk(all.includes(word), word);
  const [last = ""] = seen.slice(-1);
  const changed = `${last.slice(0, 30)}${last[30] === "A" ? "B" : "A"}${last.slice(31)}`;
  for (const forged of [last, changed, `${a.peers.id} 99 w "feed","forged"`, `x 1 w "feed","forged"`])
    await stranger.query("SELECT pg_notify($1, $2)", [channel, forged]);
  await a.peers.tell("feed", "again");
  await world.until("the next is heard", () => heard.length > 1, 5_000);
  t.strictSame(heard, [text, "again"], "a repeat, a changed packet and an own one are no news");
});

t.test("every database has its own channel and its own locks", async (t) => {
  const [one, other] = [await open(t), await open(t)];
  const channelOf = async (world: typeof one) => createSeal(await readSecret(world.database.pool)).channel;
  t.not(await channelOf(one), await channelOf(other));
  const stranger = await one.database.connect("stranger");
  t.teardown(() => stranger.end());
  for (const lock of [1, 2, 7]) await stranger.query("SELECT pg_advisory_lock(1885434473, $1)", [lock]);
  const client = await one.database.connect("schema");
  t.teardown(() => client.end());
  await client.query("SET lock_timeout = 5000");
  await migrate(client, one.database.label);
  t.pass("a lock of fixed numbers holds up nobody");
});
