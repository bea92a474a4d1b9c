import { setImmediate as nextTurn } from "node:timers/promises";
import { pino } from "pino";
import t from "tap";
import { asAgentId } from "../../src/core/ids.ts";
import type { Key, Write } from "../../src/ports/store.ts";
import { createAlonePeers } from "../../src/store/alone-peers.ts";
import { shareRows } from "../../src/store/shared-rows.ts";
import { counter, fact } from "../contracts/store-rows.ts";
import { createManualClock } from "../edge/manual-clock.ts";
import { createMemoryHub } from "../harness/memory-store/memory-peers.ts";
import { createMemoryStore } from "../harness/memory-store/memory-store.ts";

const account = (email: string): Write => ({
  table: "account",
  key: [email],
  row: { agentId: asAgentId(1), email, passwordHash: "scrypt$1$1$1$a$b" },
});

/** Two processes on one store, which watch facts that begin with `a` and all accounts. */
async function openTwo() {
  const clock = createManualClock();
  const lines: string[] = [];
  const log = pino({ level: "error" }, { write: (line) => void lines.push(line) });
  const hub = createMemoryHub({ clock, log });
  const inner = createMemoryStore();
  const open = async () => {
    const peers = hub.join();
    const { store, news } = shareRows(inner, peers);
    const heard: string[] = [];
    news.watch("fact", {
      isWatched: ([name]) => name.startsWith("a"),
      changed: ([name]) => void heard.push(`fact ${name}`),
      reload: () => void heard.push("reload facts"),
    });
    news.watch("account", {
      changed: ([email]) => void heard.push(`account ${email}`),
      reload: () => void heard.push("reload accounts"),
    });
    await peers.start();
    return { peers, store, news, heard };
  };
  const [left, right] = [await open(), await open()];
  return { clock, lines, inner, left, right };
}

t.test("other processes are notified of written and deleted watched rows before the commit resolves", async (t) => {
  const { left, right } = await openTwo();
  await left.store.commit({}, () => [fact("a1", "x"), fact("b1", "x"), counter("a", 1), account("ä@x.org")]);
  t.strictSame(right.heard, ["fact a1", "account ä@x.org"]);
  t.strictSame(left.heard, []);
  const deleted: Write = { table: "fact", key: ["a1"], row: null };
  await right.store.commit({}, () => [deleted, deleted]);
  t.strictSame(left.heard, ["fact a1"], "once for each row");
  t.equal(await left.store.read("fact", ["a1"]), undefined);
  t.strictSame(await left.store.scan("fact", { limit: 9 }), [{ key: ["b1"], row: { text: "x" } }]);
});

t.test("commits without watched rows and failed commits notify nobody", async (t) => {
  const { left, right } = await openTwo();
  await left.store.commit({}, () => [fact("b", "x"), counter("a", 1)]);
  await t.rejects(
    left.store.commit({}, () => {
      throw new Error("no turn");
    }),
    { message: "no turn" },
  );
  await t.rejects(left.store.commit({}, () => [fact("a\ud800", "x")]));
  await nextTurn();
  t.strictSame(right.heard, []);
});

t.test("watched rows are reloaded after a gap", async (t) => {
  const { clock, left, right } = await openTwo();
  right.peers.cut();
  await left.store.commit({}, () => [fact("a", "x")]);
  clock.advance(1_000);
  t.strictSame(right.heard, ["reload facts", "reload accounts"]);
});

t.test("the failure of a watcher is logged and does not affect other watchers", async (t) => {
  const { lines, left, right } = await openTwo();
  const seen: Key<"fact">[] = [];
  const failing = (): never => {
    throw new Error("trouble of its own");
  };
  right.news.watch("fact", { changed: failing, reload: failing });
  right.news.watch("fact", { changed: (key) => void seen.push(key), reload: () => undefined });
  left.news.watch("fact", { changed: failing, reload: failing });
  await left.store.commit({}, () => [fact("b", "x"), fact("a", "x")]);
  t.strictSame(seen, [["b"], ["a"]]);
  t.strictSame(right.heard, ["fact a"]);
  t.equal(lines.length, 1);
});

t.test("a process that is alone gets the unchanged store and no notifications", async (t) => {
  const inner = createMemoryStore();
  const { store, news } = shareRows(inner, createAlonePeers());
  t.equal(store, inner);
  news.watch("fact", { changed: () => t.fail(), reload: () => t.fail() });
  await store.commit({}, () => [fact("a", "x")]);
  await store.close();
  await t.rejects(inner.commit({}, () => []));
});
