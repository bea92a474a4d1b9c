import t from "tap";
import { chatAddress } from "../../machines/tells.ts";
import type { PendingEvent } from "../../src/actors/pending.ts";
import { asChatId, clientConversation } from "../../src/core/ids.ts";
import { newBotNotice } from "../../src/domain/new-ids.ts";
import { createFaultyStore } from "../harness/faulty-store.ts";
import { historyFaults } from "../harness/history-laws.ts";
import { whyFaults } from "../harness/why-laws.ts";
import { createRandom, seedOfRun } from "../system/harness/random.ts";
import { bot, channelId, createWorld, kim } from "./world.ts";

const walks = 25;
const happenings = 60;
const clients = ["c1", "c2", "c3"];
const failed = {
  httpStatus: 503,
  failure: { kind: "http_status", code: "http_status", message: "HTTP 503." },
} as const;

/** A random walk: its steps include commits that fail, defects, deadlines and kills of the process. */
async function walk(seed: number): Promise<readonly string[]> {
  const random = createRandom(seed);
  const pick = <Item>(items: readonly Item[]): Item | undefined => items[Math.floor(random() * items.length)];
  const { store, failNext } = createFaultyStore();
  const limits = random() < 0.5 ? {} : { conversationsInMemoryMax: 2 };
  let world = await createWorld({ store, limits, channel: { bot } });
  const chatId = async () =>
    asChatId(String(1 + Math.floor(random() * ((await store.read("counter", ["chat"]))?.last ?? 0))));
  const askKim = async (type: "chat.accept-requested" | "chat.close-requested") => {
    const nowMs = world.clock.nowMs();
    return world.step(await chatId(), { type, nowMs, agent: kim, notice: newBotNotice(nowMs) });
  };
  const say = () => world.say(pick(clients) ?? "c1", String(random()));
  const breakOne = async (): Promise<void> => {
    const id = await chatId();
    const conversation =
      (await store.read("actor", [chatAddress(id)]))?.conversation ?? clientConversation(channelId, "c1");
    const target = { kind: "actor", actor: chatAddress(id), conversation } as const;
    const event = { type: "message.received", nowMs: 1 };
    world.runtime.registry.submit({ target, event, cause: "walk", done: () => undefined } as PendingEvent);
  };
  const parts: readonly (() => unknown)[] = [
    say,
    say,
    () => Promise.all([say(), say(), breakOne(), say()]),
    () => askKim("chat.accept-requested"),
    () => askKim("chat.close-requested"),
    async () => world.reply(await chatId(), String(random())),
    async () => Promise.all([world.botSays(await chatId(), "bot"), say()]),
    async () => world.botInvites(await chatId()),
    () => world.kimEnters(),
    () => pick(world.attempts)?.answer(random() < 0.5 ? {} : failed),
    () => pick(world.botEvents)?.answer(random() < 0.5 ? {} : failed),
    () => world.pass(4_000),
    () => failNext(1),
  ];
  for (let number = 0; number < happenings; number += 1) {
    const happen = pick(parts) ?? say;
    if (random() < 0.9) await happen();
    else {
      // The process is killed during this step.
      void happen();
      failNext(0);
      world = await world.restart();
    }
  }
  failNext(0);
  await world.settle();
  const faults = await whyFaults({ ...world.runtime, store });
  const again = await world.restart();
  await again.settle();
  return [...faults, ...(await historyFaults(store)), ...(await whyFaults({ ...again.runtime, store }))];
}

t.test(
  "after any random walk every actor's kept steps lead to its state, and its sentence names that state",
  async (t) => {
    const first = seedOfRun();
    for (let seed = first; seed < first + walks; seed += 1) t.strictSame(await walk(seed), [], `seed ${seed}`);
  },
);
