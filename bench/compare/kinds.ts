import { logIn } from "../load/clients/desk-agent.ts";
import { openMessages } from "../load/clients/open-messages.ts";
import { readOwners, startOwnersServer, whenArrived } from "../load/clients/owners-server.ts";
import { sendPaced } from "../load/clients/paced-messages.ts";
import type { Done, OpenSide } from "../load/figures/measure.ts";
import { monotonicUs } from "../load/profile/profile.ts";
import { startService } from "../load/service/service.ts";
import { eventsOfChat, fillWithDeadLetters, replay } from "../scenarios/outgoing/events.ts";
import { acceptChats, openReplies, replyChats } from "../scenarios/outgoing/replies.ts";
import { openTurns } from "../scenarios/outgoing/turn-stage.ts";
import type { KindName } from "./options.ts";

/** One of the two builds that are compared. */
export interface Side {
  readonly name: "old" | "new";
  /** The folder of its build. */
  readonly checkout: string;
}

export interface OpenOptions {
  readonly side: Side;
  /** A folder that belongs to this launch of this side alone. */
  readonly folder: string;
  readonly connections: number;
  /** The number of chats, for a kind whose load may use fewer. */
  readonly chats: number;
  /** The length of one slice. */
  readonly seconds: number;
  /** How many slices will be requested. */
  readonly slices: number;
  /** Records a mistake. A correct run has none. */
  note(mistake: string): void;
}

/** A service with all its peers, started and warmed up. */
export interface ComparedSide extends OpenSide {
  /**
   * Returns how many requests were completed since the start. A request without an answer may be completed after its slice of the
   * load.
   */
  count(): Promise<number>;
}

/** A kind of load. */
export interface Kind {
  title(chats: number): string;
  /** The counted unit, in singular and plural. */
  readonly unit: string;
  readonly units: string;
  open(options: OpenOptions): Promise<ComparedSide>;
}

/** Durable customer messages, with the default log. */
const ingest: Kind = {
  title: (chats) => `durable customer messages, ${chats} chats`,
  unit: "message",
  units: "messages",
  async open({ side: { checkout }, folder, connections, chats, note }) {
    const server = await startService({ folder, nodeFlags: "", checkout });
    const side = counted(openMessages(server, { connections, senders: chats, note }));
    await warmUp(side, { total: 2 * chats, inOneRun: chats });
    return side;
  },
};

/** Messages a second, far from the maximum: a commit then has few messages. */
const pacedPerSecond = 3_000;
/** The paced runs have later numbers than the runs of the warm-up, so that no message is sent twice. */
const warmUpRunsMax = 100;

/** Durable customer messages of customers who do not wait for each other. */
const paced: Kind = {
  title: (chats) => `durable customer messages at ${pacedPerSecond}/s, ${chats} chats`,
  unit: "message",
  units: "messages",
  async open({ side: { checkout }, folder, connections, chats: senders, note }) {
    const server = await startService({ folder, nodeFlags: "", checkout });
    const messages = openMessages(server, { connections, senders, note });
    let runs = warmUpRunsMax;
    const load = async (seconds: number): Promise<Done> => {
      runs += 1;
      const perSecond = pacedPerSecond;
      const { run, refused } = await sendPaced({
        url: server.url,
        run: runs,
        seconds,
        perSecond,
        connections,
        senders,
      });
      if (refused > 0) note(`${refused} paced messages were not answered with 200`);
      return { requests: run.answered, perSecond: run.answered / seconds };
    };
    await warmUp(counted(messages), { total: 2 * senders, inOneRun: senders });
    return counted({ ...messages, load });
  },
};

/** Fewer than in `bot-turns`, because all of them must have their chats before the measurement. */
const turnSenders = 2_000;

