import { createRequire } from "node:module";
import { join } from "node:path";

/** Loads a package from the folder in the first argument: the peers' packages are not in the checkout. */
export function loadPackage<Exports>(name: string): Exports {
  const [, , folder = ""] = process.argv;
  return createRequire(join(folder, "package.json"))(name) as Exports;
}
