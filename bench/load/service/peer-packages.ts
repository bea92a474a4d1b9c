import { fileURLToPath } from "node:url";
import { ensurePackages } from "./pinned-packages.ts";

const pinnedFolder = fileURLToPath(new URL("../../peers/packages", import.meta.url));

/** The folder of the packages that the durable peers are made of. Blocks while npm runs. Throws a sentence when they cannot be had. */
export const ensurePeerPackages = (cacheFolder: string, progress: (line: string) => void): string =>
  ensurePackages({ pinnedFolder, name: "peers", what: "the packages of the peers" }, cacheFolder, progress);
