import { randomBytes } from "node:crypto";
import type { Clock, Wake } from "../../../ports/clock.ts";
import { Outbox } from "../outbox.ts";
import type { SentFile } from "./agent-message.ts";

/** One bubble of the page. When its state changes, the bubble is sent again with the same key. */
export interface Bubble {
  readonly key: string;
  readonly from: "customer" | "agent";
  readonly name: string;
  /** For a file: its comment, or "" without a comment. */
  readonly text: string;
  readonly file: SentFile | null;
  readonly atMs: number;
  readonly state: "sending" | "sent" | "failed";
}

/** The agent who is typing to the customer; null if nobody is. */
export interface Typing {
  readonly who: string | null;
}

/** An event for the pages that are open in a room. */
export type RoomEvent =
  | { readonly name: "bubble"; readonly data: Bubble }
  | { readonly name: "typing"; readonly data: Typing };

/** One customer of the sample shop. Everybody who opens the shop's page is a customer. */
export interface Room {
  readonly id: string;
  readonly name: string;
  /** The channel to which the customer's messages go. */
  channelId: string;
  /** If true, agents' messages are refused with the error of a full mailbox. */
  isFull: boolean;
  readonly bubbles: Map<string, Bubble>;
  readonly typing: TypingSign;
  readonly outbox: Outbox;
  readonly watchers: Set<(event: RoomEvent) => void>;
}

const roomsMax = 100;
const bubblesMax = 500;
const idPattern = /^[A-Za-z0-9_-]{16}$/;

/** The customers that use the page. */
export class Rooms {
  readonly #clock: Clock;
  readonly #rooms = new Map<string, Room>();
  readonly #channelId: string;
  #guests = 0;

  /** Customers write to `channelId` until their room gets another channel. */
  constructor(clock: Clock, channelId: string) {
    this.#clock = clock;
    this.#channelId = channelId;
  }

  newId(): string {
    return randomBytes(12).toString("base64url");
  }

  find(id: string): Room | undefined {
    return this.#rooms.get(id);
  }

  /** Returns the room of an address, also of a page from before a restart of the demo. Undefined if `id` is not valid. */
  enter(id: string): Room | undefined {
    const known = this.#rooms.get(id);
    if (known !== undefined || !idPattern.test(id)) return known;
    this.#guests += 1;
    const room = this.#open(id, `Guest ${this.#guests}`);
    this.#rooms.set(id, room);
    const [oldest] = this.#rooms.values();
    if (this.#rooms.size > roomsMax && oldest !== undefined) this.#forget(oldest);
    return room;
  }

  /** Shows a bubble. A bubble that is already shown keeps its place and time. */
  show(room: Room, bubble: Omit<Bubble, "atMs">): void {
    const shown = { ...bubble, atMs: room.bubbles.get(bubble.key)?.atMs ?? this.#clock.nowMs() };
    room.bubbles.set(bubble.key, shown);
    const [oldest] = room.bubbles.keys();
    if (room.bubbles.size > bubblesMax && oldest !== undefined) room.bubbles.delete(oldest);
    tell(room.watchers, { name: "bubble", data: shown });
  }

  close(): void {
    for (const room of [...this.#rooms.values()]) this.#forget(room);
  }

  #open(id: string, name: string): Room {
    const watchers: Room["watchers"] = new Set();
    const typing = new TypingSign(this.#clock, (who) => tell(watchers, { name: "typing", data: { who } }));
    const own = { channelId: this.#channelId, isFull: false, outbox: new Outbox() };
    return { id, name, ...own, bubbles: new Map(), typing, watchers };
  }

  #forget(room: Room): void {
    room.typing.hide();
    this.#rooms.delete(room.id);
  }
}

function tell(watchers: Room["watchers"], event: RoomEvent): void {
  for (const watcher of watchers) watcher(event);
}

/** The sign is hidden after this time even if the `typeout` is lost. */
const shownMs = 10_000;

/** Shows on a page who is typing, until the typing ends or for 10 s after the last notice. */
class TypingSign {
  readonly #clock: Clock;
  readonly #tell: (who: string | null) => void;
  #who: string | null = null;
  #expiry: Wake | null = null;

  constructor(clock: Clock, tell: (who: string | null) => void) {
    this.#clock = clock;
    this.#tell = tell;
  }

  get who(): string | null {
    return this.#who;
  }

  show(who: string): void {
    this.#expiry?.cancel();
    this.#expiry = this.#clock.wakeAt(this.#clock.nowMs() + shownMs, () => this.hide());
    this.#change(who);
  }

  hide(): void {
    this.#expiry?.cancel();
    this.#expiry = null;
    this.#change(null);
  }

  #change(who: string | null): void {
    if (who === this.#who) return;
    this.#who = who;
    this.#tell(who);
  }
}
