import t from "tap";
import { asChatId } from "../../../src/core/ids.ts";
import { acceptBy, createWorld, kim } from "../../actors/world.ts";
import { createFaultyStore } from "../../harness/faulty-store.ts";

const one = asChatId("1");

t.test("a delivery needs two commits: one before its attempt, and one for its outcome", async (t) => {
  const { store, commits } = createFaultyStore();
  const world = await createWorld({ store });
  await world.say("c1", "Hello");
  await world.step(one, acceptBy(kim, world.clock.nowMs()));
  const before = commits();
  await world.reply(one, "Hi");
  await world.settle();
  t.equal(commits() - before, 1);
  await world.reply(one, "and");
  t.equal(commits() - before, 2);
  await world.attempts[0]?.answer();
  t.equal(commits() - before, 3, "the outcome and the start of the next delivery share one commit");
  await world.attempts[1]?.answer();
  t.equal(commits() - before, 4);
  await world.pass(20_000);
  t.equal(commits() - before, 4, "cleared deadlines wake no actor");
  t.strictSame(await store.scan("deadline", { limit: 10 }), []);
});

t.test("[CH-49] a deadline that was set again fires at its new time only", async (t) => {
  const world = await createWorld();
  await world.say("c1", "Hello");
  const typing = (state: "typein" | "typeout", atMs: number) =>
    world.step(one, { type: "chat.typing-requested", nowMs: atMs, agent: kim, state });
  const startMs = world.clock.nowMs();
  await world.step(one, acceptBy(kim, startMs));
  await typing("typein", startMs);
  await world.pass(4_000);
  await typing("typein", startMs + 4_000);
  await world.pass(4_900);
  t.equal(world.notices.length, 1);
  await world.pass(200);
  t.strictSame(
    world.notices.map(({ state, atMs }) => [state, atMs - startMs]),
    [
      ["typein", 0],
      ["typeout", 9_000],
    ],
  );
});
