import type { PacketKind } from "./packets.ts";

/** Longer messages are not joined, because no process sends one. */
const messageCharactersMax = 16 * 1024 * 1024;

export interface HeardPacket {
  readonly from: string;
  /** Topic and text of each message that is complete with this packet. */
  readonly messages: readonly (readonly [topic: string, text: string])[];
  /** True when something of this sender is missing. */
  readonly isGap: boolean;
}

interface Sender {
  number: number;
  /** Pieces of an incomplete message. */
  pieces: string[];
  characters: number;
  /** How many lists of living processes in a row did not contain it. */
  missed: number;
}

/** A list that was requested earlier may not contain a process that has just started. */
const missedMax = 10;

/** Joins the messages of other processes, and finds missing packets by their numbers. */
export class PacketReader {
  readonly #senders = new Map<string, Sender>();

  /**
   * `isNew` means that this process has just started to listen. Then an unknown sender may begin with any number. Returns null for
   * a text that is no packet, and for a packet that was received before.
   */
  read(payload: string, isNew: boolean): HeardPacket | null {
    const [, from, numberText, kind, body] = /^(\S+) (\d+) ([wpe]) (.*)$/s.exec(payload) ?? [];
    if (from === undefined || kind === undefined || body === undefined) return null;
    const number = Number(numberText);
    const known = this.#senders.get(from);
    // The sender repeats a packet when it does not know that the packet was sent.
    if (known !== undefined && number <= known.number) return null;
    const sender = known ?? { number: 0, pieces: [], characters: 0, missed: 0 };
    const isMissing = number !== sender.number + 1 && !(isNew && known === undefined);
    sender.number = number;
    this.#senders.set(from, sender);
    if (isMissing) dropPieces(sender);
    const words = joined(sender, kind as PacketKind, body);
    const messages = words === null ? [] : messagesOf(words);
    return { from, messages: messages ?? [], isGap: isMissing || messages === null };
  }

  /** Forgets senders that are no longer alive. */
  keep(living: readonly string[]): void {
    for (const [from, sender] of this.#senders) {
      sender.missed = living.includes(from) ? 0 : sender.missed + 1;
      if (sender.missed > missedMax) this.#senders.delete(from);
    }
  }

  /** Drops incomplete messages after a lost connection: their last pieces may be lost. */
  interrupt(): void {
    for (const sender of this.#senders.values()) dropPieces(sender);
  }
}

function dropPieces(sender: Sender): void {
  sender.pieces = [];
  sender.characters = 0;
}

/** Returns the complete text, or null when pieces are still to come. */
function joined(sender: Sender, kind: PacketKind, body: string): string | null {
  if (kind === "w") {
    dropPieces(sender);
    return body;
  }
  sender.characters += body.length;
  if (sender.characters <= messageCharactersMax) sender.pieces.push(body);
  if (kind === "p") return null;
  const words = sender.pieces.join("");
  dropPieces(sender);
  return words;
}

/** Returns null when the text has no messages, because a piece is missing. */
function messagesOf(words: string): (readonly [string, string])[] | null {
  let parts: unknown;
  try {
    parts = JSON.parse(`[${words}]`);
  } catch {
    return null;
  }
  if (!Array.isArray(parts)) return null;
  const messages: (readonly [string, string])[] = [];
  for (let at = 0; at < parts.length; at += 2) {
    const topic: unknown = parts[at];
    const text: unknown = parts[at + 1];
    if (typeof topic !== "string" || typeof text !== "string") return null;
    messages.push([topic, text]);
  }
  return messages;
}
