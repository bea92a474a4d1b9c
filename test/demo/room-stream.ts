import type { Test } from "tap";
import { EventSource } from "undici";
import { Facts } from "../../src/demo/cast/facts.ts";
import type { Bubble, Typing } from "../../src/demo/cast/shop/rooms.ts";

/** An event of a room's stream. Its fields depend on its name. */
export interface StreamEvent {
  readonly name: string;
  readonly data: Partial<Bubble & Typing>;
}

export interface RoomStream {
  readonly events: readonly StreamEvent[];
  /** Resolves with the first event that fits, received already or in the future. */
  until(fits: (event: StreamEvent) => boolean): Promise<StreamEvent>;
}

/** Watches a room as its page does. Resolves after the room has sent its existing state. */
export async function openRoomStream(t: Test, url: string): Promise<RoomStream> {
  const source = new EventSource(url);
  t.teardown(() => source.close());
  const events: StreamEvent[] = [];
  const facts = new Facts();
  for (const name of ["customer", "bubble", "typing"]) {
    source.addEventListener(name, (event) => {
      events.push({ name, data: JSON.parse((event as MessageEvent).data) });
      facts.changed();
    });
  }
  const until: RoomStream["until"] = (fits) =>
    facts.until(
      `an event that fits ${fits}`,
      () => events.find(fits),
      () => events,
    );
  await until(({ name }) => name === "typing");
  return { events, until };
}
