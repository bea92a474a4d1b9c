import { runAsProcess } from "./run-as-process.ts";
import { tail } from "./tail.ts";

/** `npm run tail`. */
runAsProcess("tail", tail);
