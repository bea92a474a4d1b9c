import { runAsProcess, stoppedByHand } from "../command.ts";
import { replay } from "./replay.ts";

/** `npm run replay`. */
runAsProcess("replay", replay, stoppedByHand());
