import type { RoundWorld } from "../round-world.ts";
import { acceptFaults, deskFaults, pageFaults, replyFaults, saidFaults } from "./chat-laws.ts";
import { botFaults, deliveryFaults, failureFaults, ownerFaults } from "./sent-laws.ts";
import type { StoredChat } from "./stored-chats.ts";

/** Returns log entries of events that failed because of a defect of the service. */
const defectsOf = ({ cluster }: RoundWorld): readonly string[] =>
  cluster.nodes.flatMap(({ name, lives }) =>
    lives
      .flatMap(({ log }) => log)
      .filter(({ msg }) => /\b(defects?|parked)\b/.test(msg))
      .map((line) => `${name}: ${JSON.stringify(line)}`),
  );

/** Checks each law after the load has ended. Returns its name and what violates it. */
export const checkLaws = async (
  world: RoundWorld,
  chats: readonly StoredChat[],
): Promise<readonly (readonly [name: string, faults: readonly string[]])[]> => [
  ["an outage explains every unexpected response", world.doors.flatMap(({ surprises }) => surprises)],
  ["messages of customers and visitors are stored once and in order", saidFaults(world, chats)],
  ["messages of agents and bots are stored once and in order", replyFaults(world, chats)],
  ["a chat has one agent", acceptFaults(world, chats)],
  ["replies arrive in order, at most three times, never early", deliveryFaults(world, chats)],
  ["replies fail only because of outages", await failureFaults(world.api)],
  ["bots get events in time, or their chats are handed over", botFaults(world, chats)],
  ["desks that change nodes miss nothing", deskFaults(world, chats)],
  ["pages that change nodes miss nothing", pageFaults(world, chats)],
  ["the owner's server gets each event with one id and the same bytes", await ownerFaults(world)],
  ["no node has a defect", defectsOf(world)],
];
