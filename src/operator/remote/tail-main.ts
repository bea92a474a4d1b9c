import { runAsProcess, stoppedByHand } from "../command.ts";
import { tail } from "./tail.ts";

/** `npm run tail`. */
runAsProcess("tail", tail, stoppedByHand());
