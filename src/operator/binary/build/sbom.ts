import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ask } from "./run-program.ts";

const readJson = (path: string) => JSON.parse(readFileSync(path, "utf8"));

/**
 * Returns the list of all parts that are not only for development, in the form of CycloneDX. npm reads the manifest and the lock file without
 * the packages for development: its own option leaves out packages that both need. `folder` is for files that are removed later.
 */
export async function listParts(folder: string): Promise<string> {
  const { devDependencies: _, overrides: __, ...manifest } = readJson("package.json");
  const lock = readJson("package-lock.json");
  const packages = Object.entries(lock.packages).filter(([, entry]) => Object(entry).dev !== true);
  const { devDependencies: ___, ...root } = lock.packages[""];
  // npm names the whole after the folder.
  const place = join(folder, manifest.name);
  mkdirSync(place);
  writeFileSync(join(place, "package.json"), JSON.stringify(manifest));
  const lockOfParts = { ...lock, packages: { ...Object.fromEntries(packages), "": root } };
  writeFileSync(join(place, "package-lock.json"), JSON.stringify(lockOfParts));
  const form = ["--sbom-format=cyclonedx", "--sbom-type=application"];
  return ask("npm", ["sbom", ...form, "--package-lock-only", "--prefix", place]);
}
