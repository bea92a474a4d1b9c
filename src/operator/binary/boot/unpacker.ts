import { workerData } from "node:worker_threads";
import type { Unpacking } from "./unpack.ts";
import { unpack } from "./unpack.ts";

/** A thread that unpacks while the service is loaded. What it throws is told to whoever started it. */
const given: Unpacking = workerData;
void unpack(given);
