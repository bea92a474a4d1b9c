import { join } from "node:path";

/** Below `dist`, which is made anew by everybody who needs it. */
export const builtFolder = "dist/tests";
export const sourceEnding = /\.ts$/;
export const builtEnding = ".mjs";

/** Where a source is when it is compiled. */
export const builtFrom = (source: string): string => join(builtFolder, source.replace(sourceEnding, builtEnding));

/** Runs several compiled files in one process. */
export const togetherSource = "test/project/together/run-together.ts";

/** Loaded before a compiled file is. */
export const quietHooksSource = "test/project/together/quiet-hooks.ts";
