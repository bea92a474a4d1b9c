import { constants } from "node:fs";
import { dirname } from "node:path";
import t from "tap";
import type { SimulatedDisk } from "../service/disk/simulated-disk.ts";
import { noTrouble } from "../service/disk/simulated-disk.ts";
import { open, readdir, readFile, rename, writeFile } from "../service/stand-ins/fs-promises.ts";
import { codeOf } from "./code-of.ts";
import type { SmallWorld } from "./small-world.ts";
import { openSmallWorld } from "./small-world.ts";

const seeds = 80;
const sectorBytes = 512;

/** Makes all names of a folder durable. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, "r");
  await folder.sync();
  await folder.close();
}

async function writeSynced(path: string, content: string): Promise<void> {
  const file = await open(path, "w");
  await file.writeFile(content);
  await file.sync();
  await file.close();
}

/** Lets the power fail, which also kills the process, and starts the next process. */
function losePower({ disk, process, startNext }: SmallWorld): SmallWorld {
  disk.losePower();
  process.kill();
  disk.processKilled(process);
  return startNext();
}

/** For each seed, runs `act`, lets the power fail, and returns the result of `look` afterwards. */
async function findings(
  t: Parameters<typeof openSmallWorld>[0],
  act: (folder: string, disk: SimulatedDisk) => Promise<void>,
  look: (folder: string) => Promise<string>,
): Promise<readonly string[]> {
  const found: string[] = [];
  for (let seed = 1; seed <= seeds; seed += 1) {
    const world = openSmallWorld(t, { seed });
    world.disk.makeFolders("/data");
    await world.play(async () => {
      await syncFolder(dirname(world.folder));
      await act(world.folder, world.disk);
    });
    const next = losePower(world);
    found.push(await next.play(() => look(next.folder)));
  }
  return found;
}

const namesOf = async (folder: string): Promise<string> => (await readdir(folder)).map(String).sort().join(" ");
const textOf = async (path: string): Promise<string> => String(await readFile(path, "latin1"));

/** Returns one letter for each sector, and `?` for a sector with several letters. */
const sectorsOf = (text: string): string =>
  Array.from({ length: Math.ceil(text.length / sectorBytes) }, (_, index) => {
    const letters = new Set(text.slice(index * sectorBytes, (index + 1) * sectorBytes));
    return letters.size === 1 ? ([...letters][0] ?? "?") : "?";
  }).join("");

t.test("a sync of a file keeps its bytes, and a sync of a folder keeps its names", async (t) => {
  const found = await findings(
    t,
    async (folder) => {
      await writeSynced(`${folder}/file`, "synced");
      await syncFolder(folder);
    },
    async (folder) => `${await namesOf(folder)}: ${await textOf(`${folder}/file`)}`,
  );
  t.strictSame([...new Set(found)], ["file: synced"]);
});

t.test("any sectors of unsynced bytes may survive, each of them completely", async (t) => {
  const found = await findings(
    t,
    async (folder) => {
      await writeSynced(`${folder}/file`, "a".repeat(4 * sectorBytes));
      await syncFolder(folder);
      const file = await open(`${folder}/file`, "r+");
      await file.write(Buffer.alloc(2 * sectorBytes, "b"), 0, 2 * sectorBytes, sectorBytes);
      await file.close();
    },
    async (folder) => sectorsOf(await textOf(`${folder}/file`)),
  );
  t.strictSame([...new Set(found)].sort(), ["aaaa", "aaba", "abaa", "abba"]);
});

t.test("a failed sync guarantees nothing", async (t) => {
  const found = await findings(
    t,
    async (folder, disk) => {
      await writeSynced(`${folder}/file`, "a".repeat(sectorBytes));
      await syncFolder(folder);
      const file = await open(`${folder}/file`, "r+");
      await file.write(Buffer.alloc(sectorBytes, "b"), 0, sectorBytes, 0);
      disk.trouble = { ...noTrouble, fails: ["sync"], share: 1 };
      t.equal(await codeOf(file.sync()), "EIO");
      disk.trouble = noTrouble;
    },
    async (folder) => sectorsOf(await textOf(`${folder}/file`)),
  );
  t.strictSame([...new Set(found)].sort(), ["a", "b"]);
});

t.test("a file that has grown ends after its last surviving sector, with zeros in the gaps", async (t) => {
  const found = await findings(
    t,
    async (folder) => {
      await writeSynced(`${folder}/file`, "a".repeat(sectorBytes));
      await syncFolder(folder);
      const file = await open(`${folder}/file`, "r+");
      await file.write(Buffer.alloc(2 * sectorBytes, "b"), 0, 2 * sectorBytes, sectorBytes);
      await file.close();
    },
    async (folder) => sectorsOf(await textOf(`${folder}/file`)),
  );
  t.strictSame([...new Set(found)].sort(), ["a", "a\0b", "ab", "abb"].sort());
});

