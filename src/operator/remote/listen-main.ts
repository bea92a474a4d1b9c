import { runAsProcess, stoppedByHand } from "../command.ts";
import { listen } from "./listen.ts";

/** `npm run listen`. */
runAsProcess("listen", listen, stoppedByHand());
