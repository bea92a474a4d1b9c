import { createHash } from "node:crypto";
import fc from "fast-check";
import type { Test } from "tap";
import type { ConversationKey } from "../../machines/ids.ts";
import { asActorKey, asChannelId, asChatId } from "../../src/core/ids.ts";
import type { LeftWork } from "../../src/ports/left-work.ts";
import type { CommitNeeds, LockedRows, Store, Write } from "../../src/ports/store.ts";
import { NumbersShortError, RowNotLoadedError } from "../../src/ports/store-errors.ts";
import type { ManyWritersUnderTest, TwoNodes } from "./many-writers.ts";
import { actorOf, conversation, Keeper, logWrite, textOf } from "./many-writers.ts";
import { counter, fact, samples } from "./store-rows.ts";

const [one, other] = [conversation("1"), conversation("2")];

const feedWrite = (entries: number): Write => ({
  table: "feed",
  key: [0],
  row: {
    entries: Array.from({ length: entries }, (_, index) => ({
      ...{ chatId: asChatId("12"), channelId: asChannelId("A"), messageSeq: index },
    })),
  },
});
const tellWrite = (id: string, to: ConversationKey): Write => ({
  table: "tell",
  key: [id],
  row: { id, to: actorOf(to), conversation: to, event: "{}", from: actorOf(to) },
});
const deadlineWrite = (id: string, atMs: number, atRestart: boolean): Write => {
  const actor = asActorKey("delivery/1");
  return { table: "deadline", key: [atMs, actor, id], row: { id, atMs, atRestart, actor, conversation: one } };
};

/** Runs a commit; returns the value that its `apply` finds. */
async function inside<Found>(store: Store, needs: CommitNeeds, find: (rows: LockedRows) => Found): Promise<Found> {
  const found: Found[] = [];
  await store.commit(needs, (rows) => {
    found.push(find(rows));
    return [];
  });
  const [first] = found;
  if (found.length !== 1) throw new Error(`Expected one call of apply, got ${found.length}`);
  return first as Found;
}

