import { runAsProcess, stoppedByHand } from "../command.ts";
import { tryOut } from "./try.ts";

/** `npm run try`. */
runAsProcess("try", tryOut, stoppedByHand());
