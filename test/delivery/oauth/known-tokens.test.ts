import type { Test } from "tap";
import t from "tap";
import { asChannelId } from "../../../src/core/ids.ts";
import { createKnownTokens } from "../../../src/domain/bot/known-tokens.ts";
import type { Store } from "../../../src/ports/store.ts";
import { openLmdbStore } from "../../../src/store/lmdb/open-lmdb-store.ts";
import type { ManualClock } from "../../edge/manual-clock.ts";
import { createManualClock } from "../../edge/manual-clock.ts";
import { createDamagedStore } from "../../harness/damaged-store.ts";
import { createFaultyStore } from "../../harness/faulty-store.ts";
import { temporaryFolder } from "../../harness/temporary-folder.ts";
import { recordingLog } from "../../store/lmdb-fixture.ts";
import { channelId } from "../bot/bots.ts";

const openStore = (dir: string): Promise<Store> => openLmdbStore({ dir, log: recordingLog() });
const oauth = { tokenUrl: "https://bot.example.com/token", clientId: "parley", clientSecret: "hush-hush" };
const bot = { channelId, oauth };
const other = { channelId: asChannelId("OTHERBOT01"), oauth };
const hourMs = 3_600_000;
const storedNames = async (store: Store): Promise<readonly string[]> =>
  (await store.scan("fact", { limit: 1_000 })).map(({ key: [name] }) => name);

/** Opens the known tokens in a store on disk. The store is closed at the end of the test. */
async function openKnown(t: Test, dir = temporaryFolder(t), clock: ManualClock = createManualClock()) {
  const store = await openStore(dir);
  t.teardown(() => store.close());
  const known = createKnownTokens(store, clock);
  await known.load();
  return { store, clock, dir, known };
}

t.test(
  "[AUTH-10] the current token and earlier ones are accepted until they expire, in any form of the header",
  async (t) => {
    const { known, clock } = await openKnown(t);
    const nowMs = clock.nowMs();
    await known.keep(bot, "tk-1", nowMs + hourMs);
    await known.keep(bot, "tk-2", nowMs + 2 * hourMs);
    await known.keep(other, "tk-other", nowMs + hourMs);
    for (const header of ["Bearer tk-1", "bearer tk-1", "BEARER   tk-2", " Bearer tk-2 "]) {
      t.ok(known.accepts(bot, header), header);
    }
    for (const header of [
      undefined,
      "",
      "tk-1",
      "Bearer",
      "Bearer ",
      "Bearertk-1",
      "Basic tk-1",
      "Bearer TK-1",
      "Bearer tk-",
      "Bearer tk-1 tk-2",
      "Bearer tk-1, Bearer tk-2",
      "Bearer tk-other",
      "Bearer ../tk-1",
      `Bearer ${"x".repeat(100_000)}`,
    ]) {
      t.notOk(known.accepts(bot, header), `${header}`.slice(0, 30));
    }
    t.notOk(known.accepts(other, "Bearer tk-1"));
    for (const changed of [{ tokenUrl: "https://other.example.com/token" }, { clientId: "x" }, { clientSecret: "x" }])
      t.notOk(known.accepts({ channelId, oauth: { ...oauth, ...changed } }, "Bearer tk-1"), "of former settings");
    clock.advance(hourMs - 1);
    t.ok(known.accepts(bot, "Bearer tk-1"));
    clock.advance(1);
    t.notOk(known.accepts(bot, "Bearer tk-1"), "expired");
    t.ok(known.accepts(bot, "Bearer tk-2"));
  },
);

t.test(
  "[AUTH-14] another process on the same store accepts the tokens too, and the store contains no token",
  async (t) => {
    const { known, clock, dir, store } = await openKnown(t);
    await known.keep(bot, "tk-1-hush", clock.nowMs() + hourMs);
    await store.close();
    const { store: again, known: restarted } = await openKnown(t, dir, clock);
    t.ok(restarted.accepts(bot, "Bearer tk-1-hush"));
    t.notOk(restarted.accepts(bot, "Bearer tk-2-hush"));
    t.notMatch(JSON.stringify(await again.scan("fact", { limit: 10 })), "hush");
    clock.advance(hourMs);
    t.notOk(restarted.accepts(bot, "Bearer tk-1-hush"));
  },
);

t.test("the next token removes expired ones; repeatedly refused tokens do not fill the store", async (t) => {
  const { known, clock, store, dir } = await openKnown(t);
  await store.commit({}, () => [{ table: "fact", key: ["oauth0"], row: { text: "not a token" } }]);
  await known.keep(other, "tk-gone", clock.nowMs() + 1_000);
  await known.keep(bot, "tk-old", clock.nowMs() + 1_000);
  await known.keep(bot, "tk-kept", clock.nowMs() + hourMs);
  clock.advance(1_000);
  await known.keep(bot, "tk-new", clock.nowMs() + hourMs);
  t.equal((await storedNames(store)).length, 4, "the token of another channel stays until that channel gets a new one");
  await known.keep(bot, "tk-new", clock.nowMs() + 2 * hourMs);
  t.equal((await storedNames(store)).length, 4, "the same token again counts once");
  await store.close();

  const { known: restarted, store: again } = await openKnown(t, dir, clock);
  await restarted.keep(bot, "tk-newer", clock.nowMs() + hourMs);
  t.equal((await storedNames(again)).length, 4, "a new process removes the tokens of deleted channels");
  t.ok((await again.read("fact", ["oauth0"])) !== undefined);
  for (let number = 0; number < 40; number += 1) {
    await restarted.keep(bot, `tk-many-${number}`, clock.nowMs() + 3 * hourMs + number);
  }
  t.equal((await storedNames(again)).length, 16 + 1);
  const isKnown = (token: string, of = bot): boolean => restarted.accepts(of, `Bearer ${token}`);
  t.strictSame([isKnown("tk-new"), isKnown("tk-many-39"), isKnown("tk-many-24")], [false, true, true]);
  const anew = createKnownTokens(again, clock);
  await anew.load();
  await anew.keep(other, "tk-other", clock.nowMs() + hourMs);
  t.ok(
    anew.accepts(bot, "Bearer tk-many-24") && anew.accepts(other, "Bearer tk-other"),
    "each channel has its own limit",
  );
});

t.test("a damaged token is not accepted, does not prevent a start, and is removed with the next token", async (t) => {
  const { store, damage } = createDamagedStore();
  const clock = createManualClock();
  const open = async () => {
    const known = createKnownTokens(store, clock);
    await known.load();
    return known;
  };
  await (await open()).keep(bot, "tk-1", clock.nowMs() + hourMs);
  const [name = ""] = await storedNames(store);
  damage("fact", [name]);
  const known = await open();
  t.notOk(known.accepts(bot, "Bearer tk-1"));
  await known.keep(bot, "tk-2", clock.nowMs() + hourMs);
  t.ok(known.accepts(bot, "Bearer tk-2"));
  const names = await storedNames(store);
  t.notOk(names.includes(name));
  t.equal(names.length, 1);
});

t.test("a token that could not be stored is not known", async (t) => {
  const { store, failNext } = createFaultyStore();
  const clock = createManualClock();
  const known = createKnownTokens(store, clock);
  failNext(1);
  await t.rejects(known.keep(bot, "tk-1", clock.nowMs() + hourMs));
  t.notOk(known.accepts(bot, "Bearer tk-1"));
});
