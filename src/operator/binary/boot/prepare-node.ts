import * as nodeModule from "node:module";
import { join } from "node:path";
import util from "node:util";
import { setFlagsFromString } from "node:v8";

/** Beside the unpacked files: what Node compiled of them, for the next start. */
const compiledFolder = "compiled";

/** What a Node of this version may offer; the types are those of the oldest one. */
interface Later {
  /** Since 22.1. */
  readonly enableCompileCache?: (folder: string) => unknown;
}
interface LaterUtil {
  /** Since 22.9. */
  readonly getCallSites?: (frames: number, options: { readonly sourceMap: boolean }) => object[];
}

const usualFrames = 8;

/** Does before the first module is loaded what `npm start` does by flags, and what makes the next start shorter. */
export function prepareNode(folder: string, nodeFlags: readonly string[]): void {
  // A Node before 22.20 takes no flags from inside the binary: what can be set while it runs is set here.
  if (process.execArgv.length === 0) {
    for (const flag of nodeFlags) setFlagsFromString(flag);
    process.setSourceMapsEnabled(true);
  }
  const { enableCompileCache } = nodeModule as Later;
  enableCompileCache?.(join(folder, compiledFolder));
  leaveCallersUnmapped();
}

/** pino asks for the files of its callers, and for no line in them; the whole source map would be read for the answer, a quarter of a start. */
function leaveCallersUnmapped(): void {
  const { getCallSites } = util as LaterUtil;
  if (getCallSites === undefined) return;
  Reflect.set(util, "getCallSites", (frames = usualFrames) => getCallSites(frames, { sourceMap: false }));
}
