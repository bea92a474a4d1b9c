import type { FlowLog } from "../flow-log.ts";
import type { CustomerSystem, SeenRequest } from "./customer-system.ts";
import { openCustomerSystem } from "./customer-system.ts";
import type { ParleyAnswer, ParleyCall, ParleyService } from "./parley-client.ts";
import { callParley } from "./parley-client.ts";
import type { Answer, Ending } from "./peer.ts";
import { refusal } from "./peer.ts";

/** The sender of a message as the service receives it. The invitation and the page are optional. */
export interface Sender {
  readonly id: string;
  readonly name: string;
  readonly invite?: string;
  readonly url?: string;
}

interface CustomerText {
  readonly sender: Sender;
  readonly text: string;
  /** The idempotency key. The service accepts a message once per key, even if the message is repeated. Source: DEL-29. */
  readonly key: string;
}

/** The calls that a customer system makes on surface A. */
export interface ParleyChannels {
  /** The status query: 1 while agents are online. */
  status(channelId: string, log: FlowLog | null): Promise<ParleyAnswer>;
  /** Sends a customer's text message. */
  send(channelId: string, message: CustomerText, log: FlowLog | null): Promise<ParleyAnswer>;
  /** Reports that a customer began or stopped typing. Makes one attempt, and rejects if that attempt fails. */
  type(channelId: string, senderId: string, state: "typein" | "typeout", log: FlowLog | null): Promise<ParleyAnswer>;
  /** Reads the file behind a link. */
  readFile(url: string, log: FlowLog | null): Promise<ParleyAnswer>;
}

/** `random` returns the secret part of a channel's address. */
export function createChannels(service: ParleyService, random: (channelId: string) => string): ParleyChannels {
  const call = (made: ParleyCall, log: FlowLog | null): Promise<ParleyAnswer> => callParley(service, "shop", made, log);
  const pathOf = (channelId: string): string => `/chat-api/${random(channelId)}/${channelId}`;
  return {
    status: (channelId, log) => call({ method: "GET", path: `${pathOf(channelId)}/status` }, log),
    send(channelId, { sender, text, key }, log) {
      const body = { sender, message: { type: "text", text } };
      return call({ method: "POST", path: pathOf(channelId), body, idempotencyKey: key }, log);
    },
    type(channelId, id, state, log) {
      const body = { sender: { id }, message: { type: state } };
      return call({ method: "POST", path: pathOf(channelId), body, isNotice: true }, log);
    },
    readFile: (url, log) => call({ method: "GET", path: new URL(url).pathname }, log),
  };
}

/** How the shop treats the messages for a channel. */
interface ChannelPlay {
  readonly log: FlowLog | null;
  receive(message: SeenRequest): Answer;
}

/** A sample customer system: a small shop. It answers 404 for a channel that nobody plays. */
export interface ShopSystem extends CustomerSystem {
  /** From this call on, the log records the messages for this channel. Without `receive` each message is accepted. */
  play(channelId: string, log: FlowLog | null, receive?: ChannelPlay["receive"]): void;
}

export async function openShop(t: Ending): Promise<ShopSystem> {
  const plays = new Map<string, ChannelPlay>();
  const logOf = ({ channelId }: SeenRequest): FlowLog | null => plays.get(channelId)?.log ?? null;
  const nowhere = refusal(404, "not_found", "No sample customer system has this address.");
  const system = await openCustomerSystem(
    t,
    (_text, message) => [plays.get(message.channelId)?.receive(message) ?? nowhere],
    {
      came: (message) => logOf(message)?.request("parley", "shop", message.method, message.path, message.fields),
      answered: (message, status, body) => logOf(message)?.answer("parley", "shop", status, body),
    },
  );
  return {
    ...system,
    play: (channelId, log, receive = () => "ok") => void plays.set(channelId, { log, receive }),
  };
}

/** Whether the message only says that an agent began or stopped typing. The service never repeats such a notice. Source: CH-45, DEL-20. */
export const isTypingNotice = ({ type }: SeenRequest): boolean => type === "typein" || type === "typeout";
