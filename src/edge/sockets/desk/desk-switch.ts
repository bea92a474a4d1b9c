import { encodeDeskFrame } from "../../../codec/desk/desk-frames.ts";
import { closeCodes } from "../close-codes.ts";
import type { DeskLink, GreetingDesk, LiveDesk } from "./desk-link.ts";
import type { DeskPresence } from "./desk-presence.ts";

/** Switches the agent's availability. If the link is not live yet, the switch follows when it is live. */
export function switchAvailability(
  link: DeskLink,
  session: GreetingDesk | LiveDesk,
  isAvailable: boolean,
  presence: Pick<DeskPresence, "tell">,
): void | Promise<void> {
  const isRunning = session.wantedAvailability !== null;
  session.wantedAvailability = isAvailable;
  if (session.name === "live" && !isRunning) return carryOutSwitch(link, session, presence);
}

/** Carries out one change at a time; of several changes that arrive meanwhile the last one counts. */
export async function carryOutSwitch(
  link: DeskLink,
  live: LiveDesk,
  presence: Pick<DeskPresence, "tell">,
): Promise<void> {
  while (link.isOpen && live.wantedAvailability !== null) {
    const isAvailable = live.wantedAvailability;
    const event = { type: "availability.changed" as const, isAvailable };
    const told = await presence.tell(live.owner.agentId, event, `socket ${link.id}`);
    if (!told.ok) return link.end(closeCodes.tryAgainLater, told.failure.message);
    if (live.wantedAvailability === isAvailable) live.wantedAvailability = null;
    link.send(encodeDeskFrame({ type: "available", value: isAvailable }));
  }
}
