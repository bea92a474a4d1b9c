import { readdirSync, readFileSync } from "node:fs";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { LRUCache } from "lru-cache";
import { builtUrl } from "../../core/built-file.ts";
import { versionOfFiles } from "../../core/files/version-of-files.ts";

/** A file for browsers, in each form in which it can be sent. */
export interface WebFile {
  readonly contentType: string;
  readonly plain: Buffer;
  /** `null` for a picture or a font, which is already compressed. */
  readonly gzip: Buffer | null;
  readonly brotli: Buffer | null;
  /** Changes with the content; the same for all forms. Source: RFC 9110, section 8.8.3. */
  readonly etag: string;
}

/** The files that were built for browsers, in memory. */
export interface WebFiles {
  /** A version of all files of a folder together: it changes when one of the files changes. */
  version(folder: string): string;
  /** Finds a file by a path such as `widget/body.js`. */
  find(path: string): WebFile | undefined;
  /** Reads every file again, each when it is next asked for. To be called after files were built while the service runs. */
  forget(): void;
}

const contentTypes: Readonly<Record<string, string>> = {
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".svg": "image/svg+xml",
  ".webmanifest": "application/manifest+json",
  ".ts": "text/plain; charset=utf-8",
  ".json": "application/json",
  ".png": "image/png",
  ".woff2": "font/woff2",
  ".md": "text/markdown; charset=utf-8",
  ".txt": "text/plain; charset=utf-8",
};
const compressed = /\.(gz|br)$/;
const packed = /\.(png|woff2)$/;
/** These files are read at their first request, so that the start does not wait for the documentation. */
const later = /^docs(-pages)?\//;

/** The folder of the built files. */
export const builtFolder = (): string => fileURLToPath(builtUrl("web"));

/** Throws if the folder does not exist, because nothing was built. */
export function openWebFiles(folder: string): WebFiles {
  let paths = readPaths(folder);
  const files = new Map<string, WebFile>();
  const find = (path: string): WebFile | undefined => {
    if (!paths.has(path)) return undefined;
    const file = files.get(path) ?? readFile(folder, path);
    files.set(path, file);
    return file;
  };
  const versions = new Map<string, string>();
  for (const path of paths) if (!later.test(path)) find(path);
  return {
    find,
    version(name) {
      const version = versions.get(name) ?? versionOfFiles(filesBelow(name));
      versions.set(name, version);
      return version;
    },
    forget() {
      paths = readPaths(folder);
      files.clear();
      versions.clear();
    },
  };

  function filesBelow(name: string): readonly (readonly [string, Buffer])[] {
    return [...paths].flatMap((path) => {
      const file = path.startsWith(`${name}/`) ? find(path) : undefined;
      return file === undefined ? [] : [[path, file.plain] as const];
    });
  }
}

function readFile(folder: string, path: string): WebFile {
  const read = (suffix: string): Buffer => readBuilt(join(folder, `${path}${suffix}`));
  const forms = packed.test(path) ? { gzip: null, brotli: null } : { gzip: read(".gz"), brotli: read(".br") };
  const plain = read("");
  return { contentType: contentTypes[extname(path)] ?? "", plain, ...forms, etag: tagOf(plain) };
}

/** The tag is weak, because all forms of a file have the same tag. */
const tagOf = (plain: Buffer): string => `W/"${versionOfFiles([["", plain]])}"`;

/** A text file that is built while the service runs. Each form is compressed at its first request, so that no start waits for it. */
export const textFile = (contentType: string, text: string): WebFile => new TextFile(contentType, Buffer.from(text));

class TextFile implements WebFile {
  readonly contentType: string;
  readonly plain: Buffer;
  readonly etag: string;
  #gzip: Buffer | null = null;
  #brotli: Buffer | null = null;

  constructor(contentType: string, plain: Buffer) {
    this.contentType = contentType;
    this.plain = plain;
    this.etag = tagOf(plain);
  }

  get gzip(): Buffer {
    this.#gzip ??= gzipSync(this.plain);
    return this.#gzip;
  }

  get brotli(): Buffer {
    const params = { [constants.BROTLI_PARAM_QUALITY]: 5 };
    this.#brotli ??= brotliCompressSync(this.plain, { params });
    return this.#brotli;
  }
}

/** Returns the file at `path`; throws if the build did not create it. */
export function builtFile(web: WebFiles, path: string): WebFile {
  const file = web.find(path);
  if (file === undefined) throw new Error(`Expected ${path} among the pages for browsers: npm run build makes it.`);
  return file;
}

function readPaths(folder: string): ReadonlySet<string> {
  const names = asBuilt(folder, () => readdirSync(folder, { recursive: true, encoding: "utf8" }));
  return new Set(
    names
      .map((path) => path.replaceAll("\\", "/"))
      .filter((path) => extname(path) in contentTypes && !compressed.test(path)),
  );
}

const readBuilt = (path: string): Buffer => asBuilt(path, () => readFileSync(path));

function asBuilt<Read>(path: string, read: () => Read): Read {
  try {
    return read();
  } catch (error) {
    throw new Error(`Expected ${path}, of the pages for browsers: npm run build makes them.`, { cause: error });
  }
}

const filesRememberedMax = 200;

/** Builds and compresses a text file once for each input; the latest files are cached. */
export function createMadeFiles(contentType: string): (madeOf: string, make: () => string) => WebFile {
  const files = new LRUCache<string, WebFile>({ max: filesRememberedMax });
  return (madeOf, make) => {
    const known = files.get(madeOf);
    if (known !== undefined) return known;
    const file = textFile(contentType, make());
    files.set(madeOf, file);
    return file;
  };
}

/**
 * Fills the page at `path`, such as `desk.html`: its placeholders `__NAME__` become values, as text, and `__VERSION__` becomes the
 * version of the folder with the page's name. Each page is filled once for the same values. Throws if the page was not built.
 */
export function createFilledPages(web: WebFiles, path: string): (values?: Readonly<Record<string, string>>) => WebFile {
  const folder = path.replace(/\.\w+$/, "");
  const pages = createMadeFiles(builtFile(web, path).contentType);
  return (given = {}) => {
    const { etag, plain } = builtFile(web, path);
    const values: Readonly<Record<string, string>> = { VERSION: web.version(folder), ...given };
    return pages(`${etag}${JSON.stringify(values)}`, () =>
      plain.toString("utf8").replace(/__([A-Z]+)__/g, (_whole, name: string) => escapeHtml(values[name] ?? "")),
    );
  };
}

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (found) => `&#${found.charCodeAt(0)};`);
