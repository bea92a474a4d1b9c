import { runAsProcess, stoppedByHand } from "../command.ts";
import { trigger } from "./trigger.ts";

/** `npm run trigger`. */
runAsProcess("trigger", trigger, stoppedByHand());
