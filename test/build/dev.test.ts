import { existsSync, renameSync } from "node:fs";
import { join } from "node:path";
import t from "tap";
import { createProject } from "./small-project.ts";

t.setTimeout(500_000);

t.test("the service runs again after a change, with the same options; a page is built while it runs", async (t) => {
  const { run, write, folder, read } = createProject(t);
  const dev = run("dev", "--option");
  await dev.says("started one with --option: quick desk\n");

  write("src/word.ts", 'export const word = "two";');
  await dev.says("stopped one\n");
  await dev.says("started two with --option: quick desk\n");

  write("src/web/desk/page", "table");
  await dev.says("shows quick table\n");
  t.equal(read("dev/web/docs"), "quick docs");

  write("src/word.ts.saved", 'export const word = "three";');
  renameSync(join(folder, "src/word.ts.saved"), join(folder, "src/word.ts"));
  await dev.says("stopped two\n");
  await dev.says("started three with --option: quick table\n");

  write("src/new/sentence.ts", 'export const word = "four";');
  write("src/word.ts", 'export { word } from "./new/sentence.ts";');
  await dev.says("started four with");
  write("src/new/sentence.ts", 'export const word = "five";');
  await dev.says("started five with");

  dev.signal("SIGINT");
  await dev.says("stopped five\n");
  t.equal((await dev.ended).status, 0);
  t.notOk(existsSync(join(folder, "dist", "main.js")), "what npm start runs is left to npm start");
});

t.test("while a source has a mistake, what was built before keeps running", async (t) => {
  const { run, write } = createProject(t);
  const dev = run("dev");
  await dev.says("started one");
  write("src/word.ts", "export const word = ;");
  await dev.says("src/word.ts:1:20");
  await dev.says("The build failed");
  write("src/web/desk/page", "table");
  await dev.says("shows quick table\n");
  write("src/web/desk/page", "mistake");
  await dev.says("The build failed: a page has a mistake\n");
  write("src/word.ts", 'export const word = "two";');
  await dev.says("started two with : quick table\n");
  write("src/web/desk/page", "chair");
  await dev.says("shows quick chair\n");
  dev.signal("SIGTERM");
  const { status, output } = await dev.ended;
  t.equal(status, 0);
  t.equal(output.split("stopped one\n").length, 2, "the first process ended once, when the mistake was corrected");
});

t.test("the first build waits for the correction of a mistake, too", async (t) => {
  const { run, write } = createProject(t);
  write("src/word.ts", "export const word = ;");
  write("src/web/desk/page", "mistake");
  const dev = run("dev");
  await dev.says("The build failed: a page has a mistake\n");
  write("src/word.ts", 'export const word = "two";');
  await dev.says("The build failed: a page has a mistake\n");
  write("src/web/desk/page", "desk");
  await dev.says("started two with : quick desk\n");
  dev.signal("SIGTERM");
  t.equal((await dev.ended).status, 0);
});

t.test("a service that breaks starts again after a change; one that refuses its options ends everything", async (t) => {
  const { run, write } = createProject(t);
  const broken = run("dev", "--option", "1");
  await broken.says("started one with --option");
  await broken.says("The service ended with 1.");
  write("src/docs/page.md", "");
  await broken.says("started one with --option");
  await broken.says("The service ended with 1.");
  broken.signal("SIGHUP");
  t.equal((await broken.ended).status, 0);
  t.equal((await run("dev", "--option", "2").ended).status, 2);
});

t.test("--help", async (t) => {
  t.match(await createProject(t).run("dev", "--help").ended, { status: 0, output: /^Usage: npm run dev/ });
});
