import { execFileSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import t from "tap";
import { temporaryFolder } from "../../harness/temporary-folder.ts";
import { openSmall } from "../../store/lmdb-fixture.ts";
import { spawnWriter } from "../../store/writer-process.ts";
import { Installation } from "../../system/harness/service/installation.ts";

t.setTimeout(300_000);

/** Another container: a network of its own, and its own place where the volume is mounted. */
const elsewhere = ["unshare", "--map-root-user", "--net", "--mount"];
const small = { segmentBytes: 16 * 1024, flushIntervalMs: 2, flushBytes: 20_000 };

t.before(() => {
  try {
    execFileSync(elsewhere[0] ?? "", [...elsewhere.slice(1), "true"]);
  } catch (error) {
    throw new Error("Expected to be root, or a user who may make namespaces: a second container is tested", {
      cause: error,
    });
  }
});

t.test("a folder has one owner over all network namespaces and mounts, also while the owner is frozen", async (t) => {
  const folder = temporaryFolder(t);
  const [dir, mounted] = [join(folder, "data"), join(folder, "mounted")];
  mkdirSync(mounted);
  const bound = ["sh", "-c", 'mount --bind "$0" "$1" && shift && exec "$@"', dir, mounted];
  const owner = spawnWriter(dir, small);
  await owner.ready;
  const refused = async (when: string): Promise<void> => {
    const second = spawnWriter(dir, small, elsewhere);
    await t.rejects(second.ready, { message: `${dir} is in use by process ${owner.pid}` }, when);
    const third = spawnWriter(mounted, small, [...elsewhere, ...bound]);
    await t.rejects(third.ready, { message: `${mounted} is in use by process ${owner.pid}` }, `${when}, mounted`);
  };
  await owner.commit(100);
  await refused("while the owner works");
  process.kill(owner.pid, "SIGSTOP");
  await refused("while the owner is frozen");
  process.kill(owner.pid, "SIGCONT");
  await owner.commit(100);
  await refused("after the owner thawed");
  await owner.commitUntil(100);
  await owner.kill();
  const next = spawnWriter(mounted, small, [...elsewhere, ...bound]);
  const found = Number((await next.ready).split(" ")[1]);
  t.ok(found >= Math.max(...owner.acknowledged), `${found} of ${owner.acknowledged.length} are there`);
  await t.rejects(openSmall(dir), { message: `in use by process ${next.pid}` });
  await next.commit(10);
  await next.end();
  const store = await openSmall(dir);
  t.equal((await store.read("counter", ["last"]))?.last, Math.max(...next.acknowledged));
  await store.close();
});

t.test("a second service waits for the end of the first, and is refused when there is none", async (t) => {
  const installation = await Installation.create(t, "http://127.0.0.1:9/");
  const first = await installation.start();
  const late = installation.spawn({ wrapper: elsewhere });
  t.match(await late.ended, { code: 2 });
  t.match(
    late.stderr,
    `The data folder ${installation.dataDir} is in use by process ${first.pid}, which did not end within 10 s\n`,
  );
  t.equal(first.end, null);
  const next = installation.spawn();
  t.match(await first.signal("SIGTERM"), { code: 0 });
  await next.ready();
});
