import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { pino } from "pino";
import t from "tap";
import { steadyClock } from "../../../src/core/clock.ts";
import { openDatabase } from "../../../src/store/postgres/database.ts";
import { openDatabaseClock } from "../../../src/store/postgres/peers/database-clock.ts";
import { createPostgresPeers } from "../../../src/store/postgres/peers/postgres-peers.ts";
import { listenTo, silenceContract } from "../../contracts/peers-contract.ts";
import { runnable } from "../../project/compiled-scripts.ts";
import { startPeersServer } from "../../store/postgres/peers-fixture.ts";

// These tests mostly wait.
t.jobs = 4;

const { open } = await startPeersServer(t);

t.test("a frozen process is lost within 7 s, and after a thaw it learns this and continues to serve", async (t) => {
  const { url, join, until } = await open(t);
  const { peers } = await join();
  const heard = listenTo(peers, "relay");
  await peers.start();
  const { flags, file } = runnable("test/store/postgres/peers-process.ts");
  const child = spawn(process.execPath, [...flags, file, url], { stdio: ["ignore", "pipe", "inherit"] });
  t.teardown(async () => {
    const exited = once(child, "exit");
    child.kill("SIGKILL");
    await exited;
  });
  const lines: string[] = [];
  createInterface({ input: child.stdout }).on("line", (line) => lines.push(line));
  await until("it serves", () => lines.length === 1 && peers.living().length === 2, 10_000);
  const formerId = lines[0]?.split(" ")[1] ?? "";

  child.kill("SIGSTOP");
  const frozenAtMs = performance.now();
  await peers.tell("relay", "while frozen");
  await until("it is lost", () => heard.lost.includes(formerId), 8_000);
  const lostAfterMs = performance.now() - frozenAtMs;
  t.ok(lostAfterMs > 3_900 && lostAfterMs < 7_000, `${lostAfterMs} ms`);
  await until("7 s have passed", () => performance.now() - frozenAtMs > 7_000, 8_000);
  child.kill("SIGCONT");

  await until("it finds out", () => lines.some((line) => line.startsWith("left behind")), 3_000);
  const id = lines.find((line) => line.startsWith("left behind"))?.split("now ")[1] ?? "";
  t.not(id, formerId);
  await until("it is known again", () => peers.living().includes(id), 3_000);
  await peers.tell("relay", "thawed");
  await until("it answers", () => heard.texts.includes(`${id} relay echo thawed`), 3_000);
  t.notOk(
    lines.some((line) => line.startsWith("lost")),
    lines.join("; "),
  );
  t.strictSame(heard.leftBehind, []);
});

silenceContract(t, { name: "postgres", open });

t.test("each beat reads the clock of the database", async (t) => {
  const { url, until } = await open(t);
  const database = openDatabase({ url });
  const clock = await openDatabaseClock(database, steadyClock);
  let samples = 0;
  let worstMs = 0;
  const peers = createPostgresPeers({
    ...{ database, clock: steadyClock, log: pino({ level: "silent" }) },
    sampled(sample) {
      samples += 1;
      const errorMs = Math.max(0, sample.databaseMs - sample.receivedAtMs, sample.sentAtMs - sample.databaseMs);
      worstMs = Math.max(worstMs, errorMs);
      clock.sampled(sample);
    },
  });
  await peers.start();
  await until("some beats", () => samples >= 3, 5_000);
  // Both are the clock of one machine, which may be adjusted slightly meanwhile.
  t.ok(worstMs < 50, `${worstMs} ms`);
  await peers.stop();
  await database.close();
});
