/** A command of the binary beside serving. */
export interface BinaryCommand {
  readonly name: string;
  /** One sentence, for `parley --help`. */
  readonly about: string;
  /** What `npm run build` made of it, in `dist/`. */
  readonly bundle: string;
}

/** What runs when no command is named. */
export const serviceBundle = "main.js";

/** A further command is a line here. */
export const commands: readonly BinaryCommand[] = [
  { name: "provider", about: "Issues, lists, renames and removes the ids of bot providers.", bundle: "provider.js" },
  { name: "doctor", about: "Reads a store and says what is damaged; prints files to deploy by.", bundle: "doctor.js" },
  { name: "migrate", about: "Brings everything from a data folder into a PostgreSQL, or back.", bundle: "migrate.js" },
];
