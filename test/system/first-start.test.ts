import { execFile } from "node:child_process";
import { closeSync, existsSync, openSync, readSync } from "node:fs";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import type { Test } from "tap";
import t from "tap";
import { DeskApi } from "./harness/people/desk-api.ts";
import { findPort } from "./harness/service/installation.ts";
import type { ProcessOptions } from "./harness/service/process.ts";
import { ServiceProcess } from "./harness/service/process.ts";

const run = promisify(execFile);

t.setTimeout(240_000);
t.jobs = 3;

/** Creates an empty folder. It is removed after the test, after every process of `start` has ended. */
async function openFolder(t: Test) {
  const folder = await mkdtemp(join(tmpdir(), "parley-start-"));
  const lives: ServiceProcess[] = [];
  t.teardown(async () => {
    for (const life of lives) await life.kill();
    await rm(folder, { recursive: true, force: true });
  });
  const start = (flags: readonly string[], options: ProcessOptions = {}): ServiceProcess => {
    const life = new ServiceProcess(flags, options);
    lives.push(life);
    return life;
  };
  return { folder, dataDir: join(folder, "data"), start };
}

const found = (text: string, pattern: RegExp): string => {
  const [, value] = pattern.exec(text) ?? [];
  if (value === undefined) throw new Error(`Expected ${pattern} in ${text}`);
  return value;
};

const namesOf = (channels: readonly { readonly name: string }[]): readonly string[] =>
  channels.map(({ name }) => name).sort();

/** Returns the beginning of a file, `""` if the file does not exist. */
function headOf(path: string): string {
  if (!existsSync(path)) return "";
  const bytes = Buffer.alloc(64 * 1024);
  const file = openSync(path, "r");
  try {
    return bytes.toString("latin1", 0, readSync(file, bytes));
  } finally {
    closeSync(file);
  }
}

t.test(
  "[CH-03, WJ-02] the first start prints what it created, and the output works as printed",
  { buffered: true },
  async (t) => {
    const { dataDir, start } = await openFolder(t);
    const life = start(["--data", dataDir, "--port", "0"]);
    const url = await life.ready();
    t.match(url, /^http:\/\/127\.0\.0\.1:\d+$/);
    t.match(life.stdout, /\nparley ready \S+\n$/, "the ready line comes last");
    const endpoint = found(life.stdout, /Endpoint URL +(\S+)/);
    t.match(endpoint, /\/chat-api\/[\w-]{22,}\/[A-Za-z0-9]{8,32}$/);
    t.ok(endpoint.startsWith(`${url}/chat-api/`), "on the port that was picked");
    t.equal(await (await fetch(found(life.stdout, /Open +(\S+)/))).text(), "0");
    const pasted = await run("sh", ["-c", found(life.stdout, /Paste +(curl .*)\n/)]);
    t.equal(pasted.stdout, '{"result":"ok"}', "the line to paste");

    const sample = found(life.stdout, /Sample customer +(\S+)\n/);
    t.match(await (await fetch(sample)).text(), /<title>Sample customer · First channel<\/title>/);
    t.match(await (await fetch(`${sample}/messages`)).json(), { messages: [{ from: "customer", text: "Hello" }] });

    const site = found(life.stdout, /Widget +(\S+) \(Web site\)\n/);
    const script = found(life.stdout, /Script line +<script src="(\S+)" async><\/script>\n/);
    t.equal(script, `${url}/widget/${site}`);
    t.equal(found(life.stdout, /Demo page +(\S+)\n/), `${url}/demo/${site}`);

    const desk = found(life.stdout, /Desk +(\S+)\n/);
    t.equal(desk, `${url}/desk/`);
    for (const address of [desk, url, `${url}/desk`]) {
      const page = await fetch(address);
      t.equal(page.url, desk, `${address} leads to the desk`);
      t.match(await page.text(), /<title>Parley desk<\/title>/);
    }
    const inspector = found(life.stdout, /Inspector +(\S+)\n/);
    t.equal(inspector, `${url}/inspector/`);
    t.match(await (await fetch(inspector)).text(), /<title>Parley inspector<\/title>/);
    const email = found(life.stdout, /Administrator +(\S+)/);
    const password = found(life.stdout, /Password +(\S+)/);
    const api = await DeskApi.logIn(url, { email, password });
    const [chat] = await api.chats();
    t.match(chat, { client: { id: "visitor-1", name: "Ann" } });
    t.match(await api.messages(chat?.id ?? ""), [{ from: "client", text: "Hello" }]);
    t.match((await api.call("GET", `/channels/${site}`)).body, {
      channel: { kind: "widget", name: "Web site", agents: [1], allowedOrigins: [], scriptUrl: script },
    });
    t.notOk(life.stderr.includes(password) || life.stderr.includes(endpoint), "the log tells no secret");

    t.strictSame(await life.signal("SIGINT"), { code: 0, signal: null }, "Ctrl-C ends it in order");
    const again = start(["--data", dataDir, "--port", "0"]);
    const urlNow = await again.ready();
    t.equal(again.stdout, `parley ready ${urlNow}\n`, "the second start tells nothing twice");
    const { body } = await (await DeskApi.logIn(urlNow, { email, password })).call("GET", "/channels");
    t.strictSame(namesOf(body.channels), ["First channel", "Web site"], "the password and the channels stay");
    t.equal(await (await fetch(`${endpoint.replace(url, urlNow)}/status`)).text(), "0", "so does its endpoint");
  },
);

