import { spawnSync } from "node:child_process";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import t from "tap";

const module = pathToFileURL(resolve("src/core/log.ts")).href;

/** Runs a program that has a logger, and reads the lines on its standard error. */
function linesOf(program: string, level: string): readonly { readonly [key: string]: unknown }[] {
  const code = `import { createLog } from ${JSON.stringify(module)}; const { logger } = createLog("${level}"); ${program}`;
  const child = spawnSync(process.execPath, ["--import", "tsx", "--input-type=module", "--eval", code], {
    encoding: "utf8",
  });
  t.equal(child.stdout, "", "nothing goes to standard output");
  return child.stderr
    .split("\n")
    .filter((line) => line.startsWith("{"))
    .map((line) => JSON.parse(line));
}

t.test("every line is there when the process exits at once, none below the level", async (t) => {
  const lines = linesOf(
    `for (let i = 0; i < 500; i += 1) { logger.info({ i }, "counted"); logger.debug({ i }, "unseen"); } process.exit(0);`,
    "info",
  );
  t.equal(lines.length, 500);
  t.match(lines.at(-1), { level: 30, i: 499, msg: "counted", time: /^\d{4}-\d\d-\d\dT/ });
});

t.test("every line is there when the process ends by a defect", async (t) => {
  const lines = linesOf(`logger.error({ at: "last" }, "before the defect"); throw new Error("a defect");`, "error");
  t.match(lines, [{ at: "last", msg: "before the defect" }]);
});

t.test("what a library prints by itself is a line of the log too", async (t) => {
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

t.test("secrets are cut out wherever they stand", async (t) => {
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
