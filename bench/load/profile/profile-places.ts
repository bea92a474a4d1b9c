import { readFileSync } from "node:fs";
import { SourceMap } from "node:module";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import type { CallFrame, Place } from "./profile.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const packagePattern = /node_modules\/((?:@[^/]+\/)?[^/]+)\/(?!.*node_modules\/)(.*)$/;

/** Finds where a function of the running service stands: in our sources by the bundle's source map, or in a package. */
export function createPlaceFinder(): (frame: CallFrame, caller: Place | undefined) => Place {
  const bundle = join(root, "dist/main.js");
  const map = new SourceMap(JSON.parse(readFileSync(`${bundle}.map`, "utf8")));
  return ({ functionName, url, lineNumber, columnNumber }, caller) => {
    const name = functionName || "(anonymous)";
    if (url === "") return placeOfNative(name, caller);
    const path = url.startsWith("file:") ? fileURLToPath(url) : url;
    if (path === bundle) {
      const entry = map.findEntry(lineNumber, columnNumber);
      const source =
        "originalSource" in entry ? relative(root, join(root, "dist", entry.originalSource)) : "dist/main.js";
      const line = "originalSource" in entry ? entry.originalLine : lineNumber;
      return { name: `${name}  ${source}:${line + 1}`, part: dirname(source) };
    }
    const [, part = "node", file = path] = packagePattern.exec(path) ?? [];
    return { name: `${name}  ${part === "node" ? file : `${part}/${file}`}:${lineNumber + 1}`, part };
  };
}

/** Native code counts for whoever called it; the engine's own work, such as collecting garbage, for itself. */
function placeOfNative(name: string, caller: Place | undefined): Place {
  if (name.startsWith("(") || caller === undefined || caller.part === "(root)") return { name, part: name };
  return { name: `${name} of ${caller.name}`, part: caller.part };
}