/** The additional contract of a store of many writers. */
export function manyWritersContract(t: Test, { name, open }: ManyWritersUnderTest, numRuns: number): void {
  const test = (title: string, run: (t: Test, two: TwoNodes) => Promise<void>): void => {
    t.test(`${name}: ${title}`, async (t) => {
      const two = await open(t);
      await run(t, two);
      await Promise.all(two.nodes.map((store) => store.close()));
    });
  };

  test("no turn of a conversation is lost, whichever node runs it, and outdated memory of a node is detected in time", async (t, {
    nodes,
  }) => {
    const keepers = nodes.map((store) => new Keeper(store));
    // The turns run one after the other, so that turns of both nodes meet again and again.
    const work = async (worker: number): Promise<void> => {
      for (let index = worker; index < 60; index += 6)
        await keepers[worker % 2]?.turn([one], ([text = ""]) => ({ texts: [`${text}${index},`] }));
    };
    await Promise.all([0, 1, 2, 3, 4, 5].map(work));
    const log = textOf(await nodes[0].read("actor", [actorOf(one)]));
    const numbers = log.split(",").slice(0, -1).map(Number);
    t.strictSame(
      [...numbers].sort((a, b) => a - b),
      Array.from({ length: 60 }, (_, index) => index),
    );
  });

  test("the revision grows with every transaction, and is known to both nodes", async (t, { nodes }) => {
    const needs = { conversations: [one] };
    const revision = (store: Store) => inside(store, needs, (rows) => rows.revisionOf(one));
    const first = await revision(nodes[0]);
    await nodes[0].commit(needs, () => [logWrite(one, "a")]);
    const second = await revision(nodes[1]);
    t.ok(second.before > first.before, `${second.before} follows ${first.before}`);
    t.equal(second.after, second.before + 1);
    t.strictSame(
      await inside(nodes[1], {}, (rows) => rows.hasLock(one)),
      false,
      "a commit that does not ask has no lock",
    );
  });

  test("numbers are drawn once by all nodes together, and no more than the commit asked for", async (t, { nodes }) => {
    await nodes[0].commit({}, () => [counter("chat", 100)]);
    const drawn: number[] = [];
    const history: number[] = [];
    const draw = (store: Store, count: number) =>
      store.commit({ conversations: [one], numbers: () => new Map([["chat", 3]]) }, (rows) => {
        for (let time = 0; time < count; time += 1) drawn.push(Number(rows.draw("chat")));
        history.push(Number(rows.draw("history")));
        return [];
      });
    await Promise.all(Array.from({ length: 30 }, (_, index) => draw(nodes[index % 2 === 0 ? 0 : 1], 3)));
    t.equal(new Set(drawn).size, 90);
    t.equal(new Set(history).size, 30);
    t.ok(Math.min(...drawn) > 100, "above those that were counted before");
    await t.rejects(draw(nodes[0], 4), NumbersShortError);
    await t.rejects(
      inside(nodes[0], {}, (rows) => rows.draw("chat")),
      NumbersShortError,
    );
  });

  test("counters never decrease", async (t, { nodes }) => {
    await Promise.all([
      nodes[0].commit({}, () => [counter("chat", 9)]),
      nodes[1].commit({}, () => [counter("chat", 4)]),
    ]);
    await nodes[1].commit({}, () => [counter("chat", 7)]);
    t.strictSame(await nodes[0].read("counter", ["chat"]), { last: 9 });
  });

  test("cursors of the feed have no gaps and are in the order of the commits", async (t, { nodes }) => {
    const keepers = nodes.map((store) => new Keeper(store));
    const told: number[] = [];
    const expectNoGaps = async (): Promise<number> => {
      let next = 1;
      for (const { key, row } of await nodes[1].scan("feed", { limit: 1_000 })) {
        if (key[0] !== next) throw new Error(`Expected the cursor ${next}, got ${key[0]}`);
        next += row.entries.length;
      }
      return next;
    };
    const turns = Array.from({ length: 40 }, async (_, index) => {
      let cursor = 0;
      const numbered = (first: number): void => {
        cursor = first;
      };
      const change = ([text = ""]: readonly string[]) => ({
        ...{ texts: [`${text}${index},`], more: [feedWrite(1 + (index % 3))] },
      });
      await keepers[index % 2]?.turn([one], change, { numbered });
      told[index] = cursor;
      await expectNoGaps();
    });
    await Promise.all(turns);
    const entries = Array.from({ length: 40 }, (_, index) => 1 + (index % 3)).reduce((sum, count) => sum + count, 0);
    t.equal(await expectNoGaps(), entries + 1);
    const log = textOf(await nodes[0].read("actor", [actorOf(one)]));
    const inOrder = log
      .split(",")
      .slice(0, -1)
      .map((index) => told[Number(index)] ?? 0);
    t.strictSame(
      inOrder,
      [...inOrder].sort((a, b) => a - b),
    );
  });

  test("stored tells go to the node with the lock of the conversation, in the order in which they were stored", async (t, {
    nodes: [first, second],
  }) => {
    await first.commit({ conversations: [one] }, () => [tellWrite("c", other), tellWrite("a", other)]);
    await second.commit({ conversations: [one] }, () => [tellWrite("b", other), tellWrite("x", one)]);
    const needs = { conversations: [other], tellsOf: [other] };
    const ids = (store: Store) => inside(store, needs, (rows) => rows.tellsOf(other)?.map(({ id }) => id));
    t.strictSame(await ids(second), ["c", "a", "b"]);
    await second.commit(needs, () => [{ table: "tell", key: ["c"], row: null }]);
    const both = [first.commit({}, () => [tellWrite("d", other)]), ids(first)] as const;
    t.strictSame(await both[1], ["a", "b", "d"]);
    await both[0];
  });

  test("rows that are named without a conversation are not overwritten", async (t, { nodes }) => {
    const raise = (store: Store) =>
      store.commit({ rows: [{ table: "fact", key: ["n"] }] }, (rows) => [
        fact("n", String(Number(rows.read("fact", ["n"])?.text ?? 0) + 1)),
      ]);
    await Promise.all(Array.from({ length: 50 }, (_, index) => raise(nodes[index % 2 === 0 ? 0 : 1])));
    t.strictSame(await nodes[0].read("fact", ["n"]), { text: "50" });
  });

  test("an error names an actor that was not loaded, and a commit that names the actor finds it", async (t, {
    nodes,
  }) => {
    const [first, second] = nodes;
    await first.commit({ conversations: [one, other] }, () => [
      logWrite(one, "awake"),
      logWrite(other, "at rest", true),
    ]);
    const known = await inside(second, { conversations: [one] }, (rows) => rows.revisionOf(one).after);
    const reading = (of: ConversationKey, needs: CommitNeeds) =>
      inside(second, { conversations: [of], ...needs }, (rows) => textOf(rows.read("actor", [actorOf(of)])));
    const rows = [{ table: "actor", key: [actorOf(one)] }] as const;
    t.equal(await reading(one, {}), "awake", "it was loaded with its conversation");
    const revision = await inside(first, { conversations: [one] }, (rows) => rows.revisionOf(one).before);
    const knownRevision = (): number => revision + 1;
    t.ok(known <= revision);
    await t.rejects(
      reading(one, { knownRevision }),
      RowNotLoadedError,
      "its caller gave the revision of the conversation",
    );
    const again = await inside(first, { conversations: [one] }, (rows) => rows.revisionOf(one).before);
    t.equal(await reading(one, { knownRevision: () => again, rows }), "awake");
    const missed = await reading(other, {}).then(
      () => null,
      (error: unknown) => error,
    );
    t.ok(missed instanceof RowNotLoadedError, "an actor at rest is not loaded with its conversation");
    t.match(missed, { row: { table: "actor", key: [actorOf(other)] } });
    t.equal(await reading(other, { rows: [{ table: "actor", key: [actorOf(other)] }] }), "at rest");
  });

  test("a client is loaded with its conversation", async (t, { nodes: [first, second] }) => {
    const row = samples.client[0]?.row;
    if (row === undefined) throw new Error("Expected a sample of a client");
    await first.commit({ conversations: [one] }, () => [{ table: "client", key: [one], row }]);
    t.strictSame(await inside(second, { conversations: [one] }, (rows) => rows.read("client", [one])), row);
  });

  test("the work of a lost node is claimed once, in order", async (t, { nodes, leftWork, loseFirst }) => {
    const [first] = nodes;
    const later = Number.MAX_SAFE_INTEGER;
    await first.commit({}, () => [
      ...[tellWrite("c", other), tellWrite("a", other), tellWrite("b", one)],
      ...[deadlineWrite("restart", later, true), deadlineWrite("later", later, false), deadlineWrite("late", 5, false)],
      deadlineWrite("outcome", 4, true),
    ]);
    t.strictSame(await leftWork[1].claimTells(9), [], "its node is at it");
    const claimAll = async <Row>(claim: (left: LeftWork) => Promise<readonly Row[]>): Promise<readonly Row[]> =>
      (await Promise.all([claim(leftWork[1]), claim(leftWork[1])])).flat();
    const late = await claimAll((left) => left.claimDeadlines(9));
    t.strictSame(
      late.map(({ row, isRestarted }) => [row.id, isRestarted]),
      [["late", false]],
      "a living node may still have the outcome that the other late one is for",
    );
    t.strictSame(
      (await leftWork[0].claimDeadlines(9)).map(({ row, isRestarted }) => [row.id, isRestarted]),
      [["outcome", false]],
      "the node itself may have missed it",
    );
    await nodes[0].commit({}, () => [deadlineWrite("outcome", 4, true)]);
    await loseFirst();
    const restarted = await claimAll((left) => left.claimDeadlines(9));
    // Each of the two claims may have got one, so they have no common order.
    t.strictSame(
      new Map(restarted.map(({ row, isRestarted }) => [row.id, isRestarted])),
      new Map([
        ["outcome", true],
        ["restart", true],
      ]),
    );
    t.equal(restarted.length, 2, "each once");
    t.strictSame(
      (await leftWork[1].claimTells(2)).map(({ id }) => id),
      ["c", "a"],
    );
    t.strictSame(
      (await claimAll((left) => left.claimTells(9))).map(({ id }) => id),
      ["b"],
    );
  });

  test("random turns of two nodes have the same result as some order of them one by one", async (t, { nodes }) => {
    const places = ["p", "q", "r"].map(conversation);
    const keepers = nodes.map((store) => new Keeper(store));
    const turn = fc.record({ node: fc.nat(1), on: fc.shuffledSubarray([0, 1, 2], { minLength: 1, maxLength: 2 }) });
    const state = new Map<ConversationKey, string>(places.map((place) => [place, ""]));
    let count = 0;
    const round = async (turns: readonly { node: number; on: readonly number[] }[]): Promise<void> => {
      const seen: Seen[] = [];
      const running = turns.map(({ node, on }) => {
        count += 1;
        const [id, of] = [count, on.flatMap((index) => places[index] ?? [])];
        return keepers[node]?.turn(of, (texts) => {
          seen.push({ id, of, texts });
          return { texts: changed(id, texts) };
        });
      });
      await Promise.all(running);
      foldInto(state, seen);
      for (const [place, text] of state) {
        const stored = textOf(await nodes[0].read("actor", [actorOf(place)]));
        if (stored !== text) throw new Error(`Expected ${text} in ${place}, got ${stored}`);
      }
    };
    const turns = fc.array(turn, { minLength: 2, maxLength: 14 });
    await fc.assert(fc.asyncProperty(turns, round), { numRuns, seed: 5 });
    t.pass(`${count} turns`);
  });
}

interface Seen {
  readonly id: number;
  readonly of: readonly ConversationKey[];
  readonly texts: readonly string[];
}

/** The result depends on everything that the turn read, and on nothing else. */
const changed = (id: number, texts: readonly string[]): readonly string[] =>
  texts.map((text, index) =>
    createHash("md5")
      .update([text, id, index, ...texts].join("/"))
      .digest("hex"),
  );

/** Applies the turns one after the other, each when its reads match the state. Throws when there is no such order. */
function foldInto(state: Map<ConversationKey, string>, seen: readonly Seen[]): void {
  const left = new Set(seen);
  while (left.size > 0) {
    const next = [...left].find(({ of, texts }) => of.every((place, index) => state.get(place) === texts[index]));
    if (next === undefined) throw new Error(`${left.size} turns saw what no order of them leaves`);
    left.delete(next);
    for (const [index, text] of changed(next.id, next.texts).entries()) {
      const place = next.of[index];
      if (place !== undefined) state.set(place, text);
    }
  }
}
