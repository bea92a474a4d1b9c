import type { Clock, Wake } from "../../ports/clock.ts";
import { closeCodes } from "./close-codes.ts";
import type { LiveLink } from "./live-link.ts";

/** Rounds without an answer after which a link is dead. */
const silentRoundsMax = 5;

type Beating = Pick<LiveLink<unknown>, "silentRounds" | "ping" | "end">;

export interface Heartbeat {
  add(link: Beating): void;
  remove(link: Beating): void;
}

/**
 * Pings every link in rounds, and ends those that answered none of `silentRoundsMax` pings within `silenceMs`: at most
 * 1.2 times that after their peer vanished. Counting rounds and not time spares peers whose answers wait unread while this
 * process is held up; the server's own idle timer counts in steps of 4 s. Source: CH-13.
 */
export function createHeartbeat(parts: { readonly clock: Clock; readonly silenceMs: number }): Heartbeat {
  const { clock, silenceMs } = parts;
  const roundMs = silenceMs / silentRoundsMax;
  const links = new Set<Beating>();
  let wake: Wake | null = null;

  const arm = (): void => {
    wake = clock.wakeAt(clock.nowMs() + roundMs, () => {
      for (const link of links) beat(link, silenceMs);
      if (links.size > 0) arm();
      else wake = null;
    });
  };
  return {
    add(link) {
      links.add(link);
      if (wake === null) arm();
    },
    remove(link) {
      links.delete(link);
      if (links.size > 0) return;
      wake?.cancel();
      wake = null;
    },
  };
}

function beat(link: Beating, silenceMs: number): void {
  if (link.silentRounds >= silentRoundsMax) {
    link.end(closeCodes.silent, `No ping was answered for ${silenceMs} ms.`);
    return;
  }
  link.silentRounds += 1;
  link.ping();
}
