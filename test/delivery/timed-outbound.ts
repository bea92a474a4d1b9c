import type { Socket } from "node:net";
import type { Test } from "tap";
import type { OutboundOptions } from "../../src/delivery/create-outbound.ts";
import { createKnownTokens } from "../../src/domain/bot/known-tokens.ts";
import type { Outbound } from "../../src/ports/outbound.ts";
import { createManualClock } from "../edge/manual-clock.ts";
import { createFaultyStore } from "../harness/faulty-store.ts";
import type { LogLine } from "./attempts.ts";
import { openOutbound } from "./attempts.ts";
import type { Behaviour } from "./peer.ts";

/** Everything that was logged or traced about attempts in these tests. */
export const told: unknown[] = [];

/** Opens an outbound side. The test owns its clock. */
export function openTimed(t: Test, changes: Partial<OutboundOptions> = {}) {
  const clock = createManualClock();
  const { store, failNext, hold, commits } = createFaultyStore();
  const knownTokens = createKnownTokens(store, clock);
  const lines: LogLine[] = [];
  const outbound = openOutbound(t, { clock, knownTokens, ...changes }, lines);
  told.push(lines);
  const tell: Outbound["tellBot"] = async (telling) => {
    const outcome = await outbound.tellBot(telling);
    told.push(outcome);
    return outcome;
  };
  return { clock, store, failNext, hold, commits, knownTokens, lines, tell, close: () => outbound.close() };
}

/** Answers requests with these behaviours, one after another. The last behaviour repeats for all further requests. */
export function inTurn(...behaviours: readonly Behaviour[]): Behaviour {
  let count = 0;
  return (socket, request) => {
    const behave = behaviours[Math.min(count, behaviours.length - 1)];
    count += 1;
    behave?.(socket, request);
  };
}
/** Holds requests until the test releases them. */
export function holdBack(behave: Behaviour) {
  const held: (readonly [Socket, string])[] = [];
  return {
    held,
    behave: (socket: Socket, request: string) => void held.push([socket, request]),
    letGo: () => {
      for (const [socket, request] of held.splice(0)) behave(socket, request);
    },
  };
}

/** Waits some turns of the event loop, so that everything happens that needs no timer. */
export async function passTurns(): Promise<void> {
  for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}
