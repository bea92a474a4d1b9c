import { realpathSync } from "node:fs";
import { resolve } from "node:path";
import { isSea } from "node:sea";
import type { Command } from "commander";
import type { FolderFlags } from "../../config/data-folder.ts";
import type { Mistakes } from "../../config/mistakes.ts";
import { containerfile } from "./containerfile.ts";
import { standardPlaces } from "./places.ts";
import { systemdUnit } from "./unit.ts";

export interface DeployFlags {
  readonly unit?: true;
  readonly containerfile?: true;
}

export const addDeployFlags = (command: Command): Command =>
  command
    .option(
      "--unit",
      "prints a systemd unit for the binary, with the folder and the config file named, and reads nothing",
    )
    .option("--containerfile", "prints a Containerfile for the binary, and reads nothing");

/** Returns the requested file. `null` if no file was requested, or if `mistakes` has a line. */
export function describeDeployment(flags: FolderFlags & DeployFlags, mistakes: Mistakes): string | null {
  if (flags.unit === undefined && flags.containerfile === undefined) return null;
  const asked = flags.unit === undefined ? "--containerfile" : "--unit";
  if (flags.unit !== undefined && flags.containerfile !== undefined)
    mistakes.add("--containerfile", { problem: "it is used together with --unit" }, "only one of the two");
  // An address can contain a password, and many users can read both files.
  if (flags.store !== undefined)
    mistakes.add("--store", { problem: `is not for ${asked}` }, "PARLEY_STORE in the environment of the service");
  if (flags.containerfile !== undefined)
    for (const name of ["data", "config"] as const)
      if (flags[name] !== undefined)
        mistakes.add(`--${name}`, { problem: `is not for ${asked}` }, "a volume that is mounted into the container");
  if (mistakes.lines.length > 0) return null;
  if (flags.containerfile !== undefined) return containerfile(standardPlaces);
  return systemdUnit({
    ...standardPlaces,
    program: isSea() ? realpathSync(process.execPath) : standardPlaces.program,
    data: flags.data === undefined ? standardPlaces.data : resolve(flags.data),
    config: flags.config === undefined ? null : resolve(flags.config),
  });
}
