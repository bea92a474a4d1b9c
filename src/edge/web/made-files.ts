import { LRUCache } from "lru-cache";
import type { WebFile } from "./web-files.ts";
import { textFile } from "./web-files.ts";

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
