import t from "tap";
import { createSeal } from "../../../src/store/postgres/peers/seal.ts";
import { readSecret } from "../../../src/store/postgres/schema/secret.ts";
import { listenTo } from "../../contracts/peers-contract.ts";
import type { PeersWorld } from "../../store/postgres/peers-fixture.ts";
import { startPeersServer } from "../../store/postgres/peers-fixture.ts";

// These tests mostly wait. Tests that stop the server are last and run in sequence.
t.jobs = 4;

const { server, open } = await startPeersServer(t);

async function two({ join, until }: PeersWorld) {
  const one = async () => {
    const member = await join();
    const heard = listenTo(member.peers, "feed", "relay");
    await member.peers.start();
    return { ...member, heard };
  };
  const [a, b] = [await one(), await one()];
  await until("both know each other", () => [a, b].every(({ peers }) => peers.living().length === 2), 3_000);
  return { a, b };
}

t.test("10,000 messages are received in order, with a complete long message between them", async (t) => {
  const world = await open(t);
  const { a, b } = await two(world);
  const long = `ü"${"€".repeat(34_000)}`;
  const told = [];
  for (let index = 0; index < 10_000; index += 1) {
    told.push(a.peers.tell("feed", `${index}`));
    if (index === 5_000) told.push(a.peers.tell("relay", long));
  }
  await Promise.all(told);
  await world.until("all are heard", () => b.heard.texts.length === 10_001, 10_000);
  const texts = b.heard.texts.map((text) => text.slice(a.peers.id.length + 1));
  t.equal(texts.splice(5_001, 1)[0], `relay ${long}`);
  t.ok(texts.every((text, index) => text === `feed ${index}`));
  t.equal(b.heard.gaps, 0);
});

t.test("when all processes send at once, the messages of each arrive in order", async (t) => {
  const world = await open(t);
  const { a, b } = await two(world);
  const tellAll = async (from: typeof a): Promise<void> => {
    for (let index = 0; index < 300; index += 1) await from.peers.tell("feed", `${index} ${"x".repeat(index * 40)}`);
  };
  await Promise.all([tellAll(a), tellAll(b)]);
  await world.until("all are heard", () => [a, b].every(({ heard }) => heard.texts.length === 300), 5_000);
  for (const { heard } of [a, b]) {
    t.ok(heard.texts.every((text, index) => text.split(" ")[2] === `${index}`));
    t.equal(heard.gaps, 0);
  }
});

t.test("connections that the server ended are replaced, for receiving and for sending", async (t) => {
  const world = await open(t);
  const { a, b } = await two(world);
  await world.database.pool.query(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND application_name IN ('parley hears', 'parley tells')",
  );
  await world.until("both get the gap", () => [a, b].every(({ heard }) => heard.gaps > 0), 5_000);
  await a.peers.tell("feed", "again");
  await world.until("it is heard", () => b.heard.texts.length === 1, 3_000);
  t.strictSame([a.heard.lost, b.heard.lost, a.heard.leftBehind, b.heard.leftBehind], [[], [], [], []]);
  await world.until("both are settled", () => [a, b].every(({ peers }) => peers.health().isSettled), 3_000);
  t.match(a.peers.health(), { isHearing: true, living: 2 });
  b.freeze();
  await a.clients.findLast(({ purpose }) => purpose === "hears")?.client.query("UNLISTEN *");
  await world.until("a begins to hear again", () => !a.peers.health().isSettled, 7_000);
  await world.until("the process does not wait for the frozen one", () => a.peers.health().isSettled, 3_000);
});

t.test("a connection that stopped delivering is detected and replaced", async (t) => {
  const world = await open(t);
  const { a, b } = await two(world);
  await b.clients.find(({ purpose }) => purpose === "hears")?.client.query("UNLISTEN *");
  await world.until("the gap is reported", () => b.heard.gaps > 0, 7_000);
  await a.peers.tell("feed", "again");
  await world.until("it is heard", () => b.heard.texts.length === 1, 3_000);
  t.equal(a.heard.gaps, 0);
});

t.test("notifications of other programs on the channel are ignored", async (t) => {
  const world = await open(t);
  const { a, b } = await two(world);
  const { channel, close } = createSeal(await readSecret(world.database.pool));
  const notify = (text: string) => world.database.pool.query("SELECT pg_notify($1, $2)", [channel, text]);
  for (const text of ["", "hello", "x 1 w", "x 1 q {}", 'x 1 w "feed"', `${"x".repeat(7_000)}`]) await notify(text);
  await a.peers.tell("feed", "heard");
  await world.until("it is heard", () => b.heard.texts.length === 1, 3_000);
  t.strictSame([b.heard.gaps, b.heard.lost], [0, []]);
  await notify(close('x 1 w "feed"'));
  await world.until("what is no message is a gap", () => b.heard.gaps === 1, 3_000);
});

t.test("processes that ended long ago are reported as lost after some seconds of own beats", async (t) => {
  const world = await open(t);
  await world.database.pool.query(
    "INSERT INTO parley.node (id, beat_at) VALUES ('gone', clock_timestamp() - interval '1 hour')",
  );
  const { peers } = await world.join();
  const heard = listenTo(peers);
  await peers.start();
  t.strictSame(heard.lost, []);
  await world.until("it is lost", () => heard.lost.length > 0, 8_000);
  t.strictSame(heard.lost, ["gone"]);
  t.strictSame(peers.living(), [peers.id]);
});

t.test(
  "during an outage of the database, calls end soon, no process is lost, and messages become a gap",
  { buffered: false },
  async (t) => {
    const world = await open(t);
    const { a, b } = await two(world);
    await a.peers.tell("feed", "before");
    await world.until("b heard it", () => b.heard.texts.length === 1, 3_000);
    await server.stop("kill");
    const startMs = performance.now();
    const text = "x".repeat(1_024 * 1_024);
    const told = Array.from({ length: 40 }, () => a.peers.tell("feed", text));
    await world.until("nothing is heard", () => !b.peers.health().isHearing, 3_000);
    await Promise.all(told);
    const waitedMs = performance.now() - startMs;
    t.ok(waitedMs < 4_000, `${waitedMs} ms`);
    await world.until("they were silent for long", () => a.peers.health().sinceBeatMs > 6_000, 8_000);
    await server.start();
    await world.until("both hear", () => [a, b].every(({ heard }) => heard.gaps > 0), 5_000);
    // The lost connection causes one gap, the missing numbers another, which is noticed later.
    await world.until(
      "b is settled",
      () => {
        const { isHearing, isSettled } = b.peers.health();
        return isHearing && isSettled;
      },
      3_000,
    );
    t.ok(b.heard.gaps > 1, "[ERR-12] who is settled has found out what is missing, and reads it before it says ready");
    await a.peers.tell("feed", "back");
    await world.until("b hears again", () => b.heard.texts.includes(`${a.peers.id} feed back`), 3_000);
    await world.until("both are seen", () => [a, b].every(({ peers }) => peers.health().sinceBeatMs < 2_000), 3_000);
    t.strictSame([a.heard.lost, b.heard.lost, a.heard.leftBehind, b.heard.leftBehind], [[], [], [], []]);
  },
);

t.test(
  "a process that cannot reach the database does not start, and starts when it can",
  { buffered: false },
  async (t) => {
    const world = await open(t);
    const { peers } = await world.join();
    await server.stop();
    await t.rejects(peers.start());
    await server.start();
    await peers.start();
    t.strictSame(peers.living(), [peers.id]);
  },
);
