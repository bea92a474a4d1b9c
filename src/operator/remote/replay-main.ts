import { replay } from "./replay.ts";
import { runAsProcess } from "./run-as-process.ts";

/** `npm run replay`. */
runAsProcess("replay", replay);
