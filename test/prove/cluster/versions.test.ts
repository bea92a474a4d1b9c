import { cpSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import type { Test } from "tap";
import t from "tap";
import { version } from "../../../src/core/version.ts";
import { seedOfRun } from "../../system/harness/random.ts";
import { nowMs } from "../../system/harness/time.ts";
import type { ClusterNode } from "./harness/cluster-node.ts";
import { checkLaws } from "./harness/laws/all-laws.ts";
import { readStoredChats } from "./harness/laws/stored-chats.ts";
import { beginLoad, openRoundWorld } from "./harness/round-world.ts";

const otherVersion = "1.999.0";
const calmMs = 1_500;
const faultsShownMax = 12;

/** A build that differs in its version only: what a patch release is for its neighbours. It is below this project, whose packages it uses. */
function buildOther(t: Test): readonly string[] {
  const folder = `.cache/other-version-${process.pid}`;
  t.teardown(() => rmSync(folder, { recursive: true, force: true }));
  for (const part of ["web", "workers"]) cpSync(`dist/${part}`, `${folder}/${part}`, { recursive: true });
  const text = readFileSync("dist/main.js", "utf8");
  writeFileSync(`${folder}/main.js`, text.replaceAll(`version:"${version}"`, `version:"${otherVersion}"`));
  return [process.execPath, `${folder}/main.js`];
}

const versionOf = async ({ url }: ClusterNode): Promise<string> =>
  (await (await fetch(`${url}/healthz`)).json()).version;

t.setTimeout(180_000);

t.test(
  "[CH-19, DEL-01, DEL-29, BOT-22, WH-39] nodes of two versions with one stored form run side by side, and replace each other under load",
  async (t) => {
    const other = buildOther(t);
    const seed = seedOfRun();
    const world = await openRoundWorld(t, seed);
    const { nodes } = world.cluster;
    const end = beginLoad(world);
    for (const [index, node] of nodes.entries()) {
      const fromMs = nowMs();
      await node.life.signal("SIGTERM");
      await node.start(other);
      await node.untilReady();
      world.troubles.push({ name: `${node.name} is replaced`, fromMs, untilMs: nowMs() });
      const versions = await Promise.all(nodes.map(versionOf));
      t.same(
        versions,
        nodes.map((_, place) => (place <= index ? otherVersion : version)),
      );
      await pause(calmMs);
    }
    const left = await end();
    const chats = await readStoredChats(world.api);
    const messages = chats.reduce((sum, chat) => sum + chat.messages.length, 0);
    const about = `seed ${seed}: ${chats.length} chats, ${messages} messages`;
    t.ok(messages > 100, about);
    t.strictSame(left, [], `all work ends; ${about}`);
    for (const [name, faults] of await checkLaws(world, chats))
      t.strictSame(faults.slice(0, faultsShownMax), [], `${name}; ${about}`);
  },
);
