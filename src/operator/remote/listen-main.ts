import { listen } from "./listen.ts";
import { runAsProcess } from "./run-as-process.ts";

/** `npm run listen`. */
runAsProcess("listen", listen);
