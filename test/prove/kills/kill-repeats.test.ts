import { setTimeout as pause } from "node:timers/promises";
import t from "tap";
import { Client } from "undici";
import { Desk } from "../../system/harness/people/desk.ts";
import { createRandom, seedOfRun } from "../../system/harness/random.ts";
import { channelPath, Installation } from "../../system/harness/service/installation.ts";

const kills = Number(process.env["PARLEY_KILLS"] ?? 5);
const sendersCount = 16;
/** One message in this many is big, so that a worker parses it. */
const bigEvery = 7;

t.setTimeout(180_000 + kills * 5_000);

/** A customer that sends each message with its own key, repeatedly until it is answered 200. */
class StubbornSender {
  readonly id: string;
  readonly sent: string[] = [];
  /** Answers other than 200. */
  readonly refused: string[] = [];
  repeats = 0;
  readonly #installation: Installation;
  #isOver = false;

  constructor(installation: Installation, id: string) {
    this.#installation = installation;
    this.id = id;
  }

  async run(): Promise<void> {
    const client = new Client(this.#installation.url);
    for (let number = 1; !this.#isOver; number += 1) {
      const text = `${this.id} ${number}`;
      const other = number % bigEvery === 0 ? "x".repeat(40_000) : "";
      const body = JSON.stringify({ sender: { id: this.id }, message: { type: "text", text, other } });
      this.sent.push(text);
      while (!(await this.#send(client, body, `key ${text}`.replaceAll(" ", "-")))) this.repeats += 1;
    }
    await client.destroy();
  }

  stop(): void {
    this.#isOver = true;
  }

  /** Returns false if the connection broke; then the outcome of the message is unknown. */
  async #send(client: Client, body: string, key: string): Promise<boolean> {
    await this.#installation.whenServing();
    try {
      const headers = { "idempotency-key": key };
      const answer = await client.request({ method: "POST", path: channelPath, body, headers });
      const text = await answer.body.text();
      if (answer.statusCode !== 200) this.refused.push(`${answer.statusCode} ${text}`);
      return answer.statusCode === 200;
    } catch {
      return false;
    }
  }
}

t.test(
  "[DEL-29, DEL-30] a client that repeats with a key until 200 has each message stored once, in order, after kills at any moment",
  async (t) => {
    const seed = seedOfRun();
    const random = createRandom(seed);
    const installation = await Installation.create(t, "http://127.0.0.1:9/nobody");
    await installation.start();
    const senders = Array.from({ length: sendersCount }, (_, at) => new StubbornSender(installation, `sender-${at}`));
    const running = senders.map((sender) => sender.run());
    for (let kill = 1; kill <= kills; kill += 1) {
      await pause(150 + random() * 250);
      await installation.kill();
      await installation.start();
    }
    await pause(150);
    for (const sender of senders) sender.stop();
    await Promise.all(running);

    const repeats = senders.reduce((sum, sender) => sum + sender.repeats, 0);
    const about = `seed ${seed}: ${kills} kills, ${repeats} repeats`;
    t.comment(about);
    t.ok(repeats >= kills, `the kills met requests under way; ${about}`);
    const desk = await Desk.open(t, installation);
    const chats = await desk.api.chats();
    for (const { id, sent, refused } of senders) {
      t.strictSame(refused, [], `nothing was refused; ${about}`);
      const chatId = chats.find(({ client }) => client.id === id)?.id ?? "";
      const stored = (await desk.api.messages(chatId)).map(({ text }) => text);
      t.strictSame(stored, sent, `${id}; ${about}`);
    }
  },
);
