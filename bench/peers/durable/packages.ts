import { createRequire } from "node:module";
import { join } from "node:path";

/** Loads a package of the folder that is named first on the command line: the peers' packages lie outside the checkout's. */
export function loadPackage<Exports>(name: string): Exports {
  const [, , folder = ""] = process.argv;
  return createRequire(join(folder, "package.json"))(name) as Exports;
}
