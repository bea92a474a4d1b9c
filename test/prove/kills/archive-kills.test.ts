import { readdirSync, rmSync, truncateSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import t from "tap";
import { openCustomerSystem } from "../../../src/demo/cast/customer-system.ts";
import { say } from "../../system/harness/people/customers.ts";
import { DeskApi } from "../../system/harness/people/desk-api.ts";
import { createRandom, seedOfRun } from "../../system/harness/random.ts";
import { Installation } from "../../system/harness/service/installation.ts";

const kills = 4;
t.setTimeout(300_000);

/**
 * Opens and closes chats of different clients until the process is killed. `closed` gets the ids of the chats whose closing was
 * answered.
 */
async function closeChats(url: string, api: DeskApi, prefix: string, closed: string[]): Promise<void> {
  try {
    for (let number = 1; ; number += 1) {
      await say(url, `${prefix}-${number}`, `question ${prefix}`);
      const { body } = await api.call("GET", "/chats?state=waiting");
      const id = body.chats[0]?.id ?? "none";
      const answer = await api.close(id);
      if (answer.status === 200) closed.push(id);
    }
  } catch {
    // The process was killed.
  }
}

/** Waits until the archive's index is complete. Resolves with the ids of all chats in it. */
async function archived(api: DeskApi, query: string): Promise<string[]> {
  for (;;) {
    const ids: string[] = [];
    let isComplete = true;
    for (let cursor: string | null = ""; cursor !== null; ) {
      const { status, body }: Awaited<ReturnType<DeskApi["call"]>> = await api.call(
        "GET",
        `/archive?${query}&cursor=${cursor}`,
      );
      if (status !== 200) throw new Error(`Expected 200, got ${status} ${JSON.stringify(body)}`);
      ids.push(...body.chats.map(({ id }) => id));
      isComplete &&= body.complete;
      cursor = body.cursor;
    }
    if (isComplete) return ids.sort((left, right) => Number(left) - Number(right));
  }
}

t.test("no closed chat is missing in the archive after kills at any time and after damage to the index", async (t) => {
  const seed = seedOfRun();
  const random = createRandom(seed);
  const customerSystem = await openCustomerSystem(t);
  const installation = await Installation.create(t, customerSystem.url);
  await installation.start();
  const api = await DeskApi.logIn(installation.url);
  const closed: string[] = [];
  for (let kill = 0; kill < kills; kill += 1) {
    const closedNow: string[] = [];
    const closing = closeChats(installation.url, api, `life${kill}`, closedNow);
    while (closedNow.length < 2) await pause(10);
    await pause(random() * 500);
    if (kill % 2 === 1) void api.call("GET", "/archive?q=question").catch(() => undefined);
    await installation.kill();
    await closing;
    closed.push(...closedNow);
    await installation.start();
  }
  const about = `seed ${seed}: ${closed.length} closed chats`;
  t.comment(about);
  t.ok(closed.length > kills, about);
  const expected = (await api.chats()).filter(({ state }) => state === "closed").map(({ id }) => id);
  expected.sort((left, right) => Number(left) - Number(right));
  t.strictSame(
    closed.filter((id) => !expected.includes(id)),
    [],
    about,
  );
  t.strictSame(await archived(api, "q=question"), expected, about);
  const indexFolder = join(installation.dataDir, "archive");
  for (const [what, harm] of [
    ["gone", () => rmSync(indexFolder, { recursive: true })],
    ["cut off", () => truncateSync(join(indexFolder, readdirSync(indexFolder)[0] ?? "", "data.mdb"), 12_000)],
  ] as const) {
    t.match(await installation.terminate(), { code: 0 });
    harm();
    await installation.start();
    t.strictSame(await archived(api, "q=question"), expected, `${what}; ${about}`);
    await installation.life.untilLogged("all closed chats are in the archive's index");
  }
});
