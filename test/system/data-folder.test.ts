import { chmod, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Test } from "tap";
import t from "tap";
import { say } from "./harness/people/customers.ts";
import { Desk } from "./harness/people/desk.ts";
import { Installation } from "./harness/service/installation.ts";
import type { Damage } from "./harness/service/journal-damage.ts";
import { cutShort, garbleMiddle, garbleTail, loseRows, tearTail, zeroRows } from "./harness/service/journal-damage.ts";
import { runDoctor } from "./harness/service/operator-commands.ts";
import type { ServiceProcess } from "./harness/service/process.ts";
import { nameOf } from "./harness/service/program.ts";

t.setTimeout(240_000);
t.jobs = 3;

const warning = 40;
/** A command that takes from root the right to ignore the permissions of a folder. */
const withoutPrivilege = process.getuid?.() === 0 ? ["setpriv", "--bounding-set=-dac_override,-dac_read_search"] : [];

const create = (t: Test): Promise<Installation> => Installation.create(t, "http://127.0.0.1:9/nobody");

/** Checks that the process ended with status 2 and with one line that contains all of these words. */
async function checkRefused(t: Test, life: ServiceProcess, words: readonly string[], about: string): Promise<void> {
  t.strictSame(await life.ended, { code: 2, signal: null }, about);
  t.match(life.stderr, /^[^\n]+\n$/, `${about}: one line`);
  for (const word of words) t.ok(life.stderr.includes(word), `${about}: ${life.stderr.trim()} names ${word}`);
  t.equal(life.stdout, "", `${about}: it never said it was ready`);
}

async function sayAll(installation: Installation, count: number): Promise<readonly string[]> {
  const texts = Array.from({ length: count }, (_, index) => `message ${index + 1}`);
  for (const text of texts) await say(installation.url, "cust-1", text);
  return texts;
}

async function stored(t: Test, installation: Installation): Promise<readonly string[]> {
  const { api } = await Desk.open(t, installation);
  const [chat] = await api.chats();
  return chat === undefined ? [] : (await api.messages(chat.id)).map(({ text }) => text);
}

t.test("a data folder that is in use", { buffered: true }, async (t) => {
  const installation = await create(t);
  const first = await installation.start();
  const second = installation.spawn({ environment: { PARLEY_HOST: "localhost" } });
  await checkRefused(t, second, [installation.dataDir, String(first.pid)], "in use");
  await say(installation.url, "cust-1", "Still there?");
  await first.kill();
  await installation.start();
  t.strictSame(await stored(t, installation), ["Still there?"], "a kill leaves nothing that keeps the next one out");
});

t.test("a data folder of a newer version", { buffered: true }, async (t) => {
  const installation = await create(t);
  const service = await installation.start();
  await say(installation.url, "cust-1", "Still there?");
  await service.kill();
  const { dataDir } = installation;
  const path = join(dataDir, "layout.json");
  const layout = await readFile(path, "utf8");
  await writeFile(path, layout.replace(/"layout":\d+/, '"layout":77'));
  const bytesOf = async (): Promise<readonly (readonly [string, string])[]> => {
    const files = await readdir(dataDir, { recursive: true, withFileTypes: true });
    const paths = files.filter((file) => file.isFile()).map((file) => join(file.parentPath, file.name));
    return Promise.all(paths.sort().map(async (file) => [file, (await readFile(file)).toString("base64")] as const));
  };
  const before = await bytesOf();
  const words = [dataDir, "has layout 77", "A newer version of the service wrote it", "restore a backup"];
  await checkRefused(t, installation.spawn({}), words, "newer");
  t.strictSame(await bytesOf(), before, "the folder was not changed");
  await writeFile(path, layout);
  await installation.start();
  t.strictSame(await stored(t, installation), ["Still there?"]);
});

t.test("a data folder without write permission", { buffered: true }, async (t) => {
  const installation = await create(t);
  await mkdir(installation.dataDir, { mode: 0o555 });
  const fresh = installation.spawn({ wrapper: withoutPrivilege });
  await checkRefused(t, fresh, [installation.dataDir], "empty and read-only");
  t.strictSame(await readdir(installation.dataDir), [], "nothing was made in it");

  await chmod(installation.dataDir, 0o755);
  await installation.start();
  const texts = await sayAll(installation, 3);
  await installation.kill();
  const folders = ["", "journal", "rows"].map((name) => join(installation.dataDir, name));
  for (const folder of folders) await chmod(folder, 0o555);
  const used = installation.spawn({ wrapper: withoutPrivilege });
  await checkRefused(t, used, [installation.dataDir], "used and read-only");
  for (const folder of folders) await chmod(folder, 0o755);
  await installation.start();
  t.strictSame(await stored(t, installation), texts, "nothing was lost by the attempt");
});

