import { setTimeout as pause } from "node:timers/promises";
import t from "tap";
import { createRandom, seedOfRun } from "../../system/harness/random.ts";
import { planFaults, strike } from "./harness/faults.ts";
import { acceptFaults, deskFaults, pageFaults, replyFaults, saidFaults } from "./harness/laws/chat-laws.ts";
import { botFaults, deliveryFaults, failureFaults, ownerFaults } from "./harness/laws/sent-laws.ts";
import { readStoredChats } from "./harness/laws/stored-chats.ts";
import type { RoundWorld } from "./harness/round-world.ts";
import { beginLoad, openRoundWorld } from "./harness/round-world.ts";

const rounds = Number(process.env["PARLEY_ROUNDS"] ?? 8);
const calmMsMax = 1_500;
const faultsShownMax = 12;

/** Returns log entries of events that failed because of a defect of the service. */
const defectsOf = ({ cluster }: RoundWorld): readonly string[] =>
  cluster.nodes.flatMap(({ name, lives }) =>
    lives
      .flatMap(({ log }) => log)
      .filter(({ msg }) => /\b(defects?|parked)\b/.test(msg))
      .map((line) => `${name}: ${JSON.stringify(line)}`),
  );

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
    law(
      "an outage explains every unexpected response",
      world.doors.flatMap(({ surprises }) => surprises),
    );
    law("messages of customers and visitors are stored once and in order", saidFaults(world, chats));
    law("messages of agents and bots are stored once and in order", replyFaults(world, chats));
    law("a chat has one agent", acceptFaults(world, chats));
    law("replies arrive in order, at most three times, never early", deliveryFaults(world, chats));
    law("replies fail only because of outages", await failureFaults(world.api));
    law("bots get events in time, or their chats are handed over", botFaults(world, chats));
    law("desks that change nodes miss nothing", deskFaults(world, chats));
    law("pages that change nodes miss nothing", pageFaults(world, chats));
    law("the owner's server gets each event with one id and the same bytes", await ownerFaults(world));
    law("no node has a defect", defectsOf(world));
    t.ok(
      world.agents.some(({ late }) => late > 0),
      `several agents tried to accept the same chats; ${about}`,
    );
  },
);
