import { tabulate } from "../../build/tabulate.ts";

/** In a browser the build has put the table itself here. */
export const windowTable = tabulate();
