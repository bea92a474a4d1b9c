import { readFile, writeFile } from "node:fs/promises";
import type { Test } from "tap";
import t from "tap";
import { Installation } from "./harness/service/installation.ts";
import { nowMs, untilMs } from "./harness/time.ts";

t.setTimeout(120_000);

interface ConfigFile {
  readonly channels: readonly { readonly id: string; readonly random: string }[];
}

const configOf = async ({ configFile }: Installation): Promise<ConfigFile> =>
  JSON.parse(await readFile(configFile, "utf8"));
const write = ({ configFile }: Installation, config: object | string): Promise<void> =>
  writeFile(configFile, typeof config === "string" ? config : JSON.stringify(config));

/** Sends the signal only to this process. */
const hangUp = ({ life }: Installation): boolean => process.kill(life.pid, "SIGHUP");

const statusOf = async ({ url }: Installation, { id, random }: ConfigFile["channels"][number]): Promise<number> =>
  (await fetch(`${url}/chat-api/${random}/${id}/status`)).status;

/** Returns the number of these channels that are served. */
async function served(installation: Installation, channels: ConfigFile["channels"]): Promise<number> {
  const statuses = await Promise.all(channels.map((channel) => statusOf(installation, channel)));
  return statuses.filter((status) => status === 200).length;
}

async function begin(t: Test): Promise<{ readonly installation: Installation; readonly config: ConfigFile }> {
  const installation = await Installation.create(t, "http://127.0.0.1:9/nobody");
  return { installation, config: await configOf(installation) };
}

t.test(
  "on SIGHUP the process rereads its config file; SIGHUP does not end a process that opens its data, serves or stops",
  async (t) => {
    const { installation, config } = await begin(t);
    const life = installation.spawn();
    // The first visible moment of the start: the data folder is in use, but the service does not serve yet.
    while (!installation.hasData) await untilMs(nowMs() + 1);
    hangUp(installation);
    await life.ready();
    const random = config.channels[0]?.random ?? "";
    const added = { ...config.channels[0], id: "ADDEDAPP01", random, name: "Added" };
    await write(installation, { ...config, channels: [...config.channels, added], logLevel: "debug" });
    hangUp(installation);
    const told = await life.untilLogged("config reloaded");
    t.match(told, { level: 30, signal: "SIGHUP", changed: ["channels.ADDEDAPP01", "logLevel"], needsRestart: [] });
    t.equal(await statusOf(installation, added), 200);
    await life.untilLogged("request answered");
    t.pass("lines of another level are written");
    await write(installation, { ...config, limits: { channelPerSecond: "many" } });
    hangUp(installation);
    const find = () => life.log.find(({ reason }) => String(reason).startsWith("limits.channelPerSecond"));
    const refused = await life.facts.until("the mistake", find, () => life.stderr);
    t.match(refused, { level: 50, signal: "SIGHUP", msg: "config not reloaded", reason: /"many" is not allowed/ });
    t.equal(await statusOf(installation, added), 200, "it goes by what it had");
    const ended = installation.terminate();
    await life.untilLogged("stopping");
    hangUp(installation);
    t.strictSame(await ended, { code: 0, signal: null });
  },
);

t.test("a kill during a reload: the next start applies the missing changes", async (t) => {
  const { installation, config } = await begin(t);
  await installation.start();
  const [first] = config.channels;
  const added = Array.from({ length: 120 }, (_, index) => ({ id: `ADDED${String(index).padStart(5, "0")}` }));
  const channels = added.map(({ id }) => ({ ...first, id, random: first?.random ?? "", name: id }));
  await write(installation, { ...config, channels: [...config.channels, ...channels] });
  hangUp(installation);
  const [early] = channels.slice(10);
  while (early !== undefined && (await statusOf(installation, early)) !== 200);
  await installation.kill();

  await write(installation, config);
  await installation.start();
  const stored = await served(installation, channels);
  t.ok(stored > 10 && stored < channels.length, `${stored} of ${channels.length} were stored`);
  await installation.terminate();
  await write(installation, { ...config, channels: [...config.channels, ...channels] });
  await installation.start();
  t.equal(await served(installation, channels), channels.length);
});
