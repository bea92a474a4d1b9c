import { isSea } from "node:sea";

/** How a user starts a command: with the binary, or with npm in the project's folder. */
export const programOf = (command: string): string => (isSea() ? `parley ${command}` : `npm run ${command} --`);
