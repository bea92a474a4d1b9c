import * as nodeModule from "node:module";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";

/** The folder next to the unpacked files. It contains the code that Node compiled, for the next start. */
const compiledFolder = "compiled";

/** Functions that a newer Node has: the types are those of the oldest supported version. */
interface Later {
  /** Since 22.1. */
  readonly enableCompileCache?: (folder: string) => unknown;
}

/** Before the first module loads, sets the flags of `npm start` and the cache of compiled code, which shortens the next start. */
export function prepareNode(folder: string, nodeFlags: readonly string[]): void {
  // A Node before 22.20 takes no flags from inside the binary: flags that can be set at run time are set here.
  if (process.execArgv.length === 0) for (const flag of nodeFlags) setFlagsFromString(flag);
  const { enableCompileCache } = nodeModule as Later;
  enableCompileCache?.(join(folder, compiledFolder));
}
