/** Files below `dist/`, by the names of the binary's commands. */
const bundles = {
  serve: "main.js",
  provider: "provider.js",
  doctor: "doctor.js",
  backup: "backup.js",
  restore: "restore.js",
  migrate: "migrate.js",
  try: "try.js",
} as const;

export type ProgramName = keyof typeof bundles;

/** A binary of `npm run build:binary` that replaces the bundles in this run. */
const binary = process.env["PARLEY_BINARY"];

/** Returns the program that runs a command, and its first arguments. */
export const programOf = (command: ProgramName): readonly [program: string, ...words: string[]] => {
  if (binary === undefined) return [process.execPath, `dist/${bundles[command]}`];
  return command === "serve" ? [binary] : [binary, command];
};

/** Returns the name by which a command calls itself in this run. */
export const nameOf = (command: ProgramName): string =>
  binary === undefined ? `npm run ${command} --` : `parley ${command}`;
