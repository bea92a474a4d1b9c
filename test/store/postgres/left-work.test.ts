import t from "tap";
import type { Write } from "../../../src/ports/store.ts";
import { actorOf, conversation } from "../../contracts/many-writers.ts";
import { openOn, startDatabases } from "./postgres-fixture.ts";

const databases = await startDatabases(t);
const place = conversation("1");

const tell = (id: string): Write => ({
  table: "tell",
  key: [id],
  row: { id, to: actorOf(place), conversation: place, event: "{}", from: actorOf(place) },
});
const deadline = (id: string, atMs: number): Write => ({
  table: "deadline",
  key: [atMs, actorOf(place), id],
  row: { id, atMs, atRestart: false, actor: actorOf(place), conversation: place },
});

t.test(
  "work that its process did not do in time is claimed for a while, and claimed again when the claimer is lost",
  async (t) => {
    const url = await databases.create();
    const [first, second] = [await openOn(url, "node-1"), await openOn(url, "node-2")];
    const query = (text: string) => databases.query(url, text);
    await query("INSERT INTO parley.node (id, beat_at) VALUES ('node-1', 'infinity'), ('node-2', 'infinity')");
    const claim = async () => (await second.leftWork.claimTells(9)).map(({ id }) => id);
    await first.store.commit({}, () => [tell("b"), tell("a")]);
    t.strictSame(await claim(), [], "their process still works on them");
    await query("UPDATE parley.tell SET claimed_until = clock_timestamp() - interval '1 ms'");
    t.strictSame(await claim(), ["b", "a"], "their process took too long");
    t.strictSame(await claim(), [], "they are claimed");
    t.strictSame(
      await query(
        "SELECT count(*)::int AS n FROM parley.tell WHERE claimed_until > clock_timestamp() + interval '4 s'",
      ),
      [{ n: 2 }],
    );
    await query("DELETE FROM parley.node WHERE id = 'node-2'");
    t.strictSame(
      (await first.leftWork.claimTells(1)).map(({ id }) => id),
      ["b"],
      "who claimed them is gone",
    );
    await first.store.commit({}, () => [{ table: "tell", key: ["b"], row: null }]);
    t.strictSame(
      (await first.leftWork.claimTells(9)).map(({ id }) => id),
      ["a"],
    );
    await Promise.all([first.store.close(), second.store.close()]);
  },
);

t.test(
  "a deadline is late by the clock of the database, and can be claimed again when the claim is over",
  async (t) => {
    const url = await databases.create();
    const { store, leftWork } = await openOn(url);
    const [{ now } = { now: 0 }] = await databases.query(
      url,
      "SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS now",
    );
    const nowMs = Math.floor(Number(now));
    await store.commit({}, () => [
      deadline("late", nowMs - 1_000),
      deadline("later", nowMs - 900),
      deadline("due", nowMs + 60_000),
    ]);
    const claim = async (limit: number) =>
      (await leftWork.claimDeadlines(limit)).map(({ row, isRestarted }) => [row.id, isRestarted]);
    t.strictSame(await claim(1), [["late", false]]);
    t.strictSame(await claim(9), [["later", false]]);
    t.strictSame(await claim(9), []);
    await databases.query(url, "UPDATE parley.deadline SET claimed_until = clock_timestamp() - interval '1 ms'");
    t.strictSame(await claim(9), [
      ["late", false],
      ["later", false],
    ]);
    await store.commit({}, () => [deadline("late", nowMs - 1_000)]);
    t.strictSame(await claim(9), [["late", false]], "a deadline that is set again is free");
    await store.close();
  },
);
