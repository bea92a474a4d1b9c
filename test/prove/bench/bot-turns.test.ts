import t from "tap";
import { benchFigures } from "./run-bench.ts";

t.setTimeout(500_000);

t.test("bot-turns runs turns through the bare server and the service, and loses none at a kill", async (t) => {
  const sizes = ["--seconds", "1", "--rounds", "1", "--connections", "2", "--chats", "100", "--no-peers"];
  const { stdout } = await benchFigures("--only", "bot-turns", ...sizes);
  t.match(stdout, /^bot-turns: customer to bot and back, stored, 100 chats, 2 connections$/m);
  t.match(stdout, /^ {2}bare forwarder +\d+ /m);
  t.match(stdout, /^ {2}parley: turns\/s +>= 2500 +\d+ +(ok|MISS)$/m);
  t.match(stdout, /^ {2}parley: p99 of a turn at 1250\/s +<= 60 ms +[\d.]+ ms +(ok|MISS)$/m);
  t.match(stdout, /^ {2}against BullMQ \+ Redis +none +not measured: --no-peers was given$/m);
  t.match(stdout, /^ {2}bare forwarder: ok, every turn came to its end$/m);
  t.match(stdout, /^ {2}verify parley: ok, \d+ turns of 100 customers stored/m);
});
