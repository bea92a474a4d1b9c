import type { AgentEvent } from "../../../../machines/agent/agent.machine.ts";
import type { AgentId } from "../../../../machines/ids.ts";
import { agentAddress, soloConversation } from "../../../../machines/tells.ts";
import type { Executor } from "../../../actors/executor.ts";
import type { Result } from "../../../core/result.ts";
import { ok } from "../../../core/result.ts";
import type { Post, Target } from "../../../domain/effects.ts";

/** Notifies an agent's actor of changes of its sockets. */
export interface DeskPresence {
  /** Resolves when the event is committed and every channel of the agent is notified; fails when the service is over its limits. */
  tell(agentId: AgentId, event: AgentEvent, cause: string): Promise<Result<void>>;
  /** As `tell`, for the close of a socket. No caller would repeat it, so it is retried until it is committed. */
  tellClosed(agentId: AgentId, socketId: string): Promise<void>;
}

export function createDeskPresence(parts: { readonly post: Post; readonly executor: Executor }): DeskPresence {
  const { post, executor } = parts;
  return {
    async tell(agentId, event, cause) {
      const outcome = await post.send({ target: targetOf(agentId), event, cause });
      if (!outcome.ok) return outcome;
      await executor.whenCarriedOut(outcome.tellIds);
      return ok(undefined);
    },
    tellClosed: (agentId, socketId) =>
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