/** Moments of a first start in their order, and whether each has come. */
function momentsOf(dataDir: string): Readonly<Record<string, () => boolean>> {
  const journal = join(dataDir, "journal", "0000000000000001.33554432.journal");
  return {
    "the folder is made": () => existsSync(dataDir),
    "the journal is made": () => existsSync(journal),
    "the account is stored": () => headOf(journal).includes("admin@localhost"),
    "the API channel is stored": () => headOf(journal).includes("First channel"),
    "the widget's id is stored": () => headOf(journal).includes("first-start-widget"),
    "the widget is stored": () => headOf(journal).includes("Web site"),
  };
}

t.test("a first start that is killed before it printed anything", { buffered: true }, async (t) => {
  const { dataDir, start } = await openFolder(t);
  const moments = momentsOf(dataDir);
  // A start that was faster than its kill has printed a password. The last printed password must be valid.
  let told = "";
  for (const [moment, hasCome] of Object.entries(moments)) {
    const life = start(["--data", dataDir, "--port", "0"]);
    while (!hasCome() && life.url === null) await pause(1);
    await life.kill();
    if (life.stdout.includes("Administrator")) told = life.stdout;
    t.comment(`killed when ${moment}, ${life.stdout === "" ? "before" : "after"} it told anything`);
  }
  const life = start(["--data", dataDir, "--port", "0"]);
  const url = await life.ready();
  if (life.stdout.includes("Administrator")) told = life.stdout;
  const email = found(told, /Administrator +(\S+)/);
  const password = found(told, /Password +(\S+)/);
  const api = await DeskApi.logIn(url, { email, password });
  const { channels } = (await api.call("GET", "/channels")).body;
  t.strictSame(namesOf(channels), ["First channel", "Web site"], "somebody was told the password; each is made once");
  for (const pattern of [/API channel +(\S+)/, /Widget +(\S+)/]) {
    const id = found(told, pattern);
    t.ok(
      channels.some((channel: { readonly id: string }) => channel.id === id),
      `${id} is the one that was told`,
    );
  }
});

