import * as nodeModule from "node:module";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";

/** Beside the unpacked files: what Node compiled of them, for the next start. */
const compiledFolder = "compiled";

/** What a Node of this version may offer; the types are those of the oldest one. */
interface Later {
  /** Since 22.1. */
  readonly enableCompileCache?: (folder: string) => unknown;
}

/** Does before the first module is loaded what `npm start` does by flags, and what makes the next start shorter. */
export function prepareNode(folder: string, nodeFlags: readonly string[]): void {
  // A Node before 22.20 takes no flags from inside the binary: what can be set while it runs is set here.
  if (process.execArgv.length === 0) for (const flag of nodeFlags) setFlagsFromString(flag);
  const { enableCompileCache } = nodeModule as Later;
  enableCompileCache?.(join(folder, compiledFolder));
}
