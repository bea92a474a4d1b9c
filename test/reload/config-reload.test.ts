import t from "tap";
import { startService } from "../harness/service.ts";
import { createChangedLimits } from "./changed-limits.ts";
import { ada, channel, deploy, kim, small } from "./deployed.ts";

const path = "/api/config/reload";

t.test("only administrators can reload the config", async (t) => {
  const service = await deploy(t, small);
  t.equal((await service.ask("POST", path, { agentId: null })).status, 401);
  t.equal((await service.reload(kim.id)).status, 403);
  t.strictSame(JSON.parse((await service.reload()).body), { changed: [], needsRestart: [] });
  t.match(
    service.logLines.filter(({ msg }) => msg === "config reloaded"),
    [{ level: 30, agentId: 1, changed: [], needsRestart: [] }],
    "the log names the administrator",
  );
});

t.test("mistakes in the file change nothing, and each mistake gives a line without a secret", async (t) => {
  const service = await deploy(t, small);
  const secret = "short";
  service.write({
    agents: [ada, { ...kim, name: "Renamed", password: secret }],
    channels: [{ ...channel, name: "Renamed", colour: "red" }],
    limits: { channelPerSecond: 0 },
  });
  const { status, body } = await service.reload();
  t.equal(status, 400);
  const { error } = JSON.parse(body);
  t.equal(error.code, "invalid_request");
  const lines: readonly string[] = error.message.split("\n");
  t.equal(lines[0], "Nothing was changed. The config has mistakes:");
  t.strictSame(
    lines.slice(1).map((line) => line.split(":")[0]),
    ["agents[1].password", "limits.channelPerSecond", "channels[0].colour"],
  );
  t.notMatch(body, secret);
  const logged = service.logLines.filter(({ msg }) => msg === "config not reloaded");
  t.strictSame(
    logged.map(({ level, reason }) => `${level} ${reason}`),
    lines.slice(1).map((line) => `40 ${line}`),
  );
  t.notMatch((await service.ask("GET", "/api/agents")).body, "Renamed");
  t.notMatch((await service.ask("GET", "/api/channels")).body, "Renamed");
  service.write("{");
  t.match(JSON.parse((await service.reload()).body).error.message, /\n.*parley\.json/);
  service.write(small);
  t.strictSame(JSON.parse((await service.reload()).body), { changed: [], needsRestart: [] });
});

t.test("a bot of a channel that the file does not name is a mistake too", async (t) => {
  const bot = { provider: "acme", endpoint: "https://bot.example.com/", token: "its-own-token-of-the-bot" };
  const providers = [{ id: "acme", name: "Acme" }];
  const other = { ...channel, id: "OTHERAPP01", name: "Other app", random: "4b6fQJ0m8yZtR4xW_k-vLs1c" };
  const service = await deploy(t, { ...small, providers, channels: [{ ...channel, bot }, other] });
  service.write({ ...small, providers, channels: [{ ...other, bot }] });
  const { status, body } = await service.reload();
  t.equal(status, 400);
  t.match(body, /Channel OTHERAPP01 of the config file has the bot of channel MOBILEAPP1/);
  t.notMatch(body, bot.token);
  t.match(
    (await service.ask("GET", "/api/channels/MOBILEAPP1")).body,
    /"declared":true/,
    "the service still uses the old file",
  );
});

t.test("changes that need a restart are listed until the restart", async (t) => {
  const service = await deploy(t, small);
  const limits = { channelPerSecond: 7 };
  service.write({ ...small, store: "postgres://parley:its-password@127.0.0.1:5432/parley", limits });
  const first = await service.reload();
  t.strictSame(JSON.parse(first.body), { changed: ["limits.channelPerSecond"], needsRestart: ["store"] });
  t.notMatch(first.body + JSON.stringify(service.logLines), "its-password");
  t.strictSame(JSON.parse((await service.reload()).body), { changed: [], needsRestart: ["store"] });
  service.write({ ...small, port: 9, host: "0.0.0.0", data: "elsewhere", limits });
  t.strictSame(
    JSON.parse((await service.reload()).body),
    { changed: [], needsRestart: [] },
    "flags override the file, so a restart would change nothing",
  );
});

t.test(
  "reloads run one after the other; an entry that the file no longer names is kept, but is not declared",
  async (t) => {
    const service = await deploy(t, small);
    service.write({ ...small, channels: [{ ...channel, name: "Once more" }] });
    const answers = await Promise.all([service.reload(), service.reload(), service.reload()]);
    t.strictSame(
      answers.map(({ body }) => JSON.parse(body).changed).sort(),
      [[], [], ["channels.MOBILEAPP1.name"]],
      "the first reload changes it, the next ones find no change",
    );
    service.write({ agents: [ada] });
    t.strictSame(JSON.parse((await service.reload()).body).changed, ["agents.2", "channels.MOBILEAPP1"]);
    const { channel: kept } = JSON.parse((await service.ask("GET", "/api/channels/MOBILEAPP1")).body);
    t.match(kept, { name: "Once more", declared: false });
    const { agents } = JSON.parse((await service.ask("GET", "/api/agents")).body);
    t.match(agents, [
      { id: 1, declared: true },
      { id: 2, declared: false },
    ]);
  },
);

t.test("without a config file a reload is refused", async (t) => {
  const service = await deploy(t, small, { withoutFile: true });
  const { status, body } = await service.reload();
  t.equal(status, 409);
  t.strictSame(JSON.parse(body).error, {
    code: "conflict",
    message: "There is no config file to read again: none was given at the start, by --config or PARLEY_CONFIG.",
  });
});

t.test("a stopping service does not reload the config", async (t) => {
  const service = await startService(t, { reloading: createChangedLimits().reloading });
  const stopped = service.stop();
  let reloaded = await service.app.reload({ signal: "SIGHUP" });
  while (reloaded.kind !== "refused") reloaded = await service.app.reload({ signal: "SIGHUP" });
  t.match(reloaded, { why: "not-serving" });
  await stopped;
});
