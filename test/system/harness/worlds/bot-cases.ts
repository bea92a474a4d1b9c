import { lateToleranceMs, nowMs, untilMs } from "../time.ts";
import type { BotCase, BotWorld } from "./bot-world.ts";

const refused = { status: 503 } as const;

/** A client, the state of its chat at the kill, and the expected result. */
export interface KilledCase extends BotCase {
  /** How often each event was sent to the bot, in the order of the events. */
  readonly told: readonly string[];
  /** The final state of the chat. */
  readonly state: string;
}

const givenUp = { told: ["3 hello"], state: "waiting" } as const;
const recovers = (requests: number) => ({ told: [`${requests} hello`], state: "with_bot" });

/** The kill comes during a request with the first CLIENT_MESSAGE, or between two requests. */
const series = {
  "in the third": { answers: { hello: [refused, refused, "hang"] }, ...givenUp },
  "in the second": { answers: { hello: [refused, "hang", refused] }, ...givenUp },
  "in the second, recovers": { answers: { hello: [refused, "hang", "ok"] }, ...recovers(3) },
  "after the second": { answers: { hello: [refused] }, ...givenUp },
  "after the second, recovers": { answers: { hello: [refused, refused, "ok"] }, ...recovers(3) },
  "in the first": { answers: { hello: ["hang"] }, ...givenUp },
  "in the first, recovers": { answers: { hello: ["hang", "ok"] }, ...recovers(2) },
  "after the first": { answers: { hello: [refused] }, ...givenUp },
  "after the first, recovers": { answers: { hello: [refused, "ok"] }, ...recovers(2) },
} satisfies Record<string, KilledCase>;

/** The first text is in flight, the others wait for its end. */
export const laneTexts = ["one", "two", "three", "four", "five"];
const lanes = {
  lane: {
    answers: { one: ["hang", "ok"] },
    told: ["2 one", "1 two", "1 three", "1 four", "1 five", "1 six"],
    state: "with_bot",
  },
  "lane, given up": { answers: { one: ["hang"] }, told: ["3 one"], state: "waiting" },
  "lane, closed": { answers: { one: ["hang", "ok"] }, told: ["2 one"], state: "closed" },
} satisfies Record<string, KilledCase>;

/** Chats that the agents may accept. */
const offers = {
  "offer runs out": {
    channel: "hurried",
    told: ["1 hello", "1 AGENT_UNAVAILABLE", "1 my number is 7"],
    state: "unstaffed",
  },
  "offer accepted": { told: ["1 hello", "1 AGENT_JOINED"], state: "with_agent" },
  "offer asked again": { told: ["1 hello", "1 AGENT_JOINED"], state: "with_agent" },
} satisfies Record<string, KilledCase>;

/** AGENT_UNAVAILABLE is in flight at the kill. */
const unstaffed = {
  unavailable: {
    channel: "empty",
    answers: { AGENT_UNAVAILABLE: ["hang", "ok"] },
    told: ["1 hello", "2 AGENT_UNAVAILABLE", "1 behind it"],
    state: "unstaffed",
  },
  "unavailable, given up": {
    channel: "empty",
    answers: { AGENT_UNAVAILABLE: ["hang"] },
    told: ["1 hello", "3 AGENT_UNAVAILABLE"],
    state: "waiting",
  },
} satisfies Record<string, KilledCase>;

/** AGENT_JOINED is in flight at the kill. */
const joined = {
  joined: { answers: { AGENT_JOINED: ["hang", "ok"] }, told: ["1 hello", "2 AGENT_JOINED"], state: "with_agent" },
  "joined, given up": {
    answers: { AGENT_JOINED: ["hang"] },
    told: ["1 hello", "3 AGENT_JOINED"],
    state: "with_agent",
  },
} satisfies Record<string, KilledCase>;

/** The bot sends one message after the other until the kill. */
export const talkers: readonly string[] = Array.from({ length: 12 }, (_, index) => `talker ${index + 1}`);
const talks: Readonly<Record<string, KilledCase>> = Object.fromEntries(
  talkers.map((client) => [client, { told: ["1 hello"], state: "with_bot" }]),
);
export const repliesTo = (client: string): readonly string[] =>
  Array.from({ length: 8 }, (_, index) => `${client} hears ${index + 1}`);

export const killedCases: Readonly<Record<string, KilledCase>> = {
  ...series,
  ...lanes,
  /** The chat was handed over to the agents just before. Its client's next chat is with the bot again. */
  "handed over": { answers: { hello: [refused] }, told: ["3 hello", "1 once more"], state: "with_bot" },
  /** The bot invited agents before it answered, and it never answers. */
  "offer, given up": { answers: { hello: ["hang"] }, told: ["3 hello"], state: "waiting" },
  ...offers,
  ...unstaffed,
  ...joined,
  ...talks,
};

const seriesWith = (start: string): readonly string[] => Object.keys(series).filter((name) => name.startsWith(start));

