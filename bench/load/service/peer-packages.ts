import { fileURLToPath } from "node:url";
import { ensurePackages } from "./pinned-packages.ts";

const pinnedFolder = fileURLToPath(new URL("../../peers/packages", import.meta.url));

/** Returns the folder of the peers' packages. Blocks while npm runs. Throws a sentence when they cannot be installed. */
export const ensurePeerPackages = (cacheFolder: string, progress: (line: string) => void): string =>
  ensurePackages({ pinnedFolder, name: "peers", what: "the packages of the peers" }, cacheFolder, progress);
