import { tabulate } from "../../build/tabulate.ts";

/** In a browser this is the finished table: the build has replaced the call. */
export const windowTable = tabulate();
