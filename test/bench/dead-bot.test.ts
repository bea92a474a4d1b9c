import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import t from "tap";
import { runBench } from "./run-bench.ts";

t.setTimeout(500_000);

t.test("dead-bot takes turns beside a dead bot, and counts its chats as they go to the agents", async (t) => {
  const folder = mkdtempSync(join(tmpdir(), "parley-bench-test-"));
  t.teardown(() => rmSync(folder, { recursive: true }));
  const json = join(folder, "figures.json");
  const sizes = ["--seconds", "1", "--rounds", "1", "--waiting-chats", "100", "--connections", "8"];
  const { status, stdout, stderr } = await runBench("--only", "dead-bot", ...sizes, "--json", json);
  t.equal(status, 0, `${stdout}\n${stderr}`);
  t.match(stdout, /^ {2}p99 of the other bot's turns, of that without +<= 1\.10 +[\d.]+ +(ok|MISS)$/m);
  t.match(stdout, /^ {2}the last hand-over +<= 9500 ms +\d+ ms +(ok|MISS)$/m);
  t.match(stdout, /^ {2}dead-bot: ok, every turn came to its end/m);

  const { results } = JSON.parse(readFileSync(json, "utf8"));
  const [none, answering, dead] = results["dead-bot"].contestants;
  t.match(none, { name: "no other bot", rounds: [{ turns: Number, handedOver: 0, requests: 0 }] });
  t.match(answering, { name: "as many new chats, bot answers", rounds: [{ turns: Number, handedOver: 0 }] });
  t.match(dead, { name: "100 chats wait for a dead bot", rounds: [{ turns: Number, p99Ms: Number }] });
  const [{ handedOver, handOverP50Ms, requests }] = dead.rounds;
  t.ok(handedOver >= 100, `${handedOver} chats were handed over`);
  t.ok(requests >= handedOver, `${requests} requests reached the dead bot`);
  t.ok(handOverP50Ms >= 9_000, `a chat was handed over after ${handOverP50Ms} ms`);
});
