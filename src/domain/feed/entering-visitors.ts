import type { ChannelId, ConversationKey } from "../../../machines/ids.ts";

/** A page between its hello and its `ready`. */
export interface EnteringPage {
  send(frame: string): void;
  /** From now on it hears what is published for its visitor and its widget. */
  subscribe(): void;
  /** More came meanwhile than is kept for it: it has to come back. */
  overflow(): void;
}

/** Where a visitor is. */
export interface VisitorPlace {
  readonly channelId: ChannelId;
  readonly conversation: ConversationKey;
}

/** The way of one page from its hello to its `ready`. */
export interface Entrance {
  /**
   * The page has just been sent what was stored; `sent` are those frames. It is sent what came meanwhile, but what it has already, and hears
   * everything from then on.
   */
  release(sent: readonly string[]): void;
  /** The page is gone, or hears by itself: nothing is kept for it any more. */
  leave(): void;
}

interface Kept {
  readonly visitor: VisitorPlace;
  readonly page: EnteringPage;
  /** `null` before the page's place in the order has come: what is published until then is not for it. */
  frames: string[] | null;
  bytes: number;
}

/** Frames of one page; one that is told more has to come back, and finds it stored. */
const framesMax = 1_000;

/** Keeps for pages that enter what is published meanwhile. */
export class EnteringVisitors {
  readonly #bytesMax: number;
  readonly #pages = new Map<ConversationKey, Set<Kept>>();
  readonly #ofChannel = new Map<ChannelId, number>();

  /** So many bytes are kept of each page. */
  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax;
  }

  isAnyOf(channelId: ChannelId): boolean {
    return this.#ofChannel.has(channelId);
  }

  isAny(conversation: ConversationKey): boolean {
    return this.#pages.has(conversation);
  }

  /** `hear` is to be called when its place in the order has come. */
  add(visitor: VisitorPlace, page: EnteringPage): Entrance & { hear(): void } {
    const { channelId, conversation } = visitor;
    const kept: Kept = { visitor, page, frames: null, bytes: 0 };
    const pages = this.#pages.get(conversation);
    if (pages === undefined) this.#pages.set(conversation, new Set([kept]));
    else pages.add(kept);
    this.#ofChannel.set(channelId, (this.#ofChannel.get(channelId) ?? 0) + 1);
    return {
      hear() {
        kept.frames ??= [];
      },
      release: (sent) => {
        if (!this.#remove(kept)) return;
        const known = new Set(sent);
        for (const frame of kept.frames ?? []) if (!known.has(frame)) page.send(frame);
        page.subscribe();
      },
      leave: () => void this.#remove(kept),
    };
  }

  /** To be called with every frame that is published for the visitor. */
  keep(conversation: ConversationKey, frame: string): void {
    for (const kept of this.#pages.get(conversation) ?? []) {
      if (kept.frames === null) continue;
      kept.bytes += Buffer.byteLength(frame);
      kept.frames.push(frame);
      if (kept.frames.length <= framesMax && kept.bytes <= this.#bytesMax) continue;
      this.#remove(kept);
      kept.page.overflow();
    }
  }

  /** False when it was gone already. */
  #remove(kept: Kept): boolean {
    const { channelId, conversation } = kept.visitor;
    const pages = this.#pages.get(conversation);
    if (pages?.delete(kept) !== true) return false;
    if (pages.size === 0) this.#pages.delete(conversation);
    const left = (this.#ofChannel.get(channelId) ?? 0) - 1;
    if (left > 0) this.#ofChannel.set(channelId, left);
    else this.#ofChannel.delete(channelId);
    return true;
  }
}
