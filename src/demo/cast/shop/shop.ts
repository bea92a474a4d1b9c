import type { FlowLog } from "../../flow-log.ts";
import type { SeenRequest } from "../customer-system.ts";
import type { ParleyAnswer } from "../parley-client.ts";
import type { Answer } from "../peer.ts";
import { parseAgentMessage } from "./agent-message.ts";
import type { Room, Rooms } from "./rooms.ts";

/** The sender of a message as the service receives it. The invitation and the page are optional. */
export interface Sender {
  readonly id: string;
  readonly name: string;
  readonly invite?: string;
  readonly url?: string;
}

export interface CustomerText {
  readonly sender: Sender;
  readonly text: string;
  /** The idempotency key. The service accepts a message once per key, even if the message is repeated. Source: DEL-29. */
  readonly key: string;
}

export type TypingState = "typein" | "typeout";

/** The calls that a customer system makes on surface A. */
export interface ParleyChannels {
  /** The status query: 1 while agents are online. */
  status(channelId: string, log: FlowLog | null): Promise<ParleyAnswer>;
  /** Sends a customer's text message. */
  send(channelId: string, message: CustomerText, log: FlowLog | null): Promise<ParleyAnswer>;
  /** Reports that a customer began or stopped typing. Makes one attempt, and rejects if that attempt fails. */
  type(channelId: string, senderId: string, state: TypingState, log: FlowLog | null): Promise<ParleyAnswer>;
  /** Adds the channel of an endpoint URL from the desk and returns its id. Returns null if the text is not such a URL. */
  learn(endpointUrl: string): string | null;
  /** Reads the file behind a link. */
  readFile(url: string, log: FlowLog | null): Promise<ParleyAnswer>;
}

const full = { status: 200, body: { error: { code: "mailbox_full", message: "Mailbox is full" } } } as const;

/** The shop behind the page. It sends customers' messages to the service, and agents' answers to the page. */
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

  /** Sends a customer's message. The state of the bubble shows the result. */
  async say(room: Room, key: string, text: string): Promise<void> {
    const known = room.bubbles.get(key);
    // A page that missed the result sends the message again. It gets the known state again.
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

  /** Reports that a customer began or stopped typing. A lost report is not repeated, because it is worthless later. */
  async type(room: Room, state: TypingState): Promise<void> {
    await room.outbox.add(() => this.#channels.type(room.channelId, room.id, state, this.log)).catch(() => undefined);
  }

  /** Connects the shop to a channel that was created in the desk. Returns the channel's id, or the reason of a failure. */
  async connect(endpointUrl: string): Promise<{ readonly channelId: string } | { readonly error: string }> {
    const channelId = this.#channels.learn(endpointUrl);
    if (channelId === null)
      return { error: "Expected an endpoint URL like …/chat-api/{random}/{CHANNEL_PUBLIC_ID}, as the desk shows it." };
    const { status } = await this.#channels.status(channelId, null);
    if (status !== 200) return { error: `The channel's status query answers ${status}: is the URL complete?` };
    return { channelId };
  }

  /** Handles a POST from the service, and shows the agent's action on the page. The id identifies a repeated message. */
  receive({ recipientId, fields }: SeenRequest): Answer {
    const room = this.#rooms.find(recipientId);
    // The customer does not use the page, for example a person with curl. There is no page to update.
    if (room === undefined) return "ok";
    const message = parseAgentMessage(fields);
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
    return "ok";
  }
}
