import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import root from "tap";
import { become } from "./own-test.ts";
import { beginSharing, endSharing } from "./whole-process.ts";

/**
 * Runs compiled files one after the other in this process, each as a test with the name of its source.
 * Arguments: `SOURCE BUILT SOURCE BUILT …`.
 */
const words = process.argv.slice(2);

beginSharing();

try {
  for (let at = 0; at + 1 < words.length; at += 2) {
    const [source = "", built = ""] = words.slice(at, at + 2);
    await root.test(source, async (t) => {
      // The library would make this name from all words of the command line.
      t.testdirName = resolve(".tap/fixtures", source.replaceAll("/", "-"));
      become(t);
      await import(pathToFileURL(built).href);
    });
  }
} finally {
  await endSharing();
}
