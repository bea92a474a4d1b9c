import { logIn } from "../../load/clients/desk-agent.ts";
import { readOwners, startOwnersServer, whenArrived } from "../../load/clients/owners-server.ts";
import { monotonicUs } from "../../load/profile/profile.ts";
import { startService } from "../../load/service/service.ts";
import { eventsOfChat, fillWithDeadLetters } from "../../scenarios/delivery/dead-letters.ts";
import { replay } from "../../scenarios/delivery/webhooks.ts";
import type { Done, Kind, OpenOptions } from "./kind.types.ts";

/** A slice is a number of events, not a time, because a delivered event cannot be replayed. */
const eventsPerSecond = 2_000;
/** The number of events that are delivered before the measurement. */
const warmUpEvents = 10_000;
/** The last page of a slice may contain more events than were wanted. */
const spareEvents = 1_000;

/** Stored events for an owner's server: replayed, signed and delivered, with the outcome stored. */
export const webhooks: Kind = {
  title: () => `signed events for an owner's server, replayed`,
  unit: "event",
  units: "events",
  async open(options) {
    const { side, folder, seconds, slices, note } = options;
    const wanted = seconds * eventsPerSecond;
    await makeEvents(options, warmUpEvents + slices * wanted + spareEvents);
    const owners = await startOwnersServer(folder, "ok");
    const { checkout } = side;
    const server = await startService({ folder, nodeFlags: "", checkout, ownersUrl: owners.url });
    const agent = await logIn(server.url);
    let cursor: string | null = null;
    let total = 0;
    const replaySome = async (count: number): Promise<Done> => {
      const fromUs = monotonicUs();
      const page = await replay(agent, cursor, count);
      cursor = page.cursor;
      total += page.replayed;
      const { count: arrived, wrong, lastAtUs } = await whenArrived(owners, total);
      if (page.replayed < count) note(`${page.replayed} events were left to replay, expected ${count}`);
      if (arrived !== total) note(`${arrived} events arrived, expected ${total}`);
      if (wrong > 0) note(`${wrong} signatures were wrong`);
      return { requests: page.replayed, perSecond: page.replayed / ((lastAtUs - fromUs) / 1e6) };
    };
    await replaySome(warmUpEvents);
    return {
      server,
      load: () => replaySome(wanted),
      count: async () => (await readOwners(owners)).count,
      async close() {
        await agent.close();
        await server.end("SIGTERM");
        await owners.end("SIGKILL");
      },
    };
  },
};

/** Uses the side's own build, because each build has its own stored form. */
async function makeEvents({ side, folder, connections }: OpenOptions, wanted: number): Promise<void> {
  const { checkout } = side;
  const owners = await startOwnersServer(folder, "gone");
  const server = await startService({ folder, nodeFlags: "", checkout, logLevel: "warn", ownersUrl: owners.url });
  // The chats get no updates, because several updates within a second are one event.
  const chats = Math.ceil(wanted / eventsOfChat);
  await fillWithDeadLetters(server, owners, { chats, connections, eventsWanted: wanted });
  await server.end("SIGTERM");
  await owners.end("SIGKILL");
}
