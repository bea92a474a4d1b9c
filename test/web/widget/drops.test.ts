import type { Test } from "tap";
import t from "tap";
import { asChatId } from "../../../src/core/ids.ts";
import { readChat } from "../../../src/domain/chat/queries/chat-queries.ts";
import type { Model } from "../../../src/web/widget/body/model.types.ts";
import { Random } from "../../prove/abuse/random.ts";
import { step } from "../../visitors/visitor-channel.ts";
import type { Page } from "./page.ts";
import type { Tab, World } from "./world.ts";
import { startWorld } from "./world.ts";

/** Returns the texts of all stored text messages, oldest first. */
async function said(world: World): Promise<readonly string[]> {
  const rows = await world.service.store.scan("message", { limit: 100_000 });
  return rows.filter(({ row }) => row.content.type === "text").map(({ row }) => row.content.text);
}

interface Run {
  readonly world: World;
  readonly random: Random;
  readonly tab: Tab;
  page: Page;
  readonly pages: Page[];
  written: string[];
  replied: number;
  drops: number;
}

const openChat = async ({ world }: Run): Promise<number> => {
  for (let chat = 1; ; chat += 1) {
    const found = await readChat(world.service.store, asChatId(String(chat)));
    if (found === undefined) return 0;
    if (found.state !== "closed") return chat;
  }
};

const acts: readonly (readonly [number, (run: Run) => void | Promise<void>])[] = [
  [
    35,
    (run) => {
      for (let left = run.random.integer(1, 3); left > 0; left -= 1) {
        run.written.push(`v${run.written.length}`);
        run.page.actions.send(run.written.at(-1) ?? "");
      }
    },
  ],
  [
    30,
    async (run) => {
      const chat = await openChat(run);
      if (chat === 0) return;
      const { service } = run.world;
      if ((await readChat(service.store, asChatId(String(chat))))?.state === "waiting")
        await step(service, "accept", {}, { chat });
      run.replied += 1;
      await step(service, "messages", { type: "text", text: `a${run.replied}` }, { chat });
      if (run.random.isChance(0.2)) await step(service, "close", {}, { chat });
    },
  ],
  [20, ({ world, random }) => world.pass(random.integer(1, 16) * 500)],
  [10, ({ world }) => world.settle()],
];

const drops: readonly (readonly [number, (run: Run) => void | Promise<void>])[] = [
  [40, ({ page }) => page.wire().cut()],
  [10, ({ page }) => page.break("mute")],
  [10, ({ page }) => page.break("deaf")],
  [10, ({ page }) => page.break("dead")],
  [5, ({ page }) => page.switchTo("stuck")],
  [5, ({ page }) => page.switchTo("down")],
  [4, ({ world }) => world.restart()],
  [
    8,
    async (run) => {
      run.page = await run.world.load(run.tab, { waits: false });
      run.pages.push(run.page);
    },
  ],
];

async function play(t: Test, seed: number, rounds: number): Promise<Run> {
  const world = await startWorld(t);
  await world.service.enter("kim");
  const tab = world.openTab();
  const random = new Random(seed);
  const page = await world.load(tab);
  const run: Run = { world, random, tab, page, pages: [page], written: [], replied: 0, drops: 0 };
  for (let round = 0; round < rounds; round += 1) {
    await random.weighted(acts)(run);
    if (random.isChance(0.3)) await world.settle();
    if (random.isChance(0.5)) continue;
    run.drops += 1;
    await random.weighted(drops)(run);
    if (random.isChance(0.5)) run.page.net = "up";
  }
  run.page.net = "up";
  await world.until(
    () => run.page.hasLoaded() && run.page.texts().every((text) => !text.endsWith("…")),
    "all messages are sent",
  );
  await world.pass(60_000);
  return run;
}

/** Reports whether two lines of the model have the same key or the same text. */
const hasRepeats = (model: Model): boolean =>
  new Set(model.lines.map(({ key }) => key)).size < model.lines.length ||
  new Set(model.lines.map(({ text }) => text)).size < model.lines.length;

// Without this, the limit is 30 s if the file is run alone.
t.setTimeout(300_000);

t.test("after many drops the visitor sees every message of the service once and in order", async (t) => {
  const { world, page, pages, written, drops } = await play(t, 1, 120);
  const all = await said(world);
  const own = (text: string) => text.startsWith("v");
  t.strictSame(all.filter(own), written, "every written message is stored once and in its order");
  const last = page.texts();
  t.strictSame(last, all.slice(-last.length), "the page shows the same messages as the service");
  t.notOk(
    pages.some(({ drawn }) => drawn.some(hasRepeats)),
    "no line is ever shown twice",
  );
  t.ok(drops > 50, `${drops} drops`);
  t.ok(last.length > 5, `${last.length} of ${all.length} lines`);
});
