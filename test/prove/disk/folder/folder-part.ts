import { withEndings } from "../../endings.ts";
import type { Law } from "../../laws.ts";
import { judge, toRows } from "../../laws.ts";
import type { ProofPart, ProofRow, ProofRun } from "../../proof-part.ts";
import { readDamagedCopies } from "./damaged-copies.ts";
import type { ServiceResult } from "./damaged-service.ts";
import { serviceFaults, startOnDamage } from "./damaged-service.ts";
import type { ImageResult } from "./image-results.ts";
import { imageFaults } from "./image-results.ts";
import { createChoice } from "./images.ts";

const copiesOf = { short: 100, long: 5_000 };
const servicesOf = { short: 6, long: 200 };
const promise = "damage is told";

const copiesLaw: Law<readonly ImageResult[]> = {
  promise,
  about: "copies refused by name, told by row, or read whole",
  faults: imageFaults,
  seen: (images) => images.filter(({ isChanged }) => isChanged).length,
};

const servicesLaw: Law<readonly ServiceResult[]> = {
  promise,
  about: "starts, refused by name or serving nothing untrue",
  faults: (results) => results.flatMap(serviceFaults),
  seen: (results) => results.length,
};

/** Copies of a killed process's folder, each damaged at a random place. */
export const folderPart: ProofPart = {
  name: "folder",
  summary: "copies of a killed service's data folder, cut, flipped, zeroed and overwritten at random",
  async run({ size, seed, progress, signal }: ProofRun): Promise<readonly ProofRow[]> {
    const replay = `npm run prove -- --only folder ${size === "long" ? "--long " : ""}--seed ${seed}`;
    const count = copiesOf[size];
    const copies = await withEndings(signal, (t) => readDamagedCopies(t, { count, seed, progress }));
    const services = await withEndings(signal, (t) => startOnDamage(t, servicesOf[size], createChoice(seed), progress));
    const copiesRound = { count: copies.length, verdicts: judge([copiesLaw], copies, progress), replay };
    const servicesRound = { count: services.length, verdicts: judge([servicesLaw], services, progress), replay };
    return [
      ...toRows([copiesRound], {
        tried: "the folder damaged at random, then opened and examined",
        unit: "copies",
        replay,
      }),
      ...toRows([servicesRound], {
        tried: "the folder damaged at random, then the service started on it",
        unit: "starts",
        replay,
      }),
    ];
  },
};
