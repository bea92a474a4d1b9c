/** Files below `dist/`, by the names the binary has for them. */
const bundles = {
  serve: "main.js",
  provider: "provider.js",
  doctor: "doctor.js",
  backup: "backup.js",
  restore: "restore.js",
  migrate: "migrate.js",
} as const;

export type ProgramName = keyof typeof bundles;

/** A binary of `npm run build:binary` that takes the place of the bundles in this run. */
const binary = process.env["PARLEY_BINARY"];

/** What runs a command, and its first words. */
export const programOf = (command: ProgramName): readonly [program: string, ...words: string[]] => {
  if (binary === undefined) return [process.execPath, `dist/${bundles[command]}`];
  return command === "serve" ? [binary] : [binary, command];
};

/** How a command that is run here calls itself. */
export const nameOf = (command: ProgramName): string =>
  binary === undefined ? `npm run ${command} --` : `parley ${command}`;
