import { chmod, chown, mkdir, readFile, stat, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { join, resolve } from "node:path";
import type { Test } from "tap";
import t from "tap";
import { readEnvironment } from "../../src/config/env.ts";
import { createMistakes } from "../../src/config/mistakes.ts";
import { readWords } from "../../src/operator/command.ts";
import { providerWords } from "../../src/operator/command-line.ts";
import { DeskApi } from "./harness/people/desk-api.ts";
import { Installation, kim } from "./harness/service/installation.ts";
import type { Told } from "./harness/service/operator-commands.ts";
import { runProvider } from "./harness/service/operator-commands.ts";
import { nameOf } from "./harness/service/program.ts";

t.setTimeout(500_000);
t.jobs = 2;

const withBot = (provider: string, token: string) => ({ provider, endpoint: "http://127.0.0.1:9/bot", token });

/** Creates an installation whose administrator is Kim. `more` is added to the config file. */
async function create(t: Test, more: object = {}) {
  const installation = await Installation.create(t, "http://127.0.0.1:9/nobody");
  const configure = (changes: object): Promise<void> =>
    installation.configure(({ agents: [agent] }) => ({ agents: [{ ...agent, role: "admin" }], ...changes }));
  await configure(more);
  const { dataDir } = installation;
  const provider = (...argv: readonly string[]): Promise<Told> => runProvider([...argv, "--data", dataDir]);
  const file = join(dataDir, "operator.json");
  const entry = async () => JSON.parse(await readFile(file, "utf8"));
  return { installation, configure, provider, file, entry, dataDir };
}

const isGone = (path: string): Promise<boolean> =>
  stat(path).then(
    () => false,
    () => true,
  );
const listed = async (run: Promise<Told>): Promise<string> => (await run).stdout;

/** Checks that it ended with this status, nothing on standard output, and these lines on standard error. */
function checkRefused(t: Test, told: Told, code: number, lines: readonly (string | RegExp)[]): void {
  t.match({ ...told, stderr: told.stderr.split("\n") }, { code, stdout: "", stderr: [...lines, ""] });
  t.equal(told.stderr.split("\n").length, lines.length + 1, `${lines.length} lines: ${told.stderr}`);
}

t.test(
  "[BOT-03] providers are stored with and without a running service, with the same output",
  { buffered: true },
  async (t) => {
    const { installation, configure, provider, dataDir } = await create(t);
    const early = await provider("add", "acme-bots", "--name", "Acme Bots");
    checkRefused(t, early, 1, [
      `There is no data folder of Parley at ${dataDir}: the first start of the service creates it.`,
    ]);
    t.notOk(installation.hasData, "a mistyped folder is not made");

    const play = async (id: string) => {
      const all = { code: 0, stderr: "" };
      t.match(await provider("add", id, "--name", "Acme Bots"), {
        ...all,
        stdout: `Provider ${id} was added. Its bots post to /bots/webhooks/${id}/{token}.\n`,
      });
      checkRefused(t, await provider("add", id, "--name", "X"), 1, [`There is already a provider with the id ${id}.`]);
      t.match(await provider("rename", id, "--name", "Ünï Bots"), {
        ...all,
        stdout: `Provider ${id} was renamed.\n`,
      });
      t.match(await provider("list"), { ...all, stdout: new RegExp(`^${id} {2,}Ünï Bots$`, "m") });
      t.match(await provider("remove", id), { ...all, stdout: `Provider ${id} was removed.\n` });
      checkRefused(t, await provider("remove", id), 1, ["There is no such provider."]);
      await provider("add", id, "--name", `Kept ${id}`);
    };
    await installation.start();
    t.equal(await listed(provider("list")), "There are no providers.\n");
    await play("while-running");
    const api = await DeskApi.logIn(installation.url);
    const { body } = await api.call("PATCH", "/channels/MOBILEAPP1", { bot: withBot("while-running", "t0k3n") });
    t.match(body, { channel: { bot: { provider: "while-running" } } }, "an issued id serves at once");
    const inUse = "Provider while-running has bots on channels: Mobile app (MOBILEAPP1). Disconnect them first.";
    checkRefused(t, await provider("remove", "while-running"), 1, [inUse]);
    const other = { id: "SHOPAPP0001", name: "Shop", webhookUrl: "http://127.0.0.1:9/", agents: [1] };
    await api.call("POST", "/channels", { ...other, bot: withBot("while-running", "t0k3n-2") });
    t.match(await installation.terminate(), { code: 0 });

    await play("while-stopped");
    const stored = await provider("remove", "while-running");
    checkRefused(t, stored, 1, [/^Provider while-running has bots on channels: .*Shop \(SHOPAPP0001\)/]);
    const both = "while-running  Kept while-running\nwhile-stopped  Kept while-stopped\n";
    t.equal(await listed(provider("list")), both);
    await configure({ providers: [{ id: "while-stopped", name: "Declared" }] });
    const named = await runProvider(
      ["rename", "while-stopped", "--name", "Mine", "--config", installation.configFile],
      {
        PARLEY_DATA: dataDir,
      },
    );
    t.match(named, {
      code: 0,
      stdout: /^The config file names this provider: the next start sets it as the file says/m,
    });
    await installation.start();
    t.equal(await listed(provider("list")), both.replace("Kept while-stopped", "Declared"));
    t.notOk(installation.lives.some(({ stderr }) => stderr.includes("the operator's commands cannot reach")));
  },
);

t.test(
  "[BOT-03, AUTH-14] the operator's token is valid only for providers, and is in no log",
  { buffered: true },
  async (t) => {
    const { installation, provider, file, entry, dataDir } = await create(t);
    await mkdir(dataDir);
    await writeFile(`${file}.new`, "what a kill left", { mode: 0o644 });
    await installation.start({ environment: { PARLEY_LOG: "trace", PARLEY_HOST: "0.0.0.0" } });
    t.equal((await stat(file)).mode & 0o777, 0o600);
    t.ok(await isGone(`${file}.new`));
    const { token, ...rest } = await entry();
    t.strictSame(rest, { url: `http://0.0.0.0:${installation.port}`, certificate: null });
    const { url } = installation;
    t.match(token, /^[\w-]{43}$/, "256 random bits");
    const call = async (method: string, path: string, authorization: string | null = `Bearer ${token}`) => {
      const body = ["POST", "PATCH"].includes(method) ? JSON.stringify({ id: "acme-bots", name: "Acme" }) : null;
      const headers = authorization === null ? {} : { authorization };
      return (await fetch(`${url}${path}`, { method, body, headers })).status;
    };
    t.same([await call("POST", "/api/providers"), await call("GET", "/api/providers/acme-bots")], [201, 200]);
    for (const path of [
      "/api/channels",
      "/api/agents",
      "/api/chats",
      "/api/session",
      "/api/departments",
      "/api/deliveries",
    ])
      t.equal(await call("GET", path), 401, path);
    t.equal(await call("PATCH", "/api/channels/MOBILEAPP1"), 401);
    for (const wrong of [null, `Bearer ${token}x`, "Bearer null", "Bearer ", `Basic ${token}`, token])
      t.equal(await call("DELETE", "/api/providers/acme-bots", wrong), 401, "no other word opens");
    await provider("rename", "acme-bots", "--name", "Acme Bots");
    t.match(await installation.terminate(), { code: 0 });
    t.ok(await isGone(file), "a service that stopped is not asked");
    t.notOk(installation.life.stderr.includes(token) || installation.life.stdout.includes(token));
    t.match(installation.life.stderr, /"subject":"operator"/, "who asked is in the log");
  },
);

t.test("[BOT-03] the files of a killed service mislead no command", { buffered: true }, async (t) => {
  const { installation, provider, entry, file } = await create(t);
  await installation.start();
  await provider("add", "first-bots", "--name", "First");
  await installation.kill();
  const stale = await entry();
  const asked: unknown[] = [];
  const stranger = createServer((request, answer) => {
    asked.push(request.headers.authorization);
    answer.end('{"providers":[]}');
  });
  await new Promise<void>((done) => stranger.listen(installation.port, "127.0.0.1", done));
  t.match(await provider("add", "second-bots", "--name", "Second"), { code: 0 });
  await new Promise((done) => stranger.close(done));
  t.same(asked, [], "whoever has its port now hears nothing");
  t.equal(await listed(provider("list")), "first-bots   First\nsecond-bots  Second\n", "what was answered is there");

  await installation.start();
  t.not((await entry()).token, stale.token);
  const headers = { authorization: `Bearer ${stale.token}` };
  t.equal((await fetch(`${installation.url}/api/providers`, { headers })).status, 401, "the old token opens nothing");
  t.match(await provider("add", "third-bots", "--name", "Third"), { code: 0 });

  const found = await entry();
  await writeFile(file, JSON.stringify(stale));
  const late = provider("add", "fourth-bots", "--name", "Fourth");
  await installation.life.facts.until("the refusal", () =>
    installation.life.log.find(({ status, subject }) => status === 401 && subject !== "operator"),
  );
  await writeFile(file, JSON.stringify(found));
  t.match(await late, { code: 0 }, "a file that does not open is read again");
  await installation.kill();
  t.match(await listed(provider("list")), /^first-bots .*\nfourth-bots .*\nsecond-bots .*\nthird-bots .*\n$/);
});

t.test("[BOT-03] commands and a starting service wait for each other", { buffered: true }, async (t) => {
  const { installation, provider } = await create(t);
  await installation.start();
  await installation.terminate();
  const ids = ["aaa", "bbb", "ccc", "ddd"];
  const together = await Promise.all(ids.map((id) => provider("add", id, "--name", id)));
  t.same(
    together.map(({ code }) => code),
    [0, 0, 0, 0],
    JSON.stringify(together),
  );
  const starting = installation.start();
  await installation.life.facts.until(
    "a service that has the folder",
    () => installation.life.stderr.includes("journal") || installation.life.url !== null || undefined,
  );
  t.match(await provider("add", "eee", "--name", "eee"), { code: 0 });
  await starting;
  const stopping = installation.terminate();
  t.match(await provider("add", "fff", "--name", "fff"), { code: 0 });
  await stopping;
  t.equal(await listed(provider("list")), [...ids, "eee", "fff"].map((id) => `${id}  ${id}\n`).join(""));
});

t.test("[BOT-03] with TLS the command accepts only the service's certificate", { buffered: true }, async (t) => {
  const pem = (name: string): string => resolve("test/fixtures/tls", name);
  const { installation, provider, entry, file } = await create(t, {
    tls: { cert: pem("cert.pem"), key: pem("key.pem") },
  });
  await installation.start();
  t.match(await provider("add", "acme-bots", "--name", "Acme"), { code: 0, stderr: "" });
  const { certificate, ...rest } = await entry();
  t.match(certificate, /^([0-9A-F]{2}:){31}[0-9A-F]{2}$/);
  await writeFile(file, JSON.stringify({ ...rest, certificate: certificate.replace(/^../, "00") }));
  const refused = await provider("list");
  checkRefused(t, refused, 1, [
    /^The data folder .* is in use, and .* has another certificate than the service has reported/,
  ]);
  t.notOk(installation.life.log.some(({ status, subject }) => status === 401 || subject === "nobody"));
});

t.test("[BOT-03] each mistake prints one line and changes nothing", { buffered: true }, async (t) => {
  const { installation, provider, dataDir, configure } = await create(t);
  const ids = "3 to 64 characters of a-z, 0-9, _ and -";
  const names = "1 to 100 characters, not blank";
  const verbs = "one of add, list, rename, remove; --help says more";
  const flags = "one of --name, --data, --store, --config, --version, --help";
  const wrong: readonly (readonly [argv: readonly string[], lines: readonly string[]])[] = [
    [[], [`command: missing; expected ${verbs}`]],
    [["issue", "acme-bots"], [`command: "issue" is not allowed; expected ${verbs}`]],
    [["add"], [`id: missing; expected ${ids}`, `--name: missing; expected ${names}`]],
    [
      ["add", "ab", "--name", " "],
      [`id: "ab" is not allowed; expected ${ids}`, `--name: " " is not allowed; expected ${names}`],
    ],
    [["add", "Acme", "--name", "A"], [`id: "Acme" is not allowed; expected ${ids}`]],
    [["add", "a".repeat(65), "--name", "A"], [`id: "${"a".repeat(65)}" is not allowed; expected ${ids}`]],
    [["add", "../acme", "--name", "A"], [`id: "../acme" is not allowed; expected ${ids}`]],
    [
      ["rename", "acme-bots", "--name", "x".repeat(101)],
      [`--name: "${"x".repeat(100)}…" is not allowed; expected ${names}`],
    ],
    [["rename", "acme-bots"], [`--name: missing; expected ${names}`]],
    [["remove"], [`id: missing; expected ${ids}`]],
    [
      ["remove", "acme-bots", "--name", "A"],
      ["--name: unknown flag; expected one of --data, --store, --config, --version, --help"],
    ],
    [["remove", "acme-bots", "other"], ['argument: "other" is not allowed; expected nothing more: remove <id>']],
    [["list", "acme-bots"], ['argument: "acme-bots" is not allowed; expected nothing more: list']],
    [
      ["add", "acme-bots", "--nam", "A", "--colour=red"],
      [`--nam: unknown flag; expected ${flags}`, `--colour: unknown flag; expected ${flags}`],
    ],
    [["add", "acme-bots", "--name"], ["--name: no value was given; expected --name and its value"]],
  ];
  const environment = readEnvironment({});
  for (const [argv, lines] of wrong) {
    const mistakes = createMistakes();
    t.equal(readWords(providerWords, argv, { environment, mistakes }), null, argv.join(" "));
    t.same(mistakes.lines, lines);
  }
  checkRefused(t, await provider("add", "ab"), 2, [
    `id: "ab" is not allowed; expected ${ids}`,
    `--name: missing; expected ${names}`,
  ]);
  checkRefused(t, await provider("list", "--config", "/nowhere.json"), 2, [
    "config file: /nowhere.json cannot be read (ENOENT); expected a file",
  ]);
  await configure({ data: 7, tls: "anything else" });
  const inFile = await runProvider(["list"], { PARLEY_CONFIG: installation.configFile });
  checkRefused(t, inFile, 2, ["data: 7 is not allowed; expected the path of a folder"]);
  await configure({
    data: "data",
    agents: [{ ...kim, id: 1, password: { env: "FOR_THE_SERVICE_ALONE" } }],
    tls: undefined,
  });
  const nothing = await runProvider(["list"], { PARLEY_CONFIG: installation.configFile });
  checkRefused(t, nothing, 1, [new RegExp(`^There is no data folder of Parley at ${dataDir}: `)]);
  t.notOk(installation.hasData);
  for (const [argv, text] of [
    [["--help"], /^Usage: npm run provider -- <add\|list\|rename\|remove>.*\n[\s\S]*rename <id> --name <name>/],
    [["add", "--help"], /^Usage: npm run provider -- add <id> --name <name>[\s\S]*--data <folder>/],
    [["list", "--help"], /^Usage: npm run provider -- list \[flags\]/],
    [["--help", "remove"], /^Usage: npm run provider -- remove <id> \[flags\]/],
  ] as const)
    t.match(readWords(providerWords, argv, { environment, mistakes: createMistakes() }), text);
  t.match(await runProvider(["--help"]), { code: 0, stderr: "", stdout: `Usage: ${nameOf("provider")} <` });

  await writeFile(join(installation.folder, "a-file"), "");
  checkRefused(t, await runProvider(["list", "--data", join(installation.folder, "a-file")]), 1, [
    /^There is no data folder/,
  ]);
  await configure({ data: "data", agents: [{ ...kim, id: 1 }], tls: undefined });
  await installation.start();
  await installation.terminate();
  await chmod(join(dataDir, "layout.json"), 0o600);
  const layout = await readFile(join(dataDir, "layout.json"), "utf8");
  await writeFile(join(dataDir, "layout.json"), '{"layout":99}');
  checkRefused(t, await provider("list"), 1, [
    /^The data folder .* has layout 99; this program reads layouts up to \d+\. A newer version of the service wrote it: /,
  ]);
  await writeFile(join(dataDir, "layout.json"), layout);
  if (process.getuid?.() === 0) {
    await chown(dataDir, 12_345, 12_345);
    const elsewhere = await provider("add", "acme-bots", "--name", "Acme");
    checkRefused(t, elsewhere, 1, [
      /^The service does not run, and its data folder .* belongs to user 12345: run this as th/,
    ]);
    await chown(dataDir, 0, 0);
  }
  t.equal(await listed(provider("list")), "There are no providers.\n");
});

t.test(
  "[BOT-04] the start fails if the file has the bot of a channel created through the API",
  { buffered: true },
  async (t) => {
    const { installation, configure } = await create(t, { providers: [{ id: "acme-bots", name: "Acme" }] });
    await installation.start();
    const api = await DeskApi.logIn(installation.url);
    const bot = withBot("acme-bots", "s3cret-t0k3n");
    const made = { id: "SHOPAPP0001", name: "Shop", webhookUrl: "http://127.0.0.1:9/", agents: [1], bot };
    t.equal((await api.call("POST", "/channels", made)).status, 201);
    await installation.terminate();
    const { channels } = JSON.parse(await readFile(installation.configFile, "utf8"));
    const [first] = channels;
    const declare = (channel: object) => configure({ channels: [{ ...first, name: "Renamed" }, channel] });
    const declared = { ...first, id: "DECLARED01", random: undefined, bot };

    await declare(declared);
    const refused = installation.spawn();
    t.strictSame(await refused.ended, { code: 2, signal: null });
    t.match(
      refused.stderr,
      /^Channel DECLARED01 of the config file has the bot of channel SHOPAPP0001 \(Shop\),[^\n]+acme-bots[^\n]+\n$/,
    );
    t.notMatch(refused.stderr, /s3cret/);
    t.equal(refused.stdout, "");

    await declare({ ...declared, bot: { ...bot, token: "s3cret-other" } });
    await installation.start();
    t.equal((await api.call("PATCH", "/channels/SHOPAPP0001", { bot: null })).status, 200, "it was as before");
    await installation.terminate();
    await declare(declared);
    await installation.start();
    const { body } = await api.call("PATCH", "/channels/SHOPAPP0001", { bot });
    t.match(body.error, { code: "conflict", message: /channel DECLARED01/ }, "now the file's channel has it");
    await installation.terminate();
    await configure({
      channels: [
        { ...first, bot },
        { ...declared, bot: undefined },
      ],
    });
    await installation.start();
    const found = await api.call("PATCH", "/channels/SHOPAPP0001", { bot });
    t.match(found.body.error.message, /channel MOBILEAPP1/, "channels of the file may pass it on");
  },
);
