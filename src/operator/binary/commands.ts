/** A command of the binary besides serving. */
export interface BinaryCommand {
  readonly name: string;
  /** One sentence, for `parley --help`. */
  readonly about: string;
  /** The bundle of the command in `dist/`, from `npm run build`. */
  readonly bundle: string;
}

/** The bundle that runs if the command line names no command. */
export const serviceBundle = "main.js";

/** The bundles that the service loads only if the config file names a bucket or a collector of traces. */
export const partBundles: readonly string[] = ["bucket-client.js", "traces.js"];

/** To add a command, add a line here. */
export const commands: readonly BinaryCommand[] = [
  { name: "provider", about: "Issues, lists, renames and removes the ids of bot providers.", bundle: "provider.js" },
  {
    name: "doctor",
    about:
      "Reads a store and looks at the machine, says what is wrong, repairs what it says; prints files to deploy by.",
    bundle: "doctor.js",
  },
  {
    name: "backup",
    about: "Writes everything that lasts into one file, while the service runs or not.",
    bundle: "backup.js",
  },
  { name: "restore", about: "Makes a data folder of a backup, as it was then or in any second.", bundle: "restore.js" },
  { name: "migrate", about: "Brings everything from a data folder into a PostgreSQL, or back.", bundle: "migrate.js" },
  { name: "mcp", about: "Gives an assistant tools for the chats of a service.", bundle: "mcp.js" },
];
