/** The outcome of each message that an open loop has sent. */
export interface MessageAccount {
  /** Each sender's messages are numbered from 0 up to this count. */
  readonly sentBySender: readonly number[];
  /** All other messages were answered 200. */
  readonly unconfirmed: readonly Unconfirmed[];
}

export interface Unconfirmed {
  readonly sender: number;
  readonly lap: number;
  /** The message was not refused: it had no answer, or an answer that leaves its outcome open. */
  readonly mayBeStored: boolean;
}

/** Whether a status leaves the outcome open. Source: ERR-16. */
const isOpenAfter = (status: number): boolean => status >= 500 && ![500, 502, 503].includes(status);

/**
 * Chooses the next sender and records the outcome. A sender has at most one message in progress, so that the order of its
 * messages is known.
 */
export class MessageBook {
  readonly #sent: Uint32Array;
  readonly #unconfirmed: Unconfirmed[] = [];
  /** Senders that may write, in a ring. The sender that has waited longest is at `#first`. */
  readonly #idle: Uint32Array;
  #first = 0;
  #idleCount: number;

  constructor(senders: number) {
    this.#sent = new Uint32Array(senders);
    this.#idle = Uint32Array.from({ length: senders }, (_, sender) => sender);
    this.#idleCount = senders;
  }

  /** Returns the next message; `null` while every sender has one in progress. */
  next(): { readonly sender: number; readonly lap: number } | null {
    if (this.#idleCount === 0) return null;
    const sender = this.#idle[this.#first] ?? 0;
    this.#first = (this.#first + 1) % this.#idle.length;
    this.#idleCount -= 1;
    const lap = this.#sent[sender] ?? 0;
    this.#sent[sender] = lap + 1;
    return { sender, lap };
  }

  /**
   * Records the status; `null` means no answer. After a message with an unknown outcome its sender writes no more, because a
   * later message might overtake that message.
   */
  settle(sender: number, lap: number, status: number | null): void {
    const mayBeStored = status === null || isOpenAfter(status);
    if (status !== 200) this.#unconfirmed.push({ sender, lap, mayBeStored });
    if (mayBeStored) return;
    this.#idle[(this.#first + this.#idleCount) % this.#idle.length] = sender;
    this.#idleCount += 1;
  }

  account(): MessageAccount {
    return { sentBySender: [...this.#sent], unconfirmed: this.#unconfirmed };
  }
}
