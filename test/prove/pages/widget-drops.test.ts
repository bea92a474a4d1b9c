import type { Browser, Page } from "playwright-core";
import type { Test } from "tap";
import t from "tap";
import { openBrowser } from "../../browser/browser.ts";
import { lineFaults, linesShown } from "../../browser/shown-lines.ts";
import type { DroppedPage } from "../../browser/widget/dropped-page.ts";
import { openDroppedPage, written } from "../../browser/widget/dropped-page.ts";
import type { Heard } from "../../browser/widget/site.ts";
import { serverView } from "../../desk/live/following-desk.ts";
import type { Fault } from "../../harness/faulty-link.ts";
import type { Random } from "../../system/harness/random.ts";
import { below, createRandom, seedOfRun, shuffle } from "../../system/harness/random.ts";

const pages = 3;
/** The kinds of each hundred drops. */
const kinds: readonly (readonly [count: number, kind: Fault | "restart"])[] = [
  [20, { type: "reset" }],
  [18, { type: "end" }],
  [20, { type: "silent", ways: ["up", "down"] }],
  [16, { type: "silent", ways: ["up"] }],
  [16, { type: "silent", ways: ["down"] }],
  [10, "restart"],
];
/** A handshake has two pieces, a message with its answer about four. */
const piecesMax = 8;
const delayMaxMs = 4;

t.setTimeout(500_000);

/** The actions of visitor and agent. Each text is written once. */
function createTalkers({ page, service }: DroppedPage, name: number) {
  let count = 0;
  const composer = page.locator("svc-widget textarea");
  const step = async (path: string, body: object): Promise<void> => {
    const { call, logIn } = service.current();
    const { status } = await call("POST", `/api/chats/1/${path}`, { token: await logIn("kim"), body });
    if (status >= 300) throw new Error(`${path} was answered ${status}`);
  };
  const nextText = (who: string): string => {
    count += 1;
    return `${who} says ${name}-${count}.`;
  };
  return {
    count: () => count,
    accept: () => step("accept", {}),
    visitorTypes: () => composer.fill("The visitor types"),
    agentTypes: () => step("typing", { type: "typein" }),
    agentWrites: () => step("messages", { type: "text", text: nextText("agent") }),
    async visitorWrites() {
      await composer.fill(nextText("visitor"));
      await composer.press("Enter");
    },
  };
}

/** Takes at most a minute of the page's time. */
async function passUntil({ pass }: DroppedPage, isSo: () => boolean | Promise<boolean>): Promise<void> {
  for (let seconds = 0; seconds < 60 && !(await isSo()); seconds += 1) await pass(1);
}

/** A page that is dropped a hundred times while two people talk. */
async function talkOverDrops(t: Test, browser: Browser, name: number, random: Random): Promise<number> {
  const dropped = await openDroppedPage(t, browser);
  const { page, service, desk } = dropped;
  const talkers = createTalkers(dropped, name);
  await dropped.untilConnected("ready");
  await talkers.visitorWrites();
  await passUntil(dropped, () => desk.chats.size > 0);
  await talkers.accept();
  const { visitorWrites, visitorTypes, agentWrites, agentTypes } = talkers;
  /** Each of the two people does one action after another. */
  const some = async (acts: readonly (() => Promise<unknown>)[]): Promise<void> => {
    for (const act of shuffle(random, acts).slice(0, below(random, 3))) await act();
  };
  const talk = () =>
    Promise.all([some([visitorWrites, visitorWrites, visitorTypes]), some([agentWrites, agentWrites, agentTypes])]);
  for (const kind of shuffle(
    random,
    kinds.flatMap(([count, kind]) => Array<typeof kind>(count).fill(kind)),
  )) {
    if (random() < 0.7) await dropped.untilConnected("ready");
    dropped.delay(random() < 0.3 ? below(random, delayMaxMs) : 0);
    const moment = { count: 1 + below(random, piecesMax), part: random() };
    if (kind === "restart") await dropped.restart(visitorWrites);
    else await dropped.drop(kind, moment, talk);
    if (random() < 0.15) await dropped.refuse(1 + below(random, 5));
    if (random() < 0.2) dropped.dropDesk();
  }
  dropped.delay(0);
  await dropped.untilConnected("ready");
  await agentWrites();
  await visitorWrites();
  const stored = async () =>
    Object.values((await serverView(service.current())).messages).sort((a, b) => a.seq - b.seq);
  const textsOf = (messages: readonly { readonly text: string }[]) =>
    messages.flatMap(({ text }) => text.match(written) ?? []);
  await passUntil(dropped, async () => textsOf(await stored()).length === talkers.count());
  await passUntil(dropped, async () => (await linesShown(page)).length === talkers.count());
  await service.current().settle();
  await desk.untilCursor(service.current().app.runtime.feed.cursor);

  const messages = await stored();
  t.equal(textsOf(messages).length, talkers.count(), "each message is stored once");
  t.same(await linesShown(page), textsOf(messages), "the visitor's list is the same as the server's");
  t.equal(await page.locator("svc-widget .failure").count(), 0);
  t.same(
    [...desk.messages.values()].sort((a, b) => a.seq - b.seq),
    messages,
    "the agent's list is the same as the server's",
  );
  t.same(await lineFaults(page), [], "no line was shown twice or disappeared");
  const typing = desk.faults.filter((fault) => fault.includes('"type":"typing"'));
  t.same(
    desk.faults.filter((fault) => !typing.includes(fault)),
    [],
  );
  t.ok(typing.length > 0 && dropped.heard("typing") > 0, "typing was shown on both sides");
  t.same(
    await callbacks(page),
    [["svc_onLoadCallback"], ["svc_onOpen"], ["svc_onChangeState", "chat"], ["svc_onMessageSent"], ["svc_onAccept"]],
    "each callback was called once, and the page was never reloaded",
  );
  t.same(dropped.complaints(), []);
  return dropped.drops();
}

const callbacks = async (page: Page): Promise<readonly Heard[]> => {
  const heard: readonly Heard[] = await page.evaluate("heard");
  return heard.filter(([name]) => name !== "svc_onResizeCallback");
};

t.test("[WJ-34, WJ-35] after 300 drops visitor and agent have what the server has, without a reload", async (t) => {
  const seed = seedOfRun();
  t.comment(`PARLEY_SEED=${seed} repeats this run`);
  const browser = await openBrowser(t);
  const drops = await Promise.all(
    Array.from({ length: pages }, (_, name) => talkOverDrops(t, browser, name, createRandom(seed + name))),
  );
  t.equal(
    drops.reduce((sum, count) => sum + count),
    300,
  );
});
