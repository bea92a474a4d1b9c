import { setTimeout as pause } from "node:timers/promises";
import t from "tap";
import { Sender } from "./harness/people/customers.ts";
import { Desk } from "./harness/people/desk.ts";
import { createRandom, seedOfRun } from "./harness/random.ts";
import { Installation } from "./harness/service/installation.ts";

const kills = Number(process.env["PARLEY_KILLS"] ?? 20);
const sendersCount = 32;
/** Every so many starts one is killed before it is ready. */
const startsKilledEvery = 5;

t.setTimeout(180_000 + kills * 5_000);

t.test("[CH-19, CH-23] what was answered 200 outlives a kill at any moment, once and in order", async (t) => {
  const seed = seedOfRun();
  const installation = await Installation.create(t, "http://127.0.0.1:9/nobody");
  await installation.start();
  const desk = await Desk.open(t, installation);
  const senders = Array.from({ length: sendersCount }, (_, index) => new Sender(installation, `sender-${index}`));
  const running = senders.map((sender) => sender.run());
  await killAgainAndAgain(installation, createRandom(seed));
  for (const sender of senders) sender.stop();
  await Promise.all(running);

  const answers = senders.reduce((sum, sender) => sum + sender.answered.length, 0);
  const about = `seed ${seed}: ${kills} kills, ${answers} messages answered 200`;
  t.comment(about);
  t.ok(answers > kills * sendersCount, `there was traffic between the kills; ${about}`);
  const chats = await desk.api.chats();
  t.strictSame(chats.map(({ client }) => client.id).sort(), senders.map(({ id }) => id).sort(), "each has one chat");
  const faults = { stored: [""], shown: [""], refused: [""] };
  for (const sender of senders) {
    const chatId = chats.find(({ client }) => client.id === sender.id)?.id ?? "";
    const stored = (await desk.api.messages(chatId)).map(({ text }) => text);
    const shown = await desk.until(`all of ${sender.id} shown`, () => {
      const list = desk.shown.get(chatId) ?? [];
      return list.length >= stored.length ? list.map(({ message }) => message) : undefined;
    });
    const numbers = stored.map((text, index) => `${index + 1} ${text}`);
    faults.stored.push(...differences(sender.answered, stored, new Set(sender.answered)));
    faults.stored.push(...differences(sender.sent, stored, new Set(stored)));
    faults.shown.push(
      ...differences(
        numbers,
        shown.map(({ seq, text }) => `${seq} ${text}`),
      ),
    );
    faults.refused.push(...sender.refused.map(({ status, body }) => `${status} ${body}`));
  }
  t.strictSame(faults.stored, [""], `every chat holds each answered message once, in order; ${about}`);
  t.strictSame(faults.shown, [""], `the desk's socket showed each stored message once, in order; ${about}`);
  t.strictSame(faults.refused, [""], `nothing was refused; ${about}`);
  t.strictSame([desk.resyncs, desk.repeats], [0, 0], `its cursor was always known, and nothing came twice; ${about}`);
});

async function killAgainAndAgain(installation: Installation, random: () => number): Promise<void> {
  for (let kill = 1; kill <= kills; kill += 1) {
    await pause(150 + random() * 250);
    await installation.kill();
    if (kill % startsKilledEvery === 0) {
      const stillborn = installation.spawn();
      await pause(random() * 800);
      await stillborn.kill();
    }
    await installation.start();
  }
}

/** The first place where two lists differ, of the texts that count. */
function differences(expected: readonly string[], found: readonly string[], counting?: ReadonlySet<string>): string[] {
  const counts = (text: string): boolean => counting?.has(text) ?? true;
  const [wanted, got] = [expected.filter(counts), found.filter(counts)];
  const at = wanted.findIndex((text, index) => text !== got[index]);
  if (at >= 0) return [`expected "${wanted[at]}" at ${at}, got "${got[at]}"`];
  return got.length > wanted.length ? [`got "${got[wanted.length]}" too many`] : [];
}
