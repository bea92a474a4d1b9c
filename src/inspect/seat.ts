import type { InspectorPeer, InspectorSeat } from "../ports/inspector.ts";
import type { Hub } from "./hub.ts";
import type { Feeder, OutsideActors } from "./outside-actors.ts";

/** Gives a socket the right to watch and to report its own actors. Returns `null` while there are too many watchers. */
export function takeSeat(peer: InspectorPeer, hub: Hub, outside: OutsideActors): InspectorSeat | null {
  const seat = hub.take(peer);
  if (seat === null) return null;
  const feeder: Feeder = { actors: new Set() };
  return {
    watch: (keys, since) => hub.watch(seat, keys, since),
    feed: (frame) => outside.feed(feeder, frame),
    leave() {
      hub.leave(seat);
      outside.part(feeder);
    },
  };
}