t.test("names reach the disk in the order in which they were changed", async (t) => {
  const names = ["n1", "n2", "n3", "n4", "n5"];
  const found = await findings(
    t,
    async (folder) => {
      for (const name of names) await writeFile(`${folder}/${name}`, "");
    },
    namesOf,
  );
  const prefixes = [0, 1, 2, 3, 4, 5].map((count) => names.slice(0, count).join(" "));
  t.strictSame([...new Set(found)].sort(), prefixes);
});

t.test("a sync of a folder keeps all earlier changes of names, but no later changes", async (t) => {
  const found = await findings(
    t,
    async (folder) => {
      await writeFile(`${folder}/before`, "");
      await writeFile(`${folder}/last`, "");
      await syncFolder(folder);
      await rename(`${folder}/before`, `${folder}/later`);
    },
    namesOf,
  );
  t.strictSame([...new Set(found)].sort(), ["before last", "last later"]);
});

t.test("a rename happens completely or not at all", async (t) => {
  const found = await findings(
    t,
    async (folder) => {
      await writeSynced(`${folder}/file`, "old");
      await syncFolder(folder);
      await writeSynced(`${folder}/file.new`, "new");
      await rename(`${folder}/file.new`, `${folder}/file`);
    },
    async (folder) => `${await namesOf(folder)}: ${await textOf(`${folder}/file`)}`,
  );
  t.strictSame([...new Set(found)].sort(), ["file file.new: old", "file: new", "file: old"]);
});

t.test("a write with O_DSYNC is durable when it returns", async (t) => {
  const found = await findings(
    t,
    async (folder) => {
      await writeSynced(`${folder}/file`, "a".repeat(4 * sectorBytes));
      await syncFolder(folder);
      const file = await open(`${folder}/file`, constants.O_RDWR | constants.O_DSYNC);
      await file.write(Buffer.alloc(2 * sectorBytes, "b"), 0, 2 * sectorBytes, sectorBytes);
    },
    async (folder) => sectorsOf(await textOf(`${folder}/file`)),
  );
  t.strictSame([...new Set(found)], ["abba"]);
});

t.test("a write during the power failure is complete, lost or torn; other bytes do not change", async (t) => {
  const found = await findings(
    t,
    async (folder) => {
      await writeSynced(`${folder}/file`, "a".repeat(4 * sectorBytes));
      await syncFolder(folder);
      const file = await open(`${folder}/file`, constants.O_RDWR | constants.O_DSYNC);
      void file.write(Buffer.alloc(2 * sectorBytes, "b"), 0, 2 * sectorBytes, sectorBytes);
    },
    async (folder) => sectorsOf(await textOf(`${folder}/file`)),
  );
  t.strictSame([...new Set(found)].sort(), ["aaaa", "aaba", "abaa", "abba"]);
});

t.test("a killed process loses no finished operation, and its pending operations are done or not", async (t) => {
  const found = new Set<string>();
  for (let seed = 1; seed <= seeds; seed += 1) {
    const { disk, folder, play, process, startNext } = openSmallWorld(t, { seed });
    disk.makeFolders("/data");
    await play(async () => {
      await writeFile(`${folder}/answered`, "there");
      const file = await open(`${folder}/asked`, "w");
      void file.write(Buffer.alloc(2 * sectorBytes, "b"), 0, 2 * sectorBytes, 0);
    });
    process.kill();
    disk.processKilled(process);
    const next = startNext();
    const look = async (): Promise<string> =>
      `${await textOf(`${next.folder}/answered`)} ${sectorsOf(await textOf(`${next.folder}/asked`))}`;
    found.add(await next.play(look));
  }
  t.strictSame([...found].sort(), ["there ", "there bb"]);
});

t.test("the same seed gives the same power failure", async (t) => {
  const act = async (folder: string): Promise<void> => {
    for (const name of ["a", "b", "c"]) await writeFile(`${folder}/${name}`, name.repeat(3 * sectorBytes));
  };
  const look = async (folder: string): Promise<string> => {
    const texts: string[] = [];
    for (const name of await readdir(folder))
      texts.push(`${String(name)} ${sectorsOf(await textOf(`${folder}/${String(name)}`))}`);
    return texts.join(", ");
  };
  const [first, second] = [await findings(t, act, look), await findings(t, act, look)];
  t.strictSame(first, second);
  t.ok(new Set(first).size > seeds / 10, "and others are others");
});