for (const [space, blocks] of [
  ["without space", 0],
  ["with space for a part of a file", 1],
] as const) {
  t.test(`a first start ${space}`, { buffered: true }, async (t) => {
    const installation = await create(t);
    const full = installation.spawn({ wrapper: ["sh", "-c", `ulimit -S -f ${blocks}; exec "$0" "$@"`] });
    await checkRefused(t, full, [installation.dataDir], "full");
    await installation.start();
    await sayAll(installation, 1);
    t.pass("the next start works");
  });
}

const tails: Readonly<Record<string, (dataDir: string) => Promise<Damage>>> = {
  torn: tearTail,
  garbled: garbleTail,
};
for (const [name, damage] of Object.entries(tails)) {
  t.test(`[CH-19] a journal whose tail is ${name}`, { buffered: true }, async (t) => {
    const installation = await create(t);
    await installation.start();
    const texts = await sayAll(installation, 20);
    await installation.kill();
    await loseRows(installation.dataDir);
    const { file } = await damage(installation.dataDir);
    const life = await installation.start();
    const { msg } = await life.untilLogged("The last record of the journal is incomplete");
    const before = texts.slice(0, -1);
    t.strictSame(await stored(t, installation), before, "everything before the damage is there");
    const warnings = life.log.filter(({ level }) => level >= warning);
    t.match(warnings, [{ level: warning, file, msg }], "the log names the file");
    t.equal(warnings.length, 1, "in one line");
    await say(installation.url, "cust-1", "later");
    await installation.kill();
    const again = await installation.start();
    t.strictSame(await stored(t, installation), [...before, "later"], "it goes on from there");
    t.strictSame(
      again.log.filter(({ level }) => level >= warning),
      [],
      "and says it once",
    );
  });
}

t.test("[CH-19] a journal that is damaged in its middle", { buffered: true }, async (t) => {
  const installation = await create(t);
  await installation.start();
  await sayAll(installation, 20);
  await installation.kill();
  await loseRows(installation.dataDir);
  const { file } = await garbleMiddle(installation.dataDir);
  await checkRefused(t, installation.spawn(), [file, "Restore the data folder from a backup"], "damaged");
  await checkRefused(t, installation.spawn(), [file], "still damaged: nothing was repaired on the way");
});

t.test(
  "a folder that a disk has damaged is refused, and npm run doctor shows the damage",
  { buffered: true },
  async (t) => {
    const installation = await create(t);
    const { dataDir } = installation;
    const life = await installation.start();
    await sayAll(installation, 20);
    const busy = await runDoctor("--data", dataDir);
    t.match(busy, { code: 2, stdout: "" });
    t.match(busy.stderr, `The data folder ${dataDir} is in use by process ${life.pid}: stop the service first`);
    await installation.kill();
    const whole = await runDoctor("--data", dataDir);
    t.match(
      whole,
      { code: 0, stdout: new RegExp(`${dataDir} is intact: [0-9]+ rows, [0-9]+ journal records`) },
      whole.stdout,
    );
    // After a clean shutdown all rows are written, so there are rows to damage.
    await installation.start();
    await installation.terminate();
    for (const damage of [cutShort, zeroRows]) {
      const { file } = await damage(dataDir);
      await checkRefused(t, installation.spawn(), [file, "is damaged", "expected"], damage.name);
      const told = await runDoctor("--data", dataDir);
      t.equal(told.code, 1, damage.name);
      t.match(told.stdout, /^DAMAGED {2}The (journal )?file /, damage.name);
      t.ok(told.stdout.includes(file), `${damage.name}: ${told.stdout}`);
    }
    t.match(await runDoctor("--dta", "x"), { code: 2, stderr: "--dta: unknown flag" });
    t.match(await runDoctor("--data", `${dataDir}-none`), { code: 2, stderr: "There is no data folder of Parley at" });
    t.match(await runDoctor("--help"), { code: 0, stdout: `Usage: ${nameOf("doctor")}` });
  },
);
