import type { Clock, Wake } from "../../ports/clock.ts";
import { closeCodes } from "./close-codes.ts";
import type { LinkSession, LiveLink } from "./live-link.ts";

/** Rounds without an answer after which a link is dead. */
const silentRoundsMax = 5;

type Beating = Pick<LiveLink<unknown, LinkSession>, "silentRounds" | "ping" | "end">;

export interface Heartbeat<Link> {
  add(link: Link): void;
  remove(link: Link): void;
}

export interface HeartbeatOptions<Link> {
  readonly clock: Clock;
  readonly silenceMs: number;
  /** Called before each ping; null for no check. */
  readonly mayStay: ((link: Link) => boolean) | null;
}

/**
 * Pings every link in rounds. Ends links that answered none of `silentRoundsMax` pings within `silenceMs`, at most
 * 1.2 times that after their peer vanished. It counts rounds and not time, so that a blocked process does not end peers whose
 * answers wait unread. The idle timer of uWebSockets.js counts in steps of 4 s. Source: CH-13.
 */
export function createHeartbeat<Link extends Beating>(options: HeartbeatOptions<Link>): Heartbeat<Link> {
  const { clock, silenceMs } = options;
  const roundMs = silenceMs / silentRoundsMax;
  const links = new Set<Link>();
  let wake: Wake | null = null;

  const arm = (): void => {
    wake = clock.wakeAt(clock.nowMs() + roundMs, () => {
      for (const link of links) beat(link, options);
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

function beat<Link extends Beating>(link: Link, { silenceMs, mayStay }: HeartbeatOptions<Link>): void {
  if (link.silentRounds >= silentRoundsMax) {
    link.end(closeCodes.silent, `No ping was answered for ${silenceMs} ms.`);
    return;
  }
  link.silentRounds += 1;
  if (mayStay === null || mayStay(link)) link.ping();
}
