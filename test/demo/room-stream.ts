import type { Test } from "tap";
import { EventSource } from "undici";
import type { Bubble, Typing } from "../../src/demo/customer-system/rooms.ts";

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

/** Only a failing test waits this long. */
const patienceMs = 10_000;

/** Watches a room as its page does. Resolves after the room has sent its existing state. */
export async function openRoomStream(t: Test, url: string): Promise<RoomStream> {
  const source = new EventSource(url);
  t.teardown(() => source.close());
  const events: StreamEvent[] = [];
  const waiters = new Set<() => void>();
  for (const name of ["customer", "bubble", "typing"]) {
    source.addEventListener(name, (event) => {
      events.push({ name, data: JSON.parse((event as MessageEvent).data) });
      for (const look of waiters) look();
    });
  }
  const until: RoomStream["until"] = (fits) =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`No event fits ${fits}: ${JSON.stringify(events)}`)), patienceMs);
      const look = (): void => {
        const found = events.find(fits);
        if (found === undefined) return;
        clearTimeout(timer);
        waiters.delete(look);
        resolve(found);
      };
      waiters.add(look);
      look();
    });
  await until(({ name }) => name === "typing");
  return { events, until };
}
