import { writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import type { Test } from "tap";
import t from "tap";
import { defaultLimits } from "../../src/config/limits.ts";
import { builtUrl } from "../../src/core/built-file.ts";
import { ok } from "../../src/core/result.ts";
import { Durations } from "../../src/core/telemetry/durations.ts";
import { createCustomerBodyParser } from "../../src/tasks/worker-body-parser.ts";
import { createWorkerPool } from "../../src/tasks/worker-pool.ts";
import { createManualClock } from "../edge/manual-clock.ts";
import { temporaryFolder } from "../harness/temporary-folder.ts";

/** A task that returns its input, except for `"forever"`. */
function echoTask(t: Test): string {
  const file = join(temporaryFolder(t), "echo.js");
  writeFileSync(file, 'export const run = (input) => { while (input === "forever"); return input; };');
  return relative(fileURLToPath(builtUrl("workers")), file).replace(/\.js$/, "");
}

/** Calls back as soon as the first task runs in its thread. */
function whenBegun(callBack: () => void): Durations {
  const waits = new Durations();
  const note = waits.note.bind(waits);
  let isFirst = true;
  waits.note = (ms) => {
    note(ms);
    if (isFirst) queueMicrotask(callBack);
    isFirst = false;
  };
  return waits;
}

t.test("a task that is given up while it runs ends with its thread, and the tasks behind it go on", async (t) => {
  const giveUp = new AbortController();
  const waits = whenBegun(() => giveUp.abort());
  const pool = createWorkerPool<string, string>({ task: echoTask(t), queueMax: 3, waits });
  t.teardown(() => pool.close());
  const stuck = t.rejects(pool.run("forever", [], giveUp.signal), { name: "AbortError" });
  const one = pool.run("one");
  const gone = t.rejects(pool.run("two", [], giveUp.signal), { name: "AbortError" }, "given up while it waited");
  const three = pool.run("three");
  t.match(await pool.run("four"), { ok: false, failure: { code: "overloaded" } });
  await Promise.all([stuck, gone]);
  t.strictSame(await Promise.all([one, three]), [ok("one"), ok("three")]);
  t.equal(
    waits.counts.reduce((sum, count) => sum + count),
    3,
    "each task that began was counted",
  );
});

t.test("a body whose parse outlives its request is given up, and the next body is parsed", async (t) => {
  const clock = createManualClock();
  const waits = whenBegun(() => clock.advance(defaultLimits.answerTimeoutMs));
  const parser = createCustomerBodyParser(clock, defaultLimits, waits);
  t.teardown(() => parser.close());
  const bodyOf = (text: string): Buffer =>
    Buffer.from(JSON.stringify({ sender: { id: "7" }, message: { type: "text", text } }));
  const late = parser.parse(bodyOf("late"), false);
  t.match(await late, { ok: false, failure: { code: "timeout" } });
  t.match(await parser.parse(bodyOf("next"), false), { ok: true, value: { parsed: { ok: true } } });
});
