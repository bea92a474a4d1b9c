import { createHash } from "node:crypto";
import { access, mkdir, mkdtemp, readdir, readFile, rename, rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import { ask } from "./run-program.ts";

/** A package in one version whose bytes are known. */
export interface PinnedPackage {
  readonly name: string;
  readonly version: string;
  /** The hash of its archive. Source: W3C Subresource Integrity, with SHA-512. */
  readonly integrity: string;
}

const cacheFolder = resolve("node_modules/.cache/parley-binary");

/**
 * Returns the folder of a package that is not installed here; npm downloads it once. `members` are the files to keep; an empty list keeps
 * all. Rejects when the archive does not match the pinned hash.
 */
export async function fetchPackage(
  { name, version, integrity }: PinnedPackage,
  members: readonly string[] = [],
): Promise<string> {
  const folder = join(cacheFolder, `${name.replaceAll("/", "+")}@${version}`);
  if (await exists(folder)) return folder;
  await mkdir(cacheFolder, { recursive: true });
  const made = await mkdtemp(join(cacheFolder, "fetch-"));
  try {
    await ask("npm", ["pack", `${name}@${version}`, "--pack-destination", made, "--prefer-offline", "--silent"]);
    const [archive = ""] = await readdir(made);
    const file = join(made, archive);
    const got = `sha512-${createHash("sha512")
      .update(await readFile(file))
      .digest("base64")}`;
    if (got !== integrity) throw new Error(`Expected ${name}@${version} to be ${integrity}, got ${got}.`);
    const unpacked = join(made, "unpacked");
    await mkdir(unpacked);
    const wanted = members.map((member) => `package/${member}`);
    await ask("tar", ["-xzf", file, "-C", unpacked, "--strip-components=1", "--no-same-owner", ...wanted]);
    await rename(unpacked, folder).catch(async (error: unknown) => {
      // Another build was faster.
      if (!(await exists(folder))) throw error;
    });
    return folder;
  } finally {
    await rm(made, { recursive: true, force: true });
  }
}

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );
