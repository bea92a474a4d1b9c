import { pino } from "pino";
import { systemClock } from "../../../src/core/clock.ts";
import { openDatabase } from "../../../src/store/postgres/database.ts";
import { createPostgresPeers } from "../../../src/store/postgres/peers/postgres-peers.ts";

/** A separate process on the given database. It prints a line for each callback, and sends received messages back. */
const [url = ""] = process.argv.slice(2);
const print = (line: string): void => void process.stdout.write(`${line}\n`);
const peers = createPostgresPeers({
  database: openDatabase({ url, poolSize: 1 }),
  log: pino({ level: "silent" }),
  clock: systemClock,
});
peers.hear("relay", (text, from) => {
  print(`heard ${text} from ${from}`);
  void peers.tell("relay", `echo ${text}`);
});
peers.onLost(({ id }) => print(`lost ${id}`));
peers.onLeftBehind((formerId) => print(`left behind ${formerId}, now ${peers.id}`));
await peers.start();
print(`ready ${peers.id}`);