interface Brought {
  readonly invitedAtMs: number;
  /** How many replies of the bot were answered 200, by client. Replies to other clients are in progress. */
  readonly answered: ReadonlyMap<string, number>;
}

/** Brings each client into the state for the kill. Resolves when the replies to one client were answered, or the next attempt of another is due. */
export async function bringAll(world: BotWorld): Promise<Brought> {
  const { bot } = world;
  const quiet = [offers, unstaffed, joined, talks].flatMap((some) => Object.keys(some));
  const hello = (clients: readonly string[]) => Promise.all(clients.map((client) => world.say(client, "hello")));
  await hello(["in the third", "handed over", ...quiet]);
  await world.say("handed over", "behind it");
  await Promise.all(quiet.map((client) => bot.untilEvent(client, "hello", 1)));
  await bot.untilEvent("in the third", "hello", 2);
  await hello([...seriesWith("in the second"), ...seriesWith("after the second")]);
  await bot.untilEvent("in the third", "hello", 3);

  const invitedAtMs = nowMs();
  await Promise.all([
    ...Object.keys({ ...offers, ...unstaffed }).map((client) => world.invite(client)),
    ...Object.keys(joined).map((client) => world.accept(client)),
    hello([...seriesWith("in the first"), ...seriesWith("after the first")]),
    ...Object.keys(lanes).map((client) => sayAll(world, client)),
    inviteUnanswered(world, "offer, given up"),
  ]);
  await world.close("lane, closed");
  await untilThere(world);
  await untilNoneIsDue(world);
  const answered = new Map<string, number>();
  const replies = talkers.map((client) => replyAll(world, client, (count) => answered.set(client, count)));
  await Promise.race([...replies, untilOneIsDue(world)]);
  return { invitedAtMs, answered };
}

async function inviteUnanswered(world: BotWorld, client: string): Promise<void> {
  await world.say(client, "hello");
  await world.bot.untilEvent(client, "hello", 1);
  await world.invite(client);
}

async function untilThere(world: BotWorld): Promise<void> {
  const { bot } = world;
  const inFlight = (clients: readonly string[], what: string, number: number) =>
    clients.map((client) => bot.untilEvent(client, what, number));
  await Promise.all([
    ...inFlight(seriesWith("in the first"), "hello", 1),
    ...inFlight(seriesWith("in the second"), "hello", 2),
    ...inFlight(Object.keys(lanes), "one", 1),
    ...inFlight(Object.keys(unstaffed), "AGENT_UNAVAILABLE", 1),
    ...inFlight(Object.keys(joined), "AGENT_JOINED", 1),
    ...seriesWith("after the first").map((client) => world.untilRefused(client, 1)),
    ...seriesWith("after the second").map((client) => world.untilRefused(client, 2)),
    ...[...Object.keys(offers), "offer, given up"].map((client) => world.untilState(client, "waiting")),
    ...Object.keys(unstaffed).map((client) => world.say(client, "behind it")),
    world.untilBotFailed("handed over"),
  ]);
}

const intervalMs = 3_000;
/** The least time for replies before the kill. */
const repliesMs = 700;
/** A kill that is decided comes within this time. */
const killMs = 300;

/** In how many milliseconds the next attempt of each event would be due; negative when it would be overdue. */
const pausesLeftMs = ({ bot }: BotWorld): readonly number[] =>
  [...new Map(bot.events.map(({ id, atMs }) => [id, atMs])).values()].map((atMs) => atMs + intervalMs - nowMs());

/**
 * An attempt that begins at the kill counts for the service and may never leave it, so the bot would see one request less. So each overdue
 * attempt has come before the replies begin, and the kill comes before the next one.
 */
async function untilNoneIsDue(world: BotWorld): Promise<void> {
  const isDue = (inMs: number): boolean => inMs > -lateToleranceMs() && inMs < repliesMs + killMs;
  const giveUpAtMs = nowMs() + 3 * intervalMs;
  while (pausesLeftMs(world).some(isDue) && nowMs() < giveUpAtMs) await untilMs(nowMs() + 20);
}

async function untilOneIsDue(world: BotWorld): Promise<void> {
  const isDue = (inMs: number): boolean => inMs > 0 && inMs < killMs;
  const giveUpAtMs = nowMs() + intervalMs;
  while (!pausesLeftMs(world).some(isDue) && nowMs() < giveUpAtMs) await untilMs(nowMs() + 20);
}

export async function sayAll(world: BotWorld, client: string): Promise<void> {
  for (const text of laneTexts) await world.say(client, text);
}

/** Sends the replies one after the other, each with its own key. */
export async function replyAll(
  world: BotWorld,
  client: string,
  onAnswered: (count: number) => void = () => undefined,
): Promise<void> {
  for (const [index, text] of repliesTo(client).entries()) {
    await world.reply(client, text, text.replaceAll(" ", "-"));
    onAnswered(index + 1);
  }
}
