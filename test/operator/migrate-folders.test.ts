import { rm } from "node:fs/promises";
import { join } from "node:path";
import t from "tap";
import { openLmdbStore } from "../../src/store/lmdb/open-lmdb-store.ts";
import { counter } from "../contracts/store-rows.ts";
import { temporaryFolder } from "../harness/temporary-folder.ts";
import { addFile, contentOf, fillFolder, log, openFolders, run } from "./migrate-world.ts";

t.test("the target has all content of the source, and a service starts on the target", async (t) => {
  const folder = temporaryFolder(t);
  const [from, to] = [join(folder, "from"), join(folder, "to")];
  await fillFolder(from, 1_500);
  const { from: source, to: target } = await openFolders(from, to);
  const { result, said } = await run({ from: source, to: target });
  t.strictSame(result, { ok: true, value: undefined });
  t.match(said.join("\n"), /^same {2}message: \d{4,}, sha256 [0-9a-f]{64}$/m);
  t.match(said.join("\n"), /^same {2}files of chats: 4, sha256 /m);
  t.strictSame(await contentOf(to), await contentOf(from));
  const store = await openLmdbStore({ dir: to, log });
  await store.commit({}, () => [counter("after", 1)]);
  t.strictSame(await store.read("counter", ["after"]), { last: 1 });
  await store.close();
});

t.test("an interrupted migration continues, and no service accepts the incomplete target meanwhile", async (t) => {
  const folder = temporaryFolder(t);
  const [from, to] = [join(folder, "from"), join(folder, "to")];
  await fillFolder(from, 1_500);
  {
    const { from: source, to: target } = await openFolders(from, to);
    await target.rows.begin(await source.rows.state());
    const page = await source.rows.page("message", null);
    await target.rows.put("message", page.slice(0, 700));
    await source.close();
    await target.close();
  }
  await t.rejects(openLmdbStore({ dir: to, log }), {
    message: `The data folder ${to} is being filled by npm run migrate or npm run restore, which did not finish: run the same command again`,
  });
  const { from: source, to: target } = await openFolders(from, to);
  const { result, said } = await run({ from: source, to: target });
  t.ok(result.ok);
  t.match(said[0], /^Continues the interrupted migration from /);
  t.strictSame(await contentOf(to), await contentOf(from));
});

t.test("a source that has changed is copied again from the beginning", async (t) => {
  const folder = temporaryFolder(t);
  const [from, to] = [join(folder, "from"), join(folder, "to")];
  await fillFolder(from, 1_500);
  {
    const { from: source, to: target } = await openFolders(from, to);
    await target.rows.begin(await source.rows.state());
    await target.rows.put("message", await source.rows.page("message", null));
    await source.close();
    await target.close();
  }
  await addFile(join(to, "files"), 10);
  const store = await openLmdbStore({ dir: from, log });
  await store.commit({}, () => [{ table: "message", key: [1, 1], row: null }]);
  await store.close();
  const { from: source, to: target } = await openFolders(from, to);
  const { result, said } = await run({ from: source, to: target });
  t.ok(result.ok);
  t.match(said[0], /^Starts the migration from .* from scratch/);
  t.strictSame(await contentOf(to), await contentOf(from));
});

t.test("a target that is not empty is refused and not changed", async (t) => {
  const folder = temporaryFolder(t);
  const [from, to] = [join(folder, "from"), join(folder, "to")];
  await fillFolder(from, 500);
  await fillFolder(to, 1_000);
  const before = await contentOf(to);
  const full = await openFolders(from, to);
  const message = `the data folder ${to} is not empty: expected an empty target`;
  t.match((await run(full)).result, { ok: false, failure: { message } });
  t.strictSame(await contentOf(to), before);
  await rm(to, { recursive: true });
  await addFile(join(to, "photos"), 1);
  const filed = await openFolders(from, to);
  t.match((await run(filed)).result, { ok: false, failure: { message } }, "only a photo");
});

t.test("a target that differs at the end is reported and emptied, and the next run fills it", async (t) => {
  const folder = temporaryFolder(t);
  const [from, to] = [join(folder, "from"), join(folder, "to")];
  await fillFolder(from, 500);
  const { from: source, to: target } = await openFolders(from, to);
  const put = target.rows.put.bind(target.rows);
  target.rows.put = (table, rows) => put(table, table === "provider" ? [] : rows);
  const { result } = await run({ from: source, to: target });
  t.match(result, {
    ok: false,
    failure: { message: / differs from .* in provider \(1 and 0\)\. The target was emptied: run this command again$/ },
  });
  const again = await openFolders(from, to);
  t.ok((await run(again)).result.ok);
  t.strictSame(await contentOf(to), await contentOf(from));
});

t.test("folders that are unreadable or in use are refused", async (t) => {
  const dir = join(temporaryFolder(t), "from");
  await t.rejects(openFolders(dir, `${dir}-to`), { message: `There is no data folder of Parley at ${dir}` });
  await fillFolder(dir, 0);
  const store = await openLmdbStore({ dir, log });
  await t.rejects(openFolders(dir, `${dir}-to`), { name: "StoreError", message: /is in use by process/ });
  await store.close();
});
