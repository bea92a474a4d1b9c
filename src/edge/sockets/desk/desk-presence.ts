import type { AgentEvent } from "../../../../machines/agent/agent.machine.ts";
import type { AgentId } from "../../../../machines/ids.ts";
import { agentAddress, soloConversation } from "../../../../machines/tells.ts";
import type { Executor } from "../../../actors/executor.ts";
import { encodeDeskFrame } from "../../../codec/desk/desk-frames.ts";
import type { Result } from "../../../core/result.ts";
import { ok } from "../../../core/result.ts";
import type { Post, Target } from "../../../domain/effects.ts";
import { closeCodes } from "../close-codes.ts";
import type { DeskLink, GreetingDesk, LiveDesk } from "./desk-link.ts";

/** Notifies an agent's actor of changes of its sockets. */
export interface DeskPresence {
  /** Resolves when the event is committed and every channel of the agent is notified; fails when the service is over its limits. */
  send(agentId: AgentId, event: AgentEvent, cause: string): Promise<Result<void>>;
  /** As `send`, for the close of a socket. No caller would repeat it, so it is retried until it is committed. */
  sendClosed(agentId: AgentId, socketId: string): Promise<void>;
}

export function createDeskPresence(parts: { readonly post: Post; readonly executor: Executor }): DeskPresence {
  const { post, executor } = parts;
  return {
    async send(agentId, event, cause) {
      const outcome = await post.send({ target: targetOf(agentId), event, cause });
      if (!outcome.ok) return outcome;
      await executor.whenCarriedOut(outcome.tellIds);
      return ok(undefined);
    },
    sendClosed: (agentId, socketId) =>
      post.untilDone({
        target: targetOf(agentId),
        event: { type: "socket.closed", socketId },
        cause: `socket ${socketId}`,
      }),
  };
}

function targetOf(agentId: AgentId): Target {
  const actor = agentAddress(agentId);
  return { kind: "actor", actor, conversation: soloConversation(actor) };
}

/** Switches the agent's availability. If the link is not live yet, the switch follows when it is live. */
export function switchAvailability(
  link: DeskLink,
  session: GreetingDesk | LiveDesk,
  isAvailable: boolean,
  presence: DeskPresence,
): void | Promise<void> {
  const isRunning = session.wantedAvailability !== null;
  session.wantedAvailability = isAvailable;
  if (session.name === "live" && !isRunning) return carryOutSwitch(link, session, presence);
}

/** Carries out one change at a time; of several changes that arrive meanwhile the last one counts. */
export async function carryOutSwitch(link: DeskLink, live: LiveDesk, presence: DeskPresence): Promise<void> {
  while (link.isOpen && live.wantedAvailability !== null) {
    const isAvailable = live.wantedAvailability;
    const event = { type: "availability.changed" as const, isAvailable };
    const sent = await presence.send(live.owner.agentId, event, `socket ${link.id}`);
    if (!sent.ok) return link.end(closeCodes.tryAgainLater, sent.failure.message);
    if (live.wantedAvailability === isAvailable) live.wantedAvailability = null;
    link.send(encodeDeskFrame({ type: "available", value: isAvailable }));
  }
}
