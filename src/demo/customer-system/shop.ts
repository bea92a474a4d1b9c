import { shopChannel } from "../demo-config.ts";
import { textAt } from "../json.ts";
import type { ParleyAnswer } from "../parley-client.ts";
import type { FlowLog } from "../transcript/flow-log.ts";
import type { EndpointAnswer } from "./endpoint.ts";
import type { Room, Rooms } from "./rooms.ts";

/** The customer system's side of surface A. */
export interface ParleyChannels {
  /** The status query: 1 while agents are online. */
  status(channelId: string, log: FlowLog | null): Promise<ParleyAnswer>;
  /** A customer's text message. */
  send(
    channelId: string,
    customer: { readonly id: string; readonly name: string },
    text: string,
    log: FlowLog | null,
  ): Promise<ParleyAnswer>;
}

const taken = { status: 200, body: { result: "ok" } } as const;

/** The shop behind the page: takes a customer's words to the service, and the agent's answers to the page. */
export class Shop {
  readonly #rooms: Rooms;
  readonly #channels: ParleyChannels;
  log: FlowLog | null = null;

  constructor(rooms: Rooms, channels: ParleyChannels) {
    this.#rooms = rooms;
    this.#channels = channels;
  }

  async isSupportOnline(): Promise<boolean> {
    const { status, body } = await this.#channels.status(shopChannel, null);
    return status === 200 && body === 1;
  }

  /** Sends what a customer wrote; the bubble says what became of it. */
  async say(room: Room, key: string, text: string): Promise<void> {
    if (["sending", "sent"].includes(room.bubbles.get(key)?.state ?? "")) return;
    const bubble = { key, from: "customer", name: room.name, text } as const;
    this.#rooms.show(room, { ...bubble, state: "sending" });
    const isTaken = await this.#channels.send(shopChannel, room, text, this.log).then(
      ({ status }) => status === 200,
      () => false,
    );
    this.#rooms.show(room, { ...bubble, state: isTaken ? "sent" : "failed" });
  }

  /** An agent's message; one that comes a second time is known by its id. */
  receive(message: unknown): EndpointAnswer {
    const room = this.#rooms.find(textAt(message, "recipient", "id"));
    // Somebody who does not use the page, such as a person with curl: nobody is there to be shown it.
    if (room === undefined) return taken;
    const key = textAt(message, "message", "id");
    const text = textAt(message, "message", "text");
    const name = textAt(message, "sender", "name");
    if (!room.bubbles.has(key)) this.#rooms.show(room, { key, from: "agent", name, text, state: "sent" });
    return taken;
  }
}
