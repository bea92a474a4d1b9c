import type { BotWorld } from "../worlds/bot-world.ts";
import { attemptFaults } from "./delivery-laws.ts";

/**
 * Returns behaviour that no rule allows in the requests to the bot:
 * - one event with two ids or two bodies.
 * - more than three attempts, or an attempt that is early or late.
 * - a later event before an earlier one has ended.
 * Source: BOT-11, BOT-16 to BOT-18, DEL-22 to DEL-24.
 */
export function botFaults({ bot, outages }: BotWorld, clients: readonly string[]): readonly string[] {
  return clients.flatMap((client) => {
    const told = bot.events.filter((each) => each.client === client);
    const whats = [...new Set(told.map(({ what }) => what))];
    const inOrder = whats.flatMap((what) => bot.eventsOf(client, what));
    const faults = inOrder.some((each, index) => each !== told[index])
      ? [`one waits for the end of the other, got ${told.map(({ what }) => what).join()}`]
      : [];
    for (const what of whats) {
      const requests = bot.eventsOf(client, what);
      const bodies = new Set(requests.map(({ body }) => body));
      if (bodies.size > 1) faults.push(`${what} changed: ${[...bodies].join()}`);
      faults.push(...attemptFaults(requests, outages).map((fault) => `${what}: ${fault}`));
    }
    const ids = new Set(told.map(({ id }) => id));
    if (ids.size !== whats.length) faults.push(`${whats.length} events with ${ids.size} ids`);
    return faults.map((fault) => `${client}: ${fault}`);
  });
}

/** Returns how many requests each event of a client needed, in order. */
export function toldTo({ bot }: BotWorld, client: string): readonly string[] {
  const whats = [...new Set(bot.events.filter((each) => each.client === client).map(({ what }) => what))];
  return whats.map((what) => `${bot.eventsOf(client, what).length} ${what}`);
}
