import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { slowPatterns } from "./slow-patterns.ts";

/**
 * Prints the patterns of the sources for which some text takes more than linear time. It ends with 1 when there is one.
 * `patterns.ts FILES` checks only these files.
 */

const sourcesOf = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => join(folder, name));

const named = process.argv.slice(2);
const paths = named.length > 0 ? named : ["machines", "src", "workers"].flatMap(sourcesOf);
const slow = await slowPatterns(paths.map((path) => ({ path, code: readFileSync(path, "utf8") })));
for (const line of slow) console.log(line);
process.exitCode = slow.length === 0 ? 0 : 1;
