import { setTimeout as pause } from "node:timers/promises";
import t from "tap";
import { openBrowser } from "../../browser/browser.ts";
import type { DroppedDesk } from "../../browser/desk/drops/dropped-desk.ts";
import { openDroppedDesk, seqsShown, written } from "../../browser/desk/drops/dropped-desk.ts";
import { lineFaults, linesShown } from "../../browser/shown-lines.ts";
import type { Fault } from "../../harness/faulty-link.ts";
import type { Random } from "../../system/harness/random.ts";
import { below, createRandom, seedOfRun, shuffle } from "../../system/harness/random.ts";
import type { DroppingService } from "./dropping-service.ts";
import { startDropping } from "./dropping-service.ts";

/** The kinds of the 72 drops of each of the two desks. Each kill of the service is one more. */
const kinds: readonly (readonly [count: number, kind: Fault])[] = [
  [22, { type: "reset" }],
  [16, { type: "end" }],
  [14, { type: "silent", ways: ["up", "down"] }],
  [10, { type: "silent", ways: ["up"] }],
  [10, { type: "silent", ways: ["down"] }],
];
const kills = 3;
/** A handshake has two pieces, a message with its answer about four. */
const piecesMax = 10;
const delayMaxMs = 4;
const looksPerSecond = 5;
const lookMs = 20;

t.setTimeout(500_000);

/** An agent and a client, who write each text once. */
function createTalk(desk: DroppedDesk, name: string, say: (text: string) => Promise<void>, random: Random) {
  const composer = desk.page.locator(".composer textarea");
  const texts: { readonly agent: string[]; readonly client: string[] } = { agent: [], client: [] };
  const agentWrites = async (): Promise<void> => {
    const text = `${name} says ${texts.agent.length + 1}.`;
    texts.agent.push(text);
    await composer.fill(text);
    await composer.press("Enter");
  };
  const clientWrites = async (): Promise<void> => {
    const text = `Client says ${texts.client.length + 1}.`;
    texts.client.push(text);
    await say(text);
  };
  return {
    texts,
    agentWrites,
    clientWrites,
    /** Lets the agent or the client write, sometimes both at once. */
    some: () =>
      Promise.all([
        random() < 0.5 ? agentWrites() : composer.fill(""),
        random() < 0.3 ? clientWrites() : Promise.resolve(),
      ]),
  };
}
type Talk = ReturnType<typeof createTalk>;

async function dropOnce(desk: DroppedDesk, talk: Talk, fault: Fault, random: Random): Promise<void> {
  if (random() < 0.7) await desk.untilConnected("ready");
  desk.delay(random() < 0.3 ? below(random, delayMaxMs) : 0);
  await desk.drop(fault, { count: 1 + below(random, piecesMax), part: random() }, talk.some);
  if (random() < 0.1) await desk.refuse(1 + below(random, 5));
}

/** Takes at most some minutes of the page's time. After each second the machine gets time to answer, so that the page does not give up its requests. */
async function passUntil(desk: DroppedDesk, isSo: () => Promise<boolean>): Promise<void> {
  for (let seconds = 0; seconds < 200; seconds += 1) {
    for (let looks = 0; looks < looksPerSecond; looks += 1) {
      if (await isSo()) return;
      await pause(lookMs);
    }
    await desk.pass(1);
  }
}

async function openDesks(t: Parameters<typeof openBrowser>[0], service: DroppingService, random: Random) {
  const browser = await openBrowser(t);
  return Promise.all(
    service.desks.map(async ({ api, chatId, client }, index) => {
      const place = `#/inbox/mine/${chatId}`;
      const desk = await openDroppedDesk(t, browser, service.url, { token: api.token, place });
      const name = index === 0 ? "Kim" : "Lee";
      const talk = createTalk(desk, name, (text) => service.say(client, text), random);
      const drops = shuffle(
        random,
        kinds.flatMap(([count, kind]) => Array<Fault>(count).fill(kind)),
      );
      return { desk, talk, drops, name, stored: () => api.messages(chatId) };
    }),
  );
}

t.test("[CH-23] after 150 drops two desks have what the service has, each entry once and in order", async (t) => {
  const seed = seedOfRun();
  t.comment(`PARLEY_SEED=${seed} repeats this run`);
  const random = createRandom(seed);
  const service = await startDropping(t);
  const desks = await openDesks(t, service, random);
  const rounds = Math.max(...desks.map(({ drops }) => drops.length));
  let drops = 0;
  for (let round = 0; round < rounds; round += 1) {
    if (round % Math.floor(rounds / kills) === 20) {
      await Promise.all([service.restart(), ...desks.map(({ talk }) => talk.agentWrites())]);
      drops += desks.length;
    }
    await Promise.all(
      desks.map(async ({ desk, talk, drops: planned }) => {
        const fault = planned[round];
        if (fault === undefined) return;
        await dropOnce(desk, talk, fault, random);
        drops += 1;
      }),
    );
  }
  t.equal(drops, 150);

  await Promise.all(
    desks.map(async ({ desk, talk, name, stored }) => {
      desk.delay(0);
      await desk.untilConnected("ready");
      await talk.agentWrites();
      await talk.clientWrites();
      const count = talk.texts.agent.length + talk.texts.client.length;
      const textsOf = (messages: readonly { readonly text: string }[]) =>
        messages.flatMap(({ text }) => text.match(written) ?? []);
      await passUntil(desk, async () => textsOf(await stored()).length >= count);
      await passUntil(desk, async () => (await desk.page.locator("[data-unsent]").count()) === 0);
      await passUntil(desk, async () => (await seqsShown(desk.page)).length >= (await stored()).length);
      const messages = await stored();
      const texts = textsOf(messages);
      t.same(
        texts.filter((text) => text.startsWith(name)),
        talk.texts.agent,
        `${name}: each reply is stored once, in the order in which it was written`,
      );
      t.same(
        texts.filter((text) => text.startsWith("Client")),
        talk.texts.client,
      );
      t.same(await linesShown(desk.page), texts, `${name}: the page shows what the service has`);
      t.same(
        await seqsShown(desk.page),
        messages.map(({ seq }) => seq),
      );
      t.same(await lineFaults(desk.page), [], `${name}: no line was shown twice or disappeared`);
      t.same(desk.complaints(), []);
    }),
  );
});
