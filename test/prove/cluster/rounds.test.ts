import { setTimeout as pause } from "node:timers/promises";
import t from "tap";
import { createRandom, seedOfRun } from "../../system/harness/random.ts";
import { planFaults, strike } from "./harness/faults.ts";
import { checkLaws } from "./harness/laws/all-laws.ts";
import { readStoredChats } from "./harness/laws/stored-chats.ts";
import { beginLoad, openRoundWorld } from "./harness/round-world.ts";

const rounds = Number(process.env["PARLEY_ROUNDS"] ?? 8);
const calmMsMax = 1_500;
const faultsShownMax = 12;

t.setTimeout(180_000 + rounds * 20_000);

t.test(
  "[CH-19, DEL-01, DEL-29, BOT-17, BOT-22, WH-39] three nodes are killed, frozen and cut off, and their database is killed: nothing answered is lost or duplicated",
  async (t) => {
    const seed = seedOfRun();
    const random = createRandom(seed);
    const world = await openRoundWorld(t, seed);
    const end = beginLoad(world);
    for (const fault of planFaults(rounds, random)) {
      await pause(200 + random() * calmMsMax);
      const trouble = await strike(world.cluster, fault, random);
      world.troubles.push(trouble);
      t.comment(`${Math.round(trouble.untilMs - trouble.fromMs)} ms ${trouble.name}`);
    }
    await pause(calmMsMax);
    const left = await end();
    const chats = await readStoredChats(world.api);
    const messages = chats.reduce((sum, chat) => sum + chat.messages.length, 0);
    const about = `seed ${seed}: ${rounds} rounds, ${chats.length} chats, ${messages} messages`;
    t.comment(about);
    const law = (name: string, faults: readonly string[]): void => {
      t.strictSame(faults.slice(0, faultsShownMax), [], `${name}; ${about}`);
    };
    law("all work ends", left);
    for (const [name, faults] of await checkLaws(world, chats)) law(name, faults);
    t.ok(
      world.agents.some(({ late }) => late > 0),
      `several agents tried to accept the same chats; ${about}`,
    );
  },
);
