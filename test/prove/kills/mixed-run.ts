import { setTimeout as pause } from "node:timers/promises";
import type { Ending } from "../../harness/temporary-folder.ts";
import { Sender } from "../../system/harness/people/customers.ts";
import { DeskWork } from "../../system/harness/people/desk-work.ts";
import { createRandom } from "../../system/harness/random.ts";
import { MixedLoad } from "../../system/harness/worlds/mixed-load.ts";
import type { MixedWorld } from "./mixed-world.ts";
import { full, openMixedWorld, served } from "./mixed-world.ts";
import { CallWork, PageWork } from "./page-work.ts";

const sendersCount = 6;
const clientsCount = 6;
const pagesCount = 4;
/** One of this number of starts is killed before it is ready. */
const startsKilledEvery = 5;
const lifeMs = { min: 100, max: 400 };
const stillbornMsMax = 500;

/** All people at work, and the responses that they received. */
export interface MixedRun {
  readonly world: MixedWorld;
  readonly senders: readonly Sender[];
  readonly load: MixedLoad;
  readonly desk: DeskWork;
  readonly pages: PageWork;
  readonly calls: CallWork;
  surprises(): readonly string[];
}

export interface KillOptions {
  readonly kills: number;
  readonly seed: number;
  readonly progress: (line: string) => void;
}

/** Kills the service at times that the seed gives, while everybody continues to work. Resolves when all started requests are answered. */
export async function killUnderLoad(t: Ending, { kills, seed, progress }: KillOptions): Promise<MixedRun> {
  const random = createRandom(seed);
  const world = await openMixedWorld(t);
  const run = peopleOf(t, world, random);
  const { bots } = world;
  const { load } = run;
  const clients = [...full, ...served];
  await Promise.all(clients.map((client) => bots.say(client, "hello")));
  await Promise.all(clients.map((client) => bots.bot.untilEvent(client, "hello", 1)));
  await Promise.all(full.map((client) => load.fillLane(client)));
  for (const client of served) await bots.accept(client);
  const ringing: Promise<void>[] = [];
  const working = [
    ...full.map((client) => load.hurry(client)),
    ...served.flatMap((client) => [load.write(client), load.reply(client)]),
    ...run.senders.map((sender) => sender.run()),
    ...Array.from({ length: clientsCount }, (_, at) => run.desk.run(`client-${at}`)),
    ...Array.from({ length: pagesCount }, (_, at) => run.pages.run(`page-${at}`)),
  ];
  const failed = new Promise<never>((_resolve, reject) => {
    for (const work of working) work.catch(reject);
  });
  for (let kill = 1; kill <= kills; kill += 1) {
    const aliveMs = lifeMs.min + random() * (lifeMs.max - lifeMs.min);
    const ringsAfterMs = aliveMs * random();
    ringing.push(pause(ringsAfterMs).then(() => run.calls.ring(`+44207946${String(kill).padStart(4, "0")}`)));
    await Promise.race([pause(aliveMs), failed]);
    await killOnce(world, kill % startsKilledEvery === 0 ? random() * stillbornMsMax : null);
    if (kill % 10 === 0) progress(`${kill} of ${kills} kills`);
  }
  for (const one of [load, run.desk, run.pages, ...run.senders]) one.stop();
  world.recover();
  await Promise.all([...working, ...ringing]);
  return run;
}

function peopleOf(t: Ending, world: MixedWorld, random: () => number): MixedRun {
  const { installation, desk: screen } = world.bots;
  const senders = Array.from({ length: sendersCount }, (_, at) => new Sender(installation, `sender-${at}`));
  const load = new MixedLoad(world.bots);
  const desk = new DeskWork(installation, screen);
  const pages = new PageWork(t, installation, random);
  const refusals = (): readonly string[] =>
    senders.flatMap(({ refused }) => refused.map(({ status, body }) => `${status} ${body}`));
  return {
    ...{ world, senders, load, desk, pages },
    calls: new CallWork(t, installation),
    surprises: () => [...load.surprises, ...desk.surprises, ...refusals()],
  };
}

/** If `stillbornMs` is given, the next process is also killed after this time, ready or not. */
async function killOnce({ bots }: MixedWorld, stillbornMs: number | null): Promise<void> {
  if (stillbornMs !== null) {
    const { installation } = bots;
    const before = performance.now();
    await installation.kill();
    const stillborn = installation.spawn();
    await pause(stillbornMs);
    await stillborn.kill();
    const { readyAtMs } = await installation.start();
    const deskReadyAtMs = await bots.desk.untilReady();
    bots.outages.push({ killedAtMs: before, readyAtMs: readyAtMs ?? performance.now(), deskReadyAtMs });
    return;
  }
  await bots.kill();
}
