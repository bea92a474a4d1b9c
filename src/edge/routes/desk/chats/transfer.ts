import type { ChatOffer } from "../../../../../machines/chat/chat.types.ts";
import type { ChannelId } from "../../../../../machines/ids.ts";
import type { TransferRequest } from "../../../../codec/desk/desk-request.ts";
import { parseTransferRequest, transferRequestSchema } from "../../../../codec/desk/desk-request.ts";
import { channelDefaults } from "../../../../codec/settings/channel-defaults.ts";
import { asAgentId } from "../../../../core/ids.ts";
import type { Result } from "../../../../core/result.ts";
import { fail, ok } from "../../../../core/result.ts";
import { newBotNotice, newMessageId } from "../../../../domain/bot/bot-notice.ts";
import type { Route } from "../../../server/router.ts";
import { signatureOf } from "../desk-caller.ts";
import type { DeskParts } from "../desk-parts.ts";
import { chatStepDoc } from "./chat-doc.ts";
import { bodyStepHandler } from "./chat-step.ts";

/**
 * `POST /api/chats/{id}/transfer {agentId | departmentId}`: the chat waits and is offered to the agent or department. Any agent
 * who may see the chat may accept it.
 */
export const transferRoute = (desk: DeskParts): Route => ({
  pattern: "/api/chats/:id/transfer",
  gate: "load",
  methods: {
    post: bodyStepHandler(desk, {
      parse: parseTransferRequest,
      toEvent: (request, { caller, view, nowMs }) => {
        const to = findReceiver(desk, request, view.context.channelId);
        if (!to.ok) return to;
        return ok({
          type: "chat.transfer-requested",
          agent: signatureOf(caller),
          isAdministrator: caller.profile.role === "admin",
          to: to.value,
          messageId: newMessageId(),
          nowMs,
          notice: newBotNotice(nowMs),
          acceptTimeoutMs: acceptTimeoutOf(desk, view.context.channelId),
        });
      },
      idempotentAs: "transfer",
    }),
  },
  docs: {
    post: {
      ...chatStepDoc("transferChat", "Offers the chat to another agent or to a department.", transferRequestSchema),
      isIdempotent: true,
    },
  },
});

/** Source: BOT-45. The settings of a removed channel are still stored. */
const acceptTimeoutOf = ({ runtime }: DeskParts, channelId: ChannelId): number =>
  runtime.directory.findEver(channelId)?.settings.acceptTimeoutMs ?? channelDefaults.acceptTimeoutMs;

/** Finds the receiver, who must be allowed to get the channel's chats; else `invalid_request` names the field. */
const findReceiver = (desk: DeskParts, request: TransferRequest, channelId: ChannelId): Result<ChatOffer> =>
  "agentId" in request
    ? findAgent(desk, request.agentId, channelId)
    : findDepartment(desk, request.departmentId, channelId);

function findAgent({ runtime }: DeskParts, agentId: number, channelId: ChannelId): Result<ChatOffer> {
  const id = asAgentId(agentId);
  const agent = runtime.directory.agent(id);
  if (agent === undefined) return fail("invalid_request", `Field agentId must name an agent; there is no agent ${id}.`);
  return agentIdsOf(runtime.directory, channelId).includes(id)
    ? ok({ kind: "agent", id, name: agent.profile.name })
    : fail(
        "invalid_request",
        `Field agentId must name an agent of channel ${channelId}; agent ${id} does not receive its chats.`,
      );
}

function findDepartment({ runtime }: DeskParts, id: number, channelId: ChannelId): Result<ChatOffer> {
  const department = runtime.departments.find(id);
  if (department === undefined)
    return fail("invalid_request", `Field departmentId must name a department; there is no department ${id}.`);
  const isStaffed = agentIdsOf(runtime.directory, channelId).some((agentId) =>
    runtime.directory.agent(agentId)?.profile.departmentIds.includes(id),
  );
  return isStaffed
    ? ok({ kind: "department", id, name: department.name })
    : fail(
        "invalid_request",
        `Field departmentId must name a department with an agent of channel ${channelId}; department ${id} has none.`,
      );
}

const agentIdsOf = (directory: DeskParts["runtime"]["directory"], channelId: ChannelId) =>
  directory.findEver(channelId)?.settings.agentIds ?? [];
