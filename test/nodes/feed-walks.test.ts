import { setImmediate as nextTurn } from "node:timers/promises";
import type { Test } from "tap";
import t from "tap";
import type { FeedEntry } from "../../src/ports/store.ts";
import type { DeskClient, DeskFrame } from "../harness/desk-client.ts";
import { openDesk } from "../harness/desk-client.ts";
import type { Service } from "../harness/service.ts";
import { createRandom, seedOfRun } from "../system/harness/random.ts";
import type { UnrulyServices } from "./unruly-services.ts";
import { startUnrulyServices } from "./unruly-services.ts";

const walks = 4;
const happenings = 150;
const senders = ["ann", "ben", "cleo", "dan"];

/** Kim's desk. It moves from node to node with its cursor, and keeps all frames that it received. */
class WanderingDesk {
  readonly frames: DeskFrame[] = [];
  readonly faults: string[] = [];
  readonly #t: Test;
  #link: DeskClient | null = null;
  #cursor: number | undefined;

  constructor(t: Test) {
    this.#t = t;
  }

  get cursor(): number {
    return this.#cursor ?? 0;
  }

  /** Resolves when the node has answered the hello. Missed frames may still follow. */
  async go(node: Service): Promise<void> {
    this.leave();
    const link = await openDesk(this.#t, node.url);
    this.#link = link;
    link.socket.on("message", (data) => this.#link === link && this.#take(JSON.parse(String(data))));
    const since = this.#cursor === undefined ? {} : { since: this.#cursor };
    link.send({ type: "hello", token: await node.logIn("kim"), ...since });
    await link.until(({ type }) => type === "ready");
  }

  /** Disconnects: later frames are lost. */
  leave(): void {
    this.#link?.vanish();
    this.#link = null;
  }

  #take(frame: DeskFrame): void {
    if (frame.type === "resync") this.faults.push(`resync behind ${this.#cursor}`);
    if (frame.type === "ready") {
      if (this.#cursor !== undefined && frame.cursor !== this.#cursor)
        this.faults.push(`came with ${this.#cursor}, was answered ${frame.cursor}`);
      this.#cursor = frame.cursor;
    }
    if (frame.type !== "message" && frame.type !== "chat") return;
    if (this.#cursor !== undefined && frame.cursor <= this.#cursor)
      this.faults.push(`${frame.type} under ${frame.cursor} behind ${this.#cursor}`);
    this.#cursor = frame.cursor;
    this.frames.push(frame);
  }
}

interface Walk {
  readonly services: UnrulyServices;
  readonly desk: WanderingDesk;
  readonly random: () => number;
}

async function act({ services, desk, random }: Walk, name: string): Promise<void> {
  const { nodes, peers, clock } = services;
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item;
  const chance = random();
  const node = pick(nodes);
  if (chance < 0.6) await node.say(pick(senders), name);
  else if (chance < 0.7) {
    const token = await node.logIn("lee");
    await node.call("POST", `/api/chats/${1 + Math.floor(random() * senders.length)}/accept`, { token });
  } else if (chance < 0.82) await desk.go(node);
  else if (chance < 0.86) desk.leave();
  else if (chance < 0.9) pick(peers).cut();
  else if (chance < 0.93) {
    const one = pick(peers);
    one.freeze();
    for (let turn = Math.floor(random() * 20); turn > 0; turn -= 1) await nextTurn();
    one.thaw();
  } else clock.advance(Math.floor(random() * 120));
}

async function walk(t: Test, services: UnrulyServices, random: () => number): Promise<void> {
  const desk = new WanderingDesk(t);
  const first = services.nodes[0] as Service;
  // A login waits until the other nodes know of it. Notices can be lost during the walk, so everybody logs in before it.
  for (const node of services.nodes) for (const name of ["kim", "lee"] as const) await node.logIn(name);
  await desk.go(first);
  const from = desk.cursor;
  let running: Promise<void>[] = [];
  for (let index = 0; index < happenings; index += 1) {
    const acting = act({ services, desk, random }, `${index}`);
    // The desk's actions run one after another. The notices between the nodes run at the same time.
    running.push(acting);
    if (running.length < 6 && random() < 0.7) continue;
    await Promise.all(running);
    running = [];
  }
  await Promise.all(running);
  await services.settle();
  await desk.go(services.nodes[Math.floor(random() * services.nodes.length)] as Service);
  for (let second = 0; second < 3; second += 1) {
    services.clock.advance(1_000);
    await services.settle();
  }
  t.strictSame(desk.faults, []);
  const rows = await first.store.scan("feed", { after: [from], limit: 10_000 });
  const entries = rows.flatMap(({ key, row }) =>
    row.entries.map((entry, index) => ({ entry, cursor: key[0] + index })),
  );
  const end = entries.at(-1)?.cursor ?? from;
  for (let turn = 0; turn < 500 && desk.cursor < end; turn += 1) await nextTurn();
  t.strictSame(
    entries.filter(({ entry, cursor }) => !desk.frames.some((frame) => frame.cursor >= cursor && shows(frame, entry))),
    [],
    "every commit was shown",
  );
  t.ok(desk.frames.length > happenings / 3);
  t.strictSame(stepsBack(desk.frames), [], "no chat was shown in an older state");
  for (const { app } of services.nodes) t.equal(app.runtime.feed.cursor, end, "every node has the same cursor");
}

/** The frames that show a chat with an older last message than an earlier frame. */
function stepsBack(frames: readonly DeskFrame[]): readonly string[] {
  const shown = new Map<string, number>();
  return frames.flatMap(({ type, chat, cursor }) => {
    if (type !== "chat") return [];
    const seq = chat.last?.seq ?? 0;
    const before = shown.get(chat.id) ?? 0;
    shown.set(chat.id, seq);
    return seq < before ? [`chat ${chat.id} under ${cursor}: message ${seq} behind ${before}`] : [];
  });
}

const shows = (frame: DeskFrame, { chatId, messageSeq }: FeedEntry): boolean =>
  messageSeq === 0
    ? frame.type === "chat" && frame.chat.id === chatId
    : frame.type === "message" && frame.chatId === chatId && frame.message.seq === messageSeq;

t.test("a desk that moves between nodes with its cursor gets every event, in order", async (t) => {
  const first = seedOfRun();
  for (let seed = first; seed < first + walks; seed += 1) {
    const random = createRandom(seed);
    await t.test(`seed ${seed}`, async (t) => {
      const services = await startUnrulyServices(t, () => ({
        isLost: random() < 0.1,
        turns: random() < 0.5 ? 0 : Math.floor(random() * 30),
      }));
      await walk(t, services, random);
    });
  }
});
