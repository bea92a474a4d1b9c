import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pino } from "pino";
import t from "tap";
import { formVersion } from "../../../../src/codec/proto/form-version.ts";
import { bytesOfFiles } from "../../../../src/files/stored-files.ts";
import { examineFolder } from "../../../../src/store/lmdb/check/examine-folder.ts";
import { openLmdbStore } from "../../../../src/store/lmdb/open-lmdb-store.ts";
import { createManualClock } from "../../../edge/manual-clock.ts";
import { startService } from "../../../harness/service.ts";
import { quickFolder } from "../../../store/lmdb-fixture.ts";
import type { Manifest } from "./contents.types.ts";
import { unpackFolder } from "./packed-folder.ts";
import { nothingNew, seeServedWhole } from "./served-whole.ts";

const folders = "test/fixtures/folders";
const manifest: Manifest = JSON.parse(readFileSync(join(folders, "manifest.json"), "utf8"));
const log = pino({ level: "silent" });

for (const [name, contents] of Object.entries(manifest)) {
  t.test(`the newest service serves all data of the folder ${name}: ${contents.about}`, async (t) => {
    const dir = join(quickFolder(t), "data");
    unpackFolder(readFileSync(join(folders, `${name}.br`)), dir);
    t.strictSame(await damagesOf(dir), [], "as it was left");
    const store = await openLmdbStore({ dir, log });
    const service = await startService(t, {
      store,
      folder: dir,
      clock: createManualClock(contents.atMs + 1_000),
      config: nothingNew,
    });
    await seeServedWhole(t, service, contents);
    await service.stop();
    await store.close();
    t.match(readFileSync(join(dir, "layout.json"), "utf8"), `{"layout":${formVersion},`);
    t.strictSame(await damagesOf(dir), [], "and equals the result of the newest service");
  });
}

async function damagesOf(folder: string): Promise<readonly string[]> {
  const damages: string[] = [];
  await examineFolder({
    folder,
    filesIn: bytesOfFiles,
    onDamage: (text) => void damages.push(text),
    onNote: () => undefined,
    onProgress: () => undefined,
  });
  return damages;
}
