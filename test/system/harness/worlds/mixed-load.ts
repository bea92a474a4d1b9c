import { Client } from "undici";
import type { BotWorld, PostRequest } from "./bot-world.ts";

/** The maximum length of a lane to the customer system: the first message and the waiting ones. */
const laneMax = 501;
const postsAtOnce = 25;
const surprisesMax = 20;
/** Requests in progress at once. */
const burst = 8;
const botMessage = (text: string) => ({ event: "BOT_MESSAGE", message: { type: "TEXT", text } });

/** Bots that post into full lanes while their clients write, and an agent who answers. A request without an answer is repeated. */
export class MixedLoad {
  /** For each client: the texts that were answered 200, in order, for each of its writers. */
  readonly said = new Map<string, string[][]>();
  /** Texts of replies that were answered 202. */
  readonly replied: string[] = [];
  /** How many posts of bots were refused because the lane was full. */
  refusedPosts = 0;
  /** Answers that neither a kill nor a full lane explains. */
  readonly surprises: string[] = [];
  readonly #world: BotWorld;
  #isOver = false;

  constructor(world: BotWorld) {
    this.#world = world;
  }

  stop(): void {
    this.#isOver = true;
  }

  /** Posts until the client's lane accepts no more. The customer system must not answer. */
  async fillLane(client: string): Promise<void> {
    for (let posted = 0; posted <= laneMax; posted += postsAtOnce) {
      await Promise.all(Array.from({ length: postsAtOnce }, (_, index) => this.#post(client, posted + index)));
    }
  }

  /** The client writes message after message. */
  async write(client: string): Promise<void> {
    const said: string[] = [];
    const writers = this.said.get(client) ?? [];
    this.said.set(client, [...writers, said]);
    for (let number = 1; !this.#isOver; number += 1) {
      const text = `${client} ${number} of ${writers.length}`;
      const status = await this.#try(() => this.#world.trySay(client, text));
      if (status === 200) said.push(text);
      else if (status !== null) this.#surprised(`${status} for "${text}"`);
    }
  }

  /**
   * The client writes and its bot posts. Several requests run at once, on separate connections, so that a post shares its commit
   * with messages and with the end of an attempt.
   */
  async hurry(client: string): Promise<void> {
    const { installation, desk } = this.#world;
    const { id } = await desk.untilChat(client);
    const said: string[] = [];
    this.said.set(client, [said]);
    let number = 0;
    const numbered = (): string => {
      number += 1;
      return `${client} ${number}`;
    };
    while (!this.#isOver) {
      await installation.whenServing();
      const [saying, posting] = [installation.url, installation.url].map(
        (url) => new Client(url, { pipelining: burst }),
      );
      for (let isWhole = true; isWhole && !this.#isOver; ) {
        const texts = Array.from({ length: burst }, numbered);
        const says = texts.map((text) => this.#send(saying, this.#world.sayRequest(client, text)));
        const posts = texts.map(() => this.#send(posting, this.#world.postRequest(client, id, botMessage("bot"))));
        const statuses = await Promise.all(says);
        said.push(...texts.filter((_, index) => statuses[index] === 200));
        const postStatuses = await Promise.all(posts);
        this.refusedPosts += postStatuses.filter((status) => status === 502).length;
        isWhole = ![...statuses, ...postStatuses].includes(null);
      }
      await Promise.all([saying?.destroy(), posting?.destroy()]);
    }
  }

  /** Kim replies to the client, and repeats each text until it is accepted. */
  async reply(client: string): Promise<void> {
    const { id } = await this.#world.desk.untilChat(client);
    for (let number = 1; !this.#isOver; ) {
      const text = `reply ${number} to ${client}`;
      const answer = await this.#try(() => this.#world.desk.api.reply(id, text, text.replaceAll(" ", "-")));
      if (answer === null) continue;
      if (answer.status === 202) this.replied.push(text);
      else if (answer.status !== 409) this.#surprised(`${answer.status} for "${text}"`);
      number += 1;
    }
  }

  async #post(client: string, number: number): Promise<void> {
    const status = await this.#try(() => this.#world.tryPost(client, botMessage(`bot ${number}`)));
    if (status === 502) this.refusedPosts += 1;
    else if (status !== null && status !== 200) this.#surprised(`${status} for post ${number} about ${client}`);
  }

  /** Several requests may be in progress on one connection. Returns `null` if the connection broke. */
  async #send(connection: Client | undefined, { path, body }: PostRequest): Promise<number | null> {
    try {
      const answer = await connection?.request({ method: "POST", path, body, idempotent: true });
      await answer?.body.dump();
      return answer?.statusCode ?? null;
    } catch {
      return null;
    }
  }

  /** Returns `null` if the connection broke. */
  async #try<Answer>(step: () => Promise<Answer>): Promise<Answer | null> {
    await this.#world.installation.whenServing();
    return step().catch(() => null);
  }

  #surprised(what: string): void {
    this.surprises.push(what);
    if (this.surprises.length > surprisesMax) throw new Error(`Expected nothing of the kind: ${this.surprises.join()}`);
  }
}
