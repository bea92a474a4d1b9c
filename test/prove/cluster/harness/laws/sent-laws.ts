import { intervalFaults } from "../../../../system/harness/laws/delivery-laws.ts";
import { logFaults, webhookFaults } from "../../../../system/harness/laws/webhook-laws.ts";
import type { DeskApi } from "../../../../system/harness/people/desk-api.ts";
import { nowMs } from "../../../../system/harness/time.ts";
import { channels } from "../cluster-config.ts";
import type { Trouble } from "../faults.ts";
import type { RoundWorld } from "../round-world.ts";
import type { StoredChat } from "./stored-chats.ts";

/** The time until the third request has failed, 3 s after it began. Source: BOT-18. */
const handOverMs = 9_000;
/** The time until other nodes continue the work of a lost node: they notice its silence, then search its work. */
const takenUpMs = 7_000;
/** An allowance for a machine that is busy with starting nodes again and again. */
const crowdedMs = 3_000;

/** Replies to the customer system are sent in order, at most three times, never early, under one id. Source: DEL-01, CH-41. */
export function deliveryFaults({ customerSystem }: RoundWorld, chats: readonly StoredChat[]): readonly string[] {
  return chats
    .filter(({ chat }) => chat.channelId === channels.plain || chat.channelId === channels.bot)
    .flatMap(({ chat, messages }) => {
      const faults: string[] = [];
      let lastMs = 0;
      for (const { text, id, delivery } of messages) {
        if (delivery === null) continue;
        const requests = customerSystem.requestsOf(text);
        const [first] = requests;
        if (delivery.state === "delivered" && first === undefined) faults.push(`"${text}" never came`);
        if (requests.some(({ messageId }) => messageId !== id)) faults.push(`"${text}" came under other ids`);
        faults.push(...intervalFaults(requests).map((fault) => `"${text}": ${fault}`));
        if (first !== undefined && first.atMs < lastMs) faults.push(`"${text}" came before the one before it`);
        lastMs = first?.atMs ?? lastMs;
      }
      return faults.map((fault) => `chat ${chat.id}: ${fault}`);
    });
}

/** Events for the bot are sent at most three times, never early, with one body. No chat waits for a dead bot. Source: BOT-17 to BOT-22. */
export function botFaults(world: RoundWorld, chats: readonly StoredChat[]): readonly string[] {
  const { bot } = world;
  const faults = [...new Set(bot.events.map(({ id }) => id))].flatMap((id) => {
    const requests = bot.events.filter((told) => told.id === id);
    const shapes = new Set(requests.map(({ body }) => body)).size;
    const name = `${requests[0]?.what} of ${requests[0]?.client}`;
    return [
      ...intervalFaults(requests).map((fault) => `${name}: ${fault}`),
      ...(shapes > 1 ? [`${name} has ${shapes} shapes`] : []),
    ];
  });
  for (const { chat, messages } of chats.filter(({ chat }) => chat.channelId === channels.bot)) {
    const { id: client } = chat.client;
    const untold = messages.filter(({ from, text }) => from === "client" && bot.eventsOf(client, text).length === 0);
    if (chat.state === "with_bot" && untold.length > 0) faults.push(`${client}: ${untold[0]?.text} was not told`);
    if (chat.state === "with_bot" && client.startsWith("dying")) faults.push(`chat ${chat.id} waits for a dead bot`);
    const failure = messages.find(({ from, text }) => from === "system" && text.startsWith("The bot failed"));
    if (failure !== undefined) faults.push(...handOverFaults(world, client, failure.at, messages));
  }
  return faults;
}

/** Checks that the bot failed in time. Outages make this time longer. */
function handOverFaults(
  { bot, troubles }: RoundWorld,
  client: string,
  at: number,
  messages: StoredChat["messages"],
): readonly string[] {
  const failedAtMs = at - Date.now() + nowMs();
  const told = messages.flatMap(({ from, text }) => (from === "client" ? bot.eventsOf(client, text).slice(0, 1) : []));
  const last = told.filter(({ atMs }) => atMs < failedAtMs).at(-1);
  if (last === undefined) return [];
  const stretchMs = troubles
    .filter(({ fromMs, untilMs }) => fromMs < failedAtMs && untilMs + takenUpMs > last.atMs)
    .reduce((sum, { fromMs, untilMs }) => sum + untilMs - fromMs + takenUpMs, 0);
  const lateMs = failedAtMs - last.atMs - handOverMs - stretchMs;
  return lateMs > crowdedMs ? [`${client} was handed over ${Math.round(lateMs)} ms late after "${last.what}"`] : [];
}

/** Returns deliveries that failed without an outage. Every peer except a dying bot accepts the second attempt. */
export async function failureFaults(api: DeskApi): Promise<readonly string[]> {
  const failed = (await api.deliveries("kind=message")).filter(({ state }) => state === "failed");
  return failed
    .filter(({ attempts }) => !attempts.some(({ error }) => error?.code === "interrupted"))
    .map((delivery) => `${delivery.id} failed: ${JSON.stringify(delivery.attempts)}`);
}

/** Checks the events for the owner's server, and the log of their deliveries. Source: WH-36, WH-39 to WH-42. */
export async function ownerFaults({ owner, troubles, api }: RoundWorld): Promise<readonly string[]> {
  const outages = troubles.map(toOutage);
  return [
    ...webhookFaults({ receiver: owner, outages }),
    ...logFaults(await api.deliveries("kind=webhook"), owner.seen),
  ];
}

const toOutage = ({ fromMs, untilMs }: Trouble) => ({
  killedAtMs: fromMs,
  readyAtMs: untilMs,
  deskReadyAtMs: untilMs,
});
