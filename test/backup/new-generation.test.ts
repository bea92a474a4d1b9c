import { writeFileSync } from "node:fs";
import { join } from "node:path";
import t from "tap";
import { beginGeneration } from "../../src/core/rows/new-generation.ts";
import { readCopied, writeCopied } from "../../src/store/lmdb/folder/copied-file.ts";
import { botPath, says } from "../edge/b-bot/provider.ts";
import { startService } from "../harness/service.ts";
import { bot } from "../harness/service-config.ts";
import { temporaryFolder } from "../harness/temporary-folder.ts";
import { enterVisitor } from "../harness/visitor-client.ts";
import { copyFolder, openSmall, quickFolder } from "../store/lmdb-fixture.ts";
import { asWidget } from "../visitors/visitor-channel.ts";

const hourMs = 3_600_000;

t.test(
  "after a restore, nothing that bots, desks and pages know from the lost time means something else",
  async (t) => {
    const folder = quickFolder(t);
    const channels = asWidget({ bot });
    const before = await startService(t, { store: await openSmall(`${folder}/1`), channels });
    const ann = await enterVisitor(t, before);
    await ann.page.ask({ type: "message", text: "Ann's first" });
    await before.settle();
    copyFolder(`${folder}/1`, `${folder}/2`);
    // All of this is lost.
    await before.call("POST", botPath, { body: says("A lost answer") });
    await ann.page.until(({ message }) => message?.text === "A lost answer");
    const ben = await enterVisitor(t, before);
    await ben.page.ask({ type: "message", text: "Ben's first" });
    t.equal((await ben.page.until(({ type }) => type === "chat")).chat?.id, "2");
    const kim = await before.enter("kim");
    const knownCursor = kim.frames[0]?.cursor ?? 0;
    await before.stop();

    const store = await openSmall(`${folder}/2`);
    await beginGeneration(store, hourMs);
    const after = await startService(t, { store, channels });
    // The cursors of the lost time are used again.
    const carl = await enterVisitor(t, after);
    await carl.page.ask({ type: "message", text: "Carl's first" });
    const chatId = Number((await carl.page.until(({ type }) => type === "chat")).chat?.id);
    t.ok(chatId > 36_000_000, `chat ${chatId} is behind all that the service can have opened in the lost hour`);
    t.ok(carl.ready.number > 36_000_000, `client ${carl.ready.number}, too`);
    const late = await after.call("POST", botPath, { body: says("For Ben", { chat_id: "2" }) });
    t.not(late.status, 200);
    await after.settle();
    t.strictSame(carl.page.texts(), ["Carl's first"]);

    const desk = await after.enter("kim", { since: knownCursor });
    await desk.until(({ type }) => type === "resync");
    const earlier = await after.enter("kim", { since: 1 });
    await earlier.until(({ type }) => type === "resync");

    await after.call("POST", botPath, { body: says("Another answer") });
    const known = { visitor: ann.ready.visitor, chat: "1", since: 2 };
    const back = await enterVisitor(t, after, known);
    t.not(back.ready.visitor, ann.ready.visitor, "so the page forgets what it has");
    t.equal(back.ready.number, ann.ready.number);
    await back.page.until(({ message }) => message?.text === "Another answer");
    t.strictSame(back.page.texts(), ["Ann's first", "Another answer"], "the page has them from the start");
    const again = await enterVisitor(t, after, { ...known, visitor: back.ready.visitor, since: 1 });
    await again.page.until(({ message }) => message?.text === "Another answer");
    t.strictSame(again.page.texts(), ["Another answer"], "a page of this generation gets what it lacks");
    const other = await enterVisitor(t, after, { visitor: ben.ready.visitor, chat: "2", since: 1 });
    t.strictSame([other.ready.chat, other.ready.number > 36_000_000], [null, true]);
  },
);

t.test("each generation is behind the one before, with damaged and missing counters too", async (t) => {
  const store = await openSmall(quickFolder(t));
  const lastOf = async (name: string): Promise<number> => (await store.read("counter", [name]))?.last ?? 0;
  await store.commit({}, () => [
    { table: "counter", key: ["chat"], row: { last: 7 } },
    { table: "feed", key: [5_000], row: { entries: [] } },
  ]);
  await beginGeneration(store, -1);
  t.equal(await lastOf("chat"), 1_000_007);
  for (const name of ["client", "call", "offlineMessage", "agent", "department"])
    t.equal(await lastOf(name), 1_000_000, name);
  t.equal(await lastOf("feed"), 100_005_000);
  await beginGeneration(store, 1_000);
  t.equal(await lastOf("chat"), 2_010_007);
  t.equal(await lastOf("feed"), 201_005_000);
  await store.close();
});

t.test("the mark of a copy is its moment, and a damaged mark is refused by name", async (t) => {
  const folder = temporaryFolder(t);
  t.equal(await readCopied(folder), null);
  await writeCopied(folder, 1_785_000_000_000);
  t.equal(await readCopied(folder), 1_785_000_000_000);
  for (const damaged of ["", "soon", "-1", "1e99", "\0\0"]) {
    writeFileSync(join(folder, "copied.txt"), damaged);
    await t.rejects(readCopied(folder), { name: "StoreError", message: join(folder, "copied.txt") }, damaged);
  }
});
