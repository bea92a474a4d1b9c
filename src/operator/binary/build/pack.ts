import { createHash } from "node:crypto";
import { commands } from "../commands.ts";
import type { Contents, PackedFile } from "../contents.ts";
import type { CollectedFile } from "./collect-files.ts";
import type { Compressor } from "./compress.ts";

export interface Packed {
  readonly contents: Contents;
  readonly first: Buffer;
  readonly later: Buffer;
  readonly bytes: number;
}

const idCharacters = 16;

/** Packages that only threads load, when the first task needs them. */
const laterPackages = ["@img", "sharp", "elkjs"];
const laterFolders = laterPackages.map((name) => `node_modules/${name}/`);
/** The bundles of commands. A command waits for every file, and the service needs none of these bundles. */
const commandBundles = commands.flatMap(({ bundle }) => [`dist/${bundle}`, `dist/${bundle}.map`]);

/** Packs the files into two archives, which the start unpacks. */
export async function pack(
  files: readonly CollectedFile[],
  about: Pick<Contents, "commit" | "nodeFlags">,
  { packing, compress }: Compressor,
): Promise<Packed> {
  const hash = createHash("sha256");
  for (const { path, content } of files) hash.update(`${path}\0${content.length}\0`).update(content);
  const later = files.filter(isLater);
  const first = files.filter((file) => !isLater(file));
  return {
    contents: {
      id: hash.digest("hex").slice(0, idCharacters),
      ...about,
      packing,
      first: first.map(toPacked),
      later: later.map(toPacked),
    },
    first: await compress(joined(first)),
    later: await compress(joined(later)),
    bytes: files.reduce((bytes, { content }) => bytes + content.length, 0),
  };
}

const isLater = ({ path }: CollectedFile): boolean =>
  commandBundles.includes(path) || laterFolders.some((folder) => path.startsWith(folder));

const toPacked = ({ path, content }: CollectedFile): PackedFile => ({
  path,
  bytes: content.length,
  hash: createHash("sha256").update(content).digest("base64"),
});

const joined = (files: readonly CollectedFile[]): Buffer => Buffer.concat(files.map(({ content }) => content));
