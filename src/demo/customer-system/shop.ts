import { textAt } from "../json.ts";
import type { ParleyAnswer } from "../parley-client.ts";
import type { FlowLog } from "../transcript/flow-log.ts";
import { parseAgentMessage } from "./agent-message.ts";
import type { EndpointAnswer } from "./endpoint.ts";
import type { Room, Rooms } from "./rooms.ts";

/** Who writes, as the service is told; an invitation and a page only where there are some. */
export interface Sender {
  readonly id: string;
  readonly name: string;
  readonly invite?: string;
  readonly url?: string;
}

export interface CustomerText {
  readonly sender: Sender;
  readonly text: string;
  /** The idempotency key: however often it is sent, the service takes it once. Source: DEL-29. */
  readonly key: string;
}

export type TypingState = "typein" | "typeout";

/** The customer system's side of surface A. */
export interface ParleyChannels {
  /** The status query: 1 while agents are online. */
  status(channelId: string, log: FlowLog | null): Promise<ParleyAnswer>;
  /** A customer's text message. */
  send(channelId: string, message: CustomerText, log: FlowLog | null): Promise<ParleyAnswer>;
  /** Tells that a customer began or stopped typing; tried once, and rejects when that fails. */
  type(channelId: string, senderId: string, state: TypingState, log: FlowLog | null): Promise<ParleyAnswer>;
  /** Takes up the channel of an endpoint URL as the desk shows it; null when that is none. */
  learn(endpointUrl: string): string | null;
  /** What lies under the link of a file. */
  readFile(url: string, log: FlowLog | null): Promise<ParleyAnswer>;
}

const taken = { status: 200, body: { result: "ok" } } as const;
const full = { status: 200, body: { error: { code: "mailbox_full", message: "Mailbox is full" } } } as const;

/** The shop behind the page: takes a customer's words to the service, and the agent's answers to the page. */
export class Shop {
  readonly #rooms: Rooms;
  readonly #channels: ParleyChannels;
  log: FlowLog | null = null;

  constructor(rooms: Rooms, channels: ParleyChannels) {
    this.#rooms = rooms;
    this.#channels = channels;
  }

  async isSupportOnline({ channelId }: Room): Promise<boolean> {
    const { status, body } = await this.#channels.status(channelId, null);
    return status === 200 && body === 1;
  }

  /** Sends what a customer wrote; the bubble says what became of it. */
  async say(room: Room, key: string, text: string): Promise<void> {
    const known = room.bubbles.get(key);
    // A page that missed the news asks again, and is told again.
    if (known !== undefined && known.state !== "failed") return this.#rooms.show(room, known);
    const bubble = { key, from: "customer", name: room.name, text, file: null } as const;
    this.#rooms.show(room, { ...bubble, state: "sending" });
    const sender = { id: room.id, name: room.name };
    const isTaken = await room.outbox
      .add(() => this.#channels.send(room.channelId, { sender, text, key }, this.log))
      .then(
        ({ status }) => status === 200,
        () => false,
      );
    this.#rooms.show(room, { ...bubble, state: isTaken ? "sent" : "failed" });
  }

  /** Hands on that a customer began or stopped typing. One that is lost is worth no second one. */
  async type(room: Room, state: TypingState): Promise<void> {
    await room.outbox.add(() => this.#channels.type(room.channelId, room.id, state, this.log)).catch(() => undefined);
  }

  /** Connects the shop to a channel that was made in the desk: its id, or why not. */
  async connect(endpointUrl: string): Promise<{ readonly channelId: string } | { readonly error: string }> {
    const channelId = this.#channels.learn(endpointUrl);
    if (channelId === null)
      return { error: "Expected an endpoint URL like …/chat-api/{random}/{CHANNEL_PUBLIC_ID}, as the desk shows it." };
    const { status } = await this.#channels.status(channelId, null);
    if (status !== 200) return { error: `The channel's status query answers ${status}: is the URL complete?` };
    return { channelId };
  }

  /** Whatever an agent does, for the page; a message that comes a second time is known by its id. */
  receive(body: unknown): EndpointAnswer {
    const room = this.#rooms.find(textAt(body, "recipient", "id"));
    // Somebody who does not use the page, such as a person with curl: nobody is there to be shown it.
    if (room === undefined) return taken;
    const message = parseAgentMessage(body);
    if (message.kind === "typing") {
      if (message.isTyping) room.typing.show(message.name);
      else room.typing.hide();
    } else if (message.kind === "said" && room.isFull) {
      return full;
    } else if (message.kind === "said" && !room.bubbles.has(message.id)) {
      const { id: key, name, text, file } = message;
      room.typing.hide();
      this.#rooms.show(room, { key, from: "agent", name, text, file, state: "sent" });
    }
    return taken;
  }
}
