import { join } from "node:path";

/** A folder below `dist`, which every program that needs it rebuilds. */
export const builtFolder = "dist/tests";
export const sourceEnding = /\.ts$/;
export const builtEnding = ".mjs";

/** Returns the path of a source's compiled file. */
export const builtFrom = (source: string): string => join(builtFolder, source.replace(sourceEnding, builtEnding));

/** Runs several compiled files in one process. */
export const togetherSource = "test/project/together/run-together.ts";

/** Loaded before each compiled file. */
export const quietHooksSource = "test/project/together/quiet-hooks.ts";
