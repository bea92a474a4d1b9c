import { runAsProcess } from "./run-as-process.ts";
import { trigger } from "./trigger.ts";

/** `npm run trigger`. */
runAsProcess("trigger", trigger);
