import { readFileSync } from "node:fs";
import { SourceMap } from "node:module";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

/** Source: Chrome DevTools Protocol, `Runtime.CallFrame`. */
export interface CallFrame {
  readonly functionName: string;
  readonly url: string;
  /** Line and column are counted from 0. */
  readonly lineNumber: number;
  readonly columnNumber: number;
}

/** A function's place in the source, as a reader finds it. */
export interface Place {
  readonly name: string;
  /** The file in this checkout, or after the name of its package. For the engine's own work: its name. */
  readonly path: string;
  /** The folder or package. */
  readonly part: string;
}

export type PlaceFinder = (frame: CallFrame, caller: Place | undefined) => Place;

const root = fileURLToPath(new URL("../../..", import.meta.url));
const packagePattern = /node_modules\/((?:@[^/]+\/)?[^/]+)\/(?!.*node_modules\/)(.*)$/;

/** Finds the source of a function of the running service: in this checkout by the bundle's source map, or in a package, bundled or not. */
export function createPlaceFinder(): PlaceFinder {
  const bundle = join(root, "dist/main.js");
  const map = new SourceMap(JSON.parse(readFileSync(`${bundle}.map`, "utf8")));
  return ({ functionName, url, lineNumber, columnNumber }, caller) => {
    const name = functionName || "(anonymous)";
    if (url === "") return placeOfNative(name, caller);
    const path = url.startsWith("file:") ? fileURLToPath(url) : url;
    if (path !== bundle) return placeIn(name, path, lineNumber);
    const entry = map.findEntry(lineNumber, columnNumber);
    if (!("originalSource" in entry)) return placeIn(name, "dist/main.js", lineNumber);
    return placeIn(name, relative(root, join(root, "dist", entry.originalSource)), entry.originalLine);
  };
}

function placeIn(name: string, file: string, line: number): Place {
  const [, owner, inside] = packagePattern.exec(file) ?? [];
  const path = owner === undefined ? file : `${owner}/${inside}`;
  return {
    name: `${name}  ${path}:${line + 1}`,
    path,
    part: owner ?? (file.startsWith("node:") ? "node" : dirname(file)),
  };
}

/** Native code counts as its caller. The engine's own work, such as garbage collection, counts as itself. */
function placeOfNative(name: string, caller: Place | undefined): Place {
  if (name.startsWith("(") || caller === undefined || caller.part === "(root)") return { name, path: name, part: name };
  return { name: `${name} of ${caller.name}`, path: caller.path, part: caller.part };
}
