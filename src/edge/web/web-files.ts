import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

/** One thing a browser gets, in each form it may take it. */
export interface WebFile {
  readonly contentType: string;
  readonly plain: Buffer;
  readonly gzip: Buffer;
  readonly brotli: Buffer;
  /** Changes with the file, whatever form it is sent in. Source: RFC 9110, section 8.8.3. */
  readonly etag: string;
}

/** What was built for browsers, in memory. */
export interface WebFiles {
  /** Names all files of a folder together: it changes whenever one of them does. */
  version(folder: string): string;
  /** By a path like `widget/body.js`. */
  find(path: string): WebFile | undefined;
}

const contentTypes: Readonly<Record<string, string>> = {
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".svg": "image/svg+xml",
  ".webmanifest": "application/manifest+json",
  ".ts": "text/plain; charset=utf-8",
};
const compressed = /\.(gz|br)$/;

/** Where the build put them, seen from the bundled service or from its sources. */
export const builtFolder = (): string =>
  fileURLToPath(new URL(import.meta.url.endsWith(".ts") ? "../../../dist/web" : "./web", import.meta.url));

/** Throws when the folder is not there: nothing was built. */
export function openWebFiles(folder: string): WebFiles {
  const files = new Map<string, WebFile>();
  for (const path of readNames(folder)) {
    const contentType = contentTypes[extname(path)];
    if (contentType === undefined || compressed.test(path)) continue;
    const read = (suffix: string): Buffer => readBuilt(join(folder, `${path}${suffix}`));
    files.set(path, withTag({ contentType, plain: read(""), gzip: read(".gz"), brotli: read(".br") }));
  }
  const versions = new Map<string, string>();
  return {
    find: (path) => files.get(path),
    version(name) {
      const version = versions.get(name) ?? hashOf([...files].filter(([path]) => path.startsWith(`${name}/`)));
      versions.set(name, version);
      return version;
    },
  };
}

/** The tag is weak: the forms of a file have one. */
const withTag = (file: Omit<WebFile, "etag">): WebFile => ({ ...file, etag: `W/"${hashOf([["", file]])}"` });

/** A file of text that is made while the service runs, compressed once. */
export function textFile(contentType: string, text: string): WebFile {
  const plain = Buffer.from(text);
  const quality = { [constants.BROTLI_PARAM_QUALITY]: 5 };
  return withTag({
    contentType,
    plain,
    gzip: gzipSync(plain),
    brotli: brotliCompressSync(plain, { params: quality }),
  });
}

/** The file at `path`; throws where the build left it out. */
export function builtFile(web: WebFiles, path: string): WebFile {
  const file = web.find(path);
  if (file === undefined) throw new Error(`Expected ${path} among the pages for browsers: npm run build makes it.`);
  return file;
}

const readNames = (folder: string): readonly string[] =>
  asBuilt(folder, () =>
    readdirSync(folder, { recursive: true, encoding: "utf8" }).map((path) => path.replaceAll("\\", "/")),
  );

const readBuilt = (path: string): Buffer => asBuilt(path, () => readFileSync(path));

function asBuilt<Read>(path: string, read: () => Read): Read {
  try {
    return read();
  } catch (error) {
    throw new Error(`Expected ${path}, of the pages for browsers: npm run build makes them.`, { cause: error });
  }
}

function hashOf(files: readonly (readonly [path: string, file: Pick<WebFile, "plain">])[]): string {
  const hash = createHash("sha256");
  for (const [path, { plain }] of [...files].sort(([a], [b]) => (a < b ? -1 : 1))) hash.update(path).update(plain);
  return hash.digest("base64url").slice(0, 16);
}