t.test("SIGTERM during a first start ends it without an error", { buffered: true }, async (t) => {
  const { folder, start } = await openFolder(t);
  for (const moment of Object.keys(momentsOf(folder)).slice(1)) {
    const dataDir = join(folder, moment);
    const hasCome = momentsOf(dataDir)[moment];
    const life = start(["--data", dataDir, "--port", "0"]);
    while (!hasCome?.() && life.url === null) await pause(1);
    const ended = await life.signal("SIGTERM");
    t.strictSame(ended, { code: 0, signal: null }, `stopped when ${moment}`);
    const others = life.stderr.split("\n").filter((line) => !/^(\{"level":30,.*|)$/.test(line));
    t.strictSame(others, [], "nothing but the usual log entries");
  }
});

t.test("a config file with a channel gets no other channel", { buffered: true }, async (t) => {
  const { folder, dataDir, start } = await openFolder(t);
  const configFile = join(folder, "parley.json");
  const agents = [{ id: 1, name: "Ada", email: "ada@example.com", password: "correct horse", role: "admin" }];
  const channels = [{ id: "MOBILEAPP1", kind: "api", name: "App", webhookUrl: "https://shop.example.com/" }];
  await writeFile(configFile, JSON.stringify({ agents, channels }));
  const life = start(["--config", configFile, "--data", dataDir, "--port", "0"]);
  const url = await life.ready();
  t.equal(life.stdout, `parley ready ${url}\n`, "there is nothing to tell");
  const api = await DeskApi.logIn(url, { email: "ada@example.com", password: "correct horse" });
  t.strictSame(namesOf((await api.call("GET", "/channels")).body.channels), ["App"]);
});

t.test("a flag overrides the environment, which overrides the file", { buffered: true }, async (t) => {
  const { folder, start } = await openFolder(t);
  const [ofFlag, ofEnvironment, ofFile] = await Promise.all([findPort(), findPort(), findPort()]);
  const configFile = join(folder, "parley.json");
  await writeFile(configFile, JSON.stringify({ port: ofFile, host: "127.0.0.1", data: "from-file" }));
  const PARLEY_CONFIG = configFile;
  const file = start([], { environment: { PARLEY_CONFIG } });
  t.equal(await file.ready(), `http://127.0.0.1:${ofFile}`);
  const PARLEY_DATA = join(folder, "from-environment");
  const both = { PARLEY_CONFIG, PARLEY_DATA, PARLEY_PORT: String(ofEnvironment), PARLEY_HOST: "localhost" };
  const environment = start([], { environment: both });
  t.equal(await environment.ready(), `http://localhost:${ofEnvironment}`);
  const flags = ["--data", join(folder, "from-flag"), "--port", String(ofFlag), "--host", "127.0.0.1"];
  const flag = start(flags, { environment: both });
  t.equal(await flag.ready(), `http://127.0.0.1:${ofFlag}`);
  t.strictSame((await readdir(folder)).sort(), ["from-environment", "from-file", "from-flag", "parley.json"]);
});

t.test("each mistake prints one line, ends with status 2 and changes nothing", { buffered: true }, async (t) => {
  const { folder, dataDir, start } = await openFolder(t);
  const configFile = join(folder, "parley.json");
  await writeFile(configFile, JSON.stringify({ colour: "red", publicUrl: "ftp://x", limits: { channelPerSecond: 0 } }));
  const flags = ["--config", configFile, "--data", dataDir, "--port", "eighty", "--speed", "9"];
  const wrong = start(flags, { environment: { PARLEY_HOST: "two words" } });
  t.strictSame(await wrong.ended, { code: 2, signal: null });
  const lines = wrong.stderr.trimEnd().split("\n");
  const starts = ["--speed", "colour", "publicUrl", "limits.channelPerSecond", "--port", "PARLEY_HOST"];
  t.strictSame(lines.map((line) => line.split(":")[0]).sort(), starts.sort(), wrong.stderr);
  t.ok(
    lines.every((line) => /^\S+: .+; expected .+$/.test(line)),
    "each says what came and what is allowed",
  );
  t.equal(wrong.stdout, "");

  const missing = start(["--config", join(folder, "nowhere.json"), "--data", dataDir]);
  t.strictSame(await missing.ended, { code: 2, signal: null });
  t.match(missing.stderr, /^[^\n]*nowhere\.json[^\n]*\n$/);
  t.notOk(existsSync(dataDir), "no data folder is made");

  const port = await findPort();
  const first = start(["--data", dataDir, "--port", String(port)]);
  await first.ready();
  const second = start(["--data", join(folder, "other"), "--port", String(port)]);
  t.strictSame(await second.ended, { code: 2, signal: null });
  t.match(second.stderr, new RegExp(`^[^\\n]*127\\.0\\.0\\.1:${port}[^\\n]*in use[^\\n]*\\n$`), "a port that is taken");
});
