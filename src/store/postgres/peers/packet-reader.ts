import type { PacketKind } from "./packets.ts";

/** Longer messages are not put together again: nobody tells one. */
const messageCharactersMax = 16 * 1024 * 1024;

export interface HeardPacket {
  readonly from: string;
  /** Topic and text of each message that is whole with this packet. */
  readonly messages: readonly (readonly [topic: string, text: string])[];
  /** Something of this sender is missing. */
  readonly isGap: boolean;
}

interface Sender {
  number: number;
  /** Pieces of a message that is not whole yet. */
  pieces: string[];
  characters: number;
  /** So often it was not among those who live. */
  missed: number;
}

/** One that has just begun may not be in a list that was on its way meanwhile. */
const missedMax = 10;

/** Puts together what other processes tell, and finds out what is missing by the numbers of the packets. */
export class PacketReader {
  readonly #senders = new Map<string, Sender>();

  /**
   * `isNew` says that this process began to hear a moment ago: then a sender that was not heard before may begin with any number. Answers null
   * for what is no packet, or was heard before.
   */
  read(payload: string, isNew: boolean): HeardPacket | null {
    const [, from, numberText, kind, body] = /^(\S+) (\d+) ([wpe]) (.*)$/s.exec(payload) ?? [];
    if (from === undefined || kind === undefined || body === undefined) return null;
    const number = Number(numberText);
    const known = this.#senders.get(from);
    // Told again, because the teller did not find out that it was told.
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

  /** Forgets those that do not live any more. */
  keep(living: readonly string[]): void {
    for (const [from, sender] of this.#senders) {
      sender.missed = living.includes(from) ? 0 : sender.missed + 1;
      if (sender.missed > missedMax) this.#senders.delete(from);
    }
  }

  /** What was told meanwhile is lost: pieces have no end. */
  interrupt(): void {
    for (const sender of this.#senders.values()) dropPieces(sender);
  }
}

function dropPieces(sender: Sender): void {
  sender.pieces = [];
  sender.characters = 0;
}

/** The words that are whole now, if any. */
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

/** Null where they are no messages: a piece is missing. */
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
