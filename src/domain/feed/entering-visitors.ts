import type { ChannelId, ConversationKey } from "../../../machines/ids.ts";

/** A page between its hello and its `ready`. */
export interface EnteringPage {
  send(frame: string): void;
  /** From now on the page receives frames for its visitor and its widget. */
  subscribe(): void;
  /** More frames came than are kept for the page: it must connect again. */
  overflow(): void;
}

/** The channel and conversation of a visitor. */
export interface VisitorPlace {
  readonly channelId: ChannelId;
  readonly conversation: ConversationKey;
}

/** The way of one page from its hello to its `ready`. */
export interface Entrance {
  /**
   * Call it after the page has received the stored frames, `sent`. The page then receives the frames that came meanwhile, without
   * those in `sent`, and all later frames.
   */
  release(sent: readonly string[]): void;
  /** Call it when the page is disconnected or subscribed: no more frames are kept for it. */
  leave(): void;
}

interface Kept {
  readonly visitor: VisitorPlace;
  readonly page: EnteringPage;
  /** `null` before the page's place in the order has come: earlier frames are not for it. */
  frames: string[] | null;
  bytes: number;
}

/** The frames that are kept for one page. A page with more must connect again, and reads them from the store. */
const framesMax = 1_000;

/** Keeps published frames for pages that are still entering. */
export class EnteringVisitors {
  readonly #bytesMax: number;
  readonly #pages = new Map<ConversationKey, Set<Kept>>();
  readonly #ofChannel = new Map<ChannelId, number>();

  /** Keeps at most this many bytes for each page. */
  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax;
  }

  isAnyOf(channelId: ChannelId): boolean {
    return this.#ofChannel.has(channelId);
  }

  isAny(conversation: ConversationKey): boolean {
    return this.#pages.has(conversation);
  }

  /** Call `hear` when the page's place in the order has come. */
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

  /** Call it with every frame that is published for the visitor. */
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

  /** False when the page was already removed. */
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
