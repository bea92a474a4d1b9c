import { randomBytes } from "node:crypto";
import { nowMs } from "../time.ts";

/** What the page shows as one bubble; sent again with the same key when its state changes. */
export interface Bubble {
  readonly key: string;
  readonly from: "customer" | "agent";
  readonly name: string;
  readonly text: string;
  readonly atMs: number;
  readonly state: "sending" | "sent" | "failed";
}

/** One customer of the sample shop: whoever opened its page. */
export interface Room {
  readonly id: string;
  readonly name: string;
  readonly bubbles: Map<string, Bubble>;
  readonly watchers: Set<(bubble: Bubble) => void>;
}

const roomsMax = 100;
const bubblesMax = 500;
const idPattern = /^[A-Za-z0-9_-]{16}$/;

/** The customers that use the page now. */
export class Rooms {
  readonly #rooms = new Map<string, Room>();
  #guests = 0;

  newId(): string {
    return randomBytes(12).toString("base64url");
  }

  find(id: string): Room | undefined {
    return this.#rooms.get(id);
  }

  /** A page that outlived a restart of the demo keeps its address; undefined when that cannot be one. */
  enter(id: string): Room | undefined {
    const known = this.#rooms.get(id);
    if (known !== undefined || !idPattern.test(id)) return known;
    this.#guests += 1;
    const room: Room = { id, name: `Guest ${this.#guests}`, bubbles: new Map(), watchers: new Set() };
    this.#rooms.set(id, room);
    const [oldest] = this.#rooms.keys();
    if (this.#rooms.size > roomsMax && oldest !== undefined) this.#rooms.delete(oldest);
    return room;
  }

  /** Shows a bubble; one that is there already keeps its place and time. */
  show(room: Room, bubble: Omit<Bubble, "atMs">): void {
    const shown = { ...bubble, atMs: room.bubbles.get(bubble.key)?.atMs ?? nowMs() };
    room.bubbles.set(bubble.key, shown);
    const [oldest] = room.bubbles.keys();
    if (room.bubbles.size > bubblesMax && oldest !== undefined) room.bubbles.delete(oldest);
    for (const tell of room.watchers) tell(shown);
  }
}