/** Full turns: a customer's message, its event to the bot, the bot's reply, the delivery of the reply. */
const turns: Kind = {
  title: () => `customer to bot and back, ${turnSenders} chats`,
  unit: "turn",
  units: "turns",
  async open({ side: { checkout }, folder, connections, note }) {
    const opened = await openTurns({
      ...{ folder, connections, senders: turnSenders, note },
      start: ({ customers, bot }) =>
        startService({ folder, nodeFlags: "", checkout, webhookUrl: customers.url, botUrl: bot.url }),
    });
    const side = counted(opened);
    await warmUp(side, { total: 3 * turnSenders, inOneRun: turnSenders });
    return side;
  },
};

/** Agents' replies from the desk's API until the customer system has them. */
const delivery: Kind = {
  title: () => `agents' replies until the customer system has them, ${replyChats} chats`,
  unit: "delivery",
  units: "deliveries",
  async open({ side: { checkout }, folder, connections, note }) {
    const side = await openReplies({
      ...{ folder, connections, note },
      start: async (webhookUrl) =>
        acceptChats(await startService({ folder, nodeFlags: "", checkout, webhookUrl }), replyChats, connections),
    });
    await warmUp(side, { total: 10 * replyChats, inOneRun: replyChats });
    return side;
  },
};

/** A slice is a number of events, not a time, because a delivered event cannot be replayed. */
const eventsPerSecond = 2_000;
/** The number of events that are delivered before the measurement. */
const warmUpEvents = 10_000;

/** Stored events for an owner's server: replayed, signed and delivered, with the outcome stored. */
const webhooks: Kind = {
  title: () => `signed events for an owner's server, replayed`,
  unit: "event",
  units: "events",
  async open(options) {
    const { side, folder, note } = options;
    await makeEvents(options);
    const owners = await startOwnersServer(folder, "ok");
    const server = await startService({ folder, nodeFlags: "", checkout: side.checkout, ownersUrl: owners.url });
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
      load: (seconds) => replaySome(seconds * eventsPerSecond),
      count: async () => (await readOwners(owners)).count,
      async close() {
        await agent.close();
        await server.end("SIGTERM");
        await owners.end("SIGKILL");
      },
    };
  },
};

/** Uses the side's own build, because each build has its own stored form. Each slice gets chats of its own, with all their events. */
async function makeEvents({ side: { checkout }, folder, connections, seconds, slices }: OpenOptions): Promise<void> {
  const owners = await startOwnersServer(folder, "gone");
  const server = await startService({ folder, nodeFlags: "", checkout, logLevel: "warn", ownersUrl: owners.url });
  const chatsFor = (events: number): number => Math.ceil(events / eventsOfChat);
  // The last page of a slice may contain more events than were wanted, so there is a slice more.
  const batches = [warmUpEvents, ...Array.from({ length: slices + 1 }, () => seconds * eventsPerSecond)].map(chatsFor);
  await fillWithDeadLetters(server, owners, { batches, connections });
  await server.end("SIGTERM");
  await owners.end("SIGKILL");
}

export const kinds: Readonly<Record<KindName, Kind>> = { ingest, paced, turns, delivery, webhooks };

/** Counts the requests of all loads, each of which ends with its last request. */
function counted(side: OpenSide): ComparedSide {
  let total = 0;
  return {
    server: side.server,
    async load(seconds) {
      const done = await side.load(seconds);
      total += done.requests;
      return done;
    },
    count: async () => total,
    close: () => side.close(),
  };
}

/** Seconds of the first run; each run is twice as long as the run before. */
const lengthFirst = 1;

interface WarmUp {
  /** The sum of the requests of all runs. */
  readonly total: number;
  /** The requests of the longest run. Each run begins with the first chat, and one run must reach all chats. */
  readonly inOneRun: number;
}

/** Loads a new process, which is not yet compiled and has read nothing. Throws when the process answers nothing. */
async function warmUp({ load }: OpenSide, wanted: WarmUp): Promise<void> {
  let [total, longest] = [0, 0];
  for (let length = lengthFirst; total < wanted.total || longest < wanted.inOneRun; length *= 2) {
    const { requests } = await load(length);
    if (requests === 0) throw new Error(`Expected finished work after ${length} s of load, got none`);
    total += requests;
    longest = Math.max(longest, requests);
  }
}
