import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { copyFolder } from "../../../store/lmdb-fixture.ts";
import type { ImageLine } from "./image-results.ts";
import { createChoice, damageOne, makeKilledFolder } from "./images.ts";
import { examined, outcomeOf } from "./outcome.ts";

/**
 * Runs as a separate process, because a damaged folder may end the process that reads it. It makes the folder of a killed service, then
 * damages and reads one copy after the other. The number of the copy and the seed give the damage. Arguments: a folder, the seed, the
 * number of the first copy, the number of the last copy.
 */
async function main([folder = "", seed = "0", first = "1", last = "1"]: readonly string[]): Promise<void> {
  const tell = (line: ImageLine): void => void process.stdout.write(`${JSON.stringify(line)}\n`);
  const dir = mkdtempSync(join(folder, "copies-"));
  const truth = await makeKilledFolder(dir);
  const [killed, image] = [join(dir, "killed"), join(dir, "image")];
  for (let number = Number(first); number <= Number(last); number += 1) {
    const random = createChoice(Number(seed) + number);
    const { how, path } = damageOne(copyFolder(killed, image), random);
    tell({ begins: { number, how, path } });
    const damaged = join(image, path);
    const isChanged = !existsSync(damaged) || !readFileSync(damaged).equals(readFileSync(join(killed, path)));
    const doctorFound = (await examined(image)).length;
    tell({ result: { number, how, path, isChanged, doctorFound, ...(await outcomeOf(image, truth)) } });
  }
  rmSync(dir, { recursive: true });
}

await main(process.argv.slice(2));
