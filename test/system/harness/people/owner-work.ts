import { setTimeout as pause } from "node:timers/promises";
import type { WebhookWorld } from "../worlds/webhook-world.ts";
import type { DeskApi } from "./desk-api.ts";

const pauseMsMax = 200;
const surprisesMax = 20;

/** Agents who serve one chat after the other: accept, change the contact twice, close. A step without an answer is repeated. */
export class OwnerWork {
  /** Chats that were closed, by the client's name. */
  readonly chats = new Map<string, string>();
  /** Answers that no kill explains. */
  readonly surprises: string[] = [];
  readonly #world: WebhookWorld;
  readonly #agents: readonly DeskApi[];
  readonly #random: () => number;
  #isOver = false;

  constructor(world: WebhookWorld, agents: readonly DeskApi[], random: () => number) {
    this.#world = world;
    this.#agents = agents;
    this.#random = random;
  }

  /** Lets the agents finish the chats in progress. */
  stop(): void {
    this.#isOver = true;
  }

  async run(number: number): Promise<void> {
    const api = this.#agents[number % this.#agents.length];
    if (api === undefined) throw new Error("Expected an agent, there is none");
    for (let round = 1; !this.#isOver; round += 1) await this.#takeChat(api, `client ${number}/${round}`);
  }

  async #takeChat(api: DeskApi, client: string): Promise<void> {
    await this.#insist([200], () => this.#world.write(client, "Is it ready?"));
    const { id } = await this.#world.desk.untilChat(client);
    const step = (method: string, name: string, statuses: readonly number[], body?: object): Promise<void> =>
      this.#insist(statuses, async () => (await api.call(method, `/chats/${id}/${name}`, body)).status);
    await step("POST", "accept", [200]);
    for (const description of ["first", "second"]) {
      await pause(this.#random() * pauseMsMax);
      await step("PATCH", "contact", [200], { description });
    }
    await pause(this.#random() * pauseMsMax);
    // An earlier close may have been done without an answer.
    await step("POST", "close", [200, 409]);
    this.chats.set(client, id);
  }

  async #insist(statuses: readonly number[], step: () => Promise<number | null>): Promise<void> {
    for (;;) {
      await this.#world.installation.whenServing();
      const status = await step().catch(() => null);
      if (status !== null && statuses.includes(status)) return;
      if (status !== null) this.surprises.push(`${status}, expected ${statuses}`);
      if (this.surprises.length > surprisesMax) throw new Error(this.surprises.join());
    }
  }
}
