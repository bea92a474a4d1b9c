import type { StdioOptions } from "node:child_process";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { closeSync, constants, openSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";
import t from "tap";
import { runnable } from "../../project/compiled-scripts.ts";

const { flags, file } = runnable("src/core/telemetry/log.ts");
const module = pathToFileURL(file).href;

/** A program with a log, as arguments of Node. */
function programOf(program: string, level: string): readonly string[] {
  const code = `import { createLog } from ${JSON.stringify(module)};
    const { logger, health } = createLog("${level}", { logWaitingCharactersMax: 100_000 }); ${program}`;
  return [...flags, "--input-type=module", "--eval", code];
}

/** Runs a program with a log, and reads the entries on its standard error. */
function linesOf(program: string, level: string): readonly { readonly [key: string]: unknown }[] {
  const child = spawnSync(process.execPath, programOf(program, level), { encoding: "utf8" });
  t.equal(child.stdout, "", "nothing goes to standard output");
  return child.stderr
    .split("\n")
    .filter((line) => line.startsWith("{"))
    .map((line) => JSON.parse(line));
}

const padding = "x".repeat(1_000);
/** Logs a hundred entries in each turn of the event loop until some are lost, then runs the code that is appended. */
const logUntilLost = `let count = 0;
  const more = () => {
    for (let i = 0; i < 100; i += 1) logger.info({ i: count++, padding: "${padding}" }, "counted");
    if (health().linesLost === 0 || health().failure === null) setImmediate(more);
    else over();
  };
  more();`;

/** Runs a program that logs until entries are lost, with a standard error that accepts none, and reads the health of the log. */
function healthWith(standardError: number): unknown {
  const stdio: StdioOptions = ["ignore", "pipe", standardError];
  const over = `const over = () => { console.log(JSON.stringify(health())); };`;
  const options = { encoding: "utf8", stdio, timeout: 120_000 } as const;
  const child = spawnSync(process.execPath, programOf(`${over} ${logUntilLost}`, "info"), options);
  t.equal(child.status, 0, "the process ended without a kill");
  return JSON.parse(child.stdout);
}

t.test("every entry is written when the process exits at once, none below the level", async (t) => {
  const lines = linesOf(
    `for (let i = 0; i < 500; i += 1) { logger.info({ i }, "counted"); logger.debug({ i }, "unseen"); } process.exit(0);`,
    "info",
  );
  t.equal(lines.length, 500);
  t.match(lines.at(-1), { level: 30, i: 499, msg: "counted", time: /^\d{4}-\d\d-\d\dT/ });
});

t.test("every entry is written when a defect ends the process", async (t) => {
  const lines = linesOf(`logger.error({ at: "last" }, "before the defect"); throw new Error("a defect");`, "error");
  t.match(lines, [{ at: "last", msg: "before the defect" }]);
});

t.test("the output of a library is a log entry too", async (t) => {
  const lines = linesOf(
    `const { captureConsole } = await import(${JSON.stringify(module)}); captureConsole(logger);
     console.error("Error committing", new Error("no space")); console.warn("careful");`,
    "info",
  );
  t.match(lines, [
    { level: 40, text: "Error committing Error: no space", err: { message: "no space" } },
    { level: 40, text: "careful" },
  ]);
});

t.test("secrets are removed wherever they are", async (t) => {
  const lines = linesOf(
    `const secrets = { password: "s3cret", token: "s3cret", random: "s3cret", authorization: "s3cret", clientSecret: "s3cret" };
     logger.info({ ...secrets, id: 1, agent: { ...secrets, name: "Kim" }, request: { headers: secrets } }, "told");`,
    "info",
  );
  t.equal(lines.length, 1);
  t.notMatch(JSON.stringify(lines), "s3cret");
  t.match(lines[0], {
    id: 1,
    agent: { name: "Kim", password: "[secret]" },
    request: { headers: { token: "[secret]" } },
  });
});

// Other systems have no such device, and no named pipes.
if (process.platform === "linux") {
  t.test("a full disk under the log harms nothing else", async (t) => {
    const device = openSync("/dev/full", "w");
    t.teardown(() => closeSync(device));
    t.match(healthWith(device), { failure: "ENOSPC", failedWrites: Number, linesLost: Number });
  });

  t.test("an unread pipe harms nothing else, while the process runs and when it ends", async (t) => {
    const folder = await mkdtemp(join(tmpdir(), "parley-log-"));
    const path = join(folder, "pipe");
    spawnSync("mkfifo", [path]);
    const pipe = openSync(path, constants.O_RDWR | constants.O_NONBLOCK);
    t.teardown(async () => {
      closeSync(pipe);
      await rm(folder, { recursive: true });
    });
    t.match(healthWith(pipe), { failure: "EAGAIN", linesLost: Number });
  });
}

t.test(
  "a reader that reads again finds every entry except those that were counted as lost, and the count",
  async (t) => {
    const over = `process.stdin.once("data", () => process.stdin.destroy());
    const over = () => { console.log(JSON.stringify({ count, lost: health().linesLost })); };`;
    const child = spawn(process.execPath, programOf(`${over} ${logUntilLost}`, "info"));
    const ended = once(child, "close");
    const [text] = await once(child.stdout, "data");
    const told: { count: number; lost: number } = JSON.parse(String(text));
    const lines: number[] = [];
    let lost = 0;
    for await (const line of createInterface({ input: child.stderr })) {
      const read = JSON.parse(line);
      if (read.msg !== "counted") {
        t.match(read, { level: 40, msg: "log entries were lost because the log could not be written" });
        lost += read.lines;
        if (lost === told.lost) child.stdin.write("enough");
      } else lines.push(read.i);
    }
    t.equal((await ended)[0], 0);
    t.equal(lost, told.lost);
    t.equal(new Set(lines).size, told.count - told.lost);
    t.same(
      lines,
      [...lines].sort((a, b) => a - b),
      "in order, each complete",
    );
  },
);

t.test("a reader that has closed its pipe harms nothing else", async (t) => {
  const over = `const over = () => { console.log(JSON.stringify(health())); };`;
  const child = spawn(process.execPath, programOf(`${over} ${logUntilLost}`, "info"));
  child.stderr.destroy();
  const ended = once(child, "close");
  const [text] = await once(child.stdout, "data");
  t.match(JSON.parse(String(text)), { failure: "EPIPE" });
  t.equal((await ended)[0], 0);
});
