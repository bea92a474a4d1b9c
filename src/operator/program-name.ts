import { isSea } from "node:sea";

/** How a command is called here: by the binary, or by npm from the project's folder. */
export const programOf = (command: string): string => (isSea() ? `parley ${command}` : `npm run ${command} --`);
