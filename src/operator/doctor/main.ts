import { runAsProcess } from "../command.ts";
import { doctor } from "../doctor.ts";

/** `npm run doctor`. */
runAsProcess("doctor", doctor);
