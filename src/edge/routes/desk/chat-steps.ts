import { randomUUID } from "node:crypto";
import type { TSchema } from "typebox";
import type { ChatContext, ChatEvent, ChatOffer } from "../../../../machines/chat/chat.types.ts";
import type { ChannelId } from "../../../../machines/ids.ts";
import { chatAddress } from "../../../../machines/tells.ts";
import type { IdempotencyMark, TurnDone, TurnOutcome } from "../../../actors/pending.ts";
import { callRequestSchema, parseCallRequest } from "../../../codec/call/call-request.ts";
import { chatAnswer, noteAnswer } from "../../../codec/desk/desk-answer-schemas.ts";
import type { TransferRequest } from "../../../codec/desk/desk-request.ts";
import {
  blacklistRequestSchema,
  contactRequestSchema,
  dismissRequestSchema,
  noteRequestSchema,
  parseBlacklistRequest,
  parseContactRequest,
  parseDismissRequest,
  parseNoteRequest,
  parseTransferRequest,
  parseTypingRequest,
  transferRequestSchema,
  typingRequestSchema,
} from "../../../codec/desk/desk-request.ts";
import { channelDefaults } from "../../../codec/settings/channel-defaults.ts";
import type { Limits } from "../../../config/limits.ts";
import { asAgentId, asDeliveryId, asMessageId } from "../../../core/ids.ts";
import type { Result } from "../../../core/result.ts";
import { assert, fail, ok } from "../../../core/result.ts";
import type { Departments } from "../../../domain/agent/departments.ts";
import type { Calls } from "../../../domain/call/calls.ts";
import type { ChatPlace } from "../../../domain/chat/queries/chat-queries.ts";
import { readChat, showChat } from "../../../domain/chat/queries/chat-queries.ts";
import type { Directory } from "../../../domain/directory.ts";
import type { Post } from "../../../domain/effects.ts";
import { newBotNotice, newMessageId } from "../../../domain/new-ids.ts";
import type { Clock } from "../../../ports/clock.ts";
import type { Store } from "../../../ports/store.ts";
import type { AgentQuotas } from "../../limits/agent-quotas.ts";
import type { OperationDoc } from "../../server/operation.ts";
import type { Asked, Call, Operation } from "../operation.ts";
import { markOf, operation } from "../operation.ts";
import type { DeskCaller } from "./desk-caller.ts";
import { signatureOf } from "./desk-caller.ts";
import { showNewMessage } from "./shown-message.ts";
import type { VisibleChat } from "./visible-chat.ts";
import { findVisibleChat } from "./visible-chat.ts";

interface ChatSteps {
  readonly directory: Directory;
  readonly departments: Departments;
  readonly post: Post;
  readonly store: Store;
  readonly clock: Clock;
  readonly calls: Calls;
  readonly agentQuotas: AgentQuotas;
}

/** The steps of agents below `/api/chats/{id}`. */
export const chatStepOperations = (steps: ChatSteps): readonly Operation[] => [
  acceptChat(steps),
  typeInChat(steps),
  transferChat(steps),
  assignChat(steps),
  blacklistChat(steps),
  writeNote(steps),
  callClient(steps),
  changeContact(steps),
  closeChat(steps),
  reopenChat(steps),
  dismissFailed(steps),
];

/** The caller, the chat and the time of a step. */
interface AskedStep extends Pick<VisibleChat, "view"> {
  readonly caller: DeskCaller;
  readonly limits: Limits;
  readonly nowMs: number;
}

interface Step extends Pick<OperationDoc, "id" | "summary"> {
  readonly path: `/api/chats/:id/${string}`;
  toEvent(step: AskedStep): ChatEvent;
}

interface BodyStep<Body> extends Pick<OperationDoc, "id" | "summary"> {
  readonly method?: "patch";
  readonly path: `/api/chats/:id/${string}`;
  readonly body: {
    readonly schema: TSchema;
    parse(bytes: Uint8Array, limits: Limits, call: { readonly caller: DeskCaller }): Result<Body>;
  };
  toEvent(body: Body, step: AskedStep): Result<ChatEvent>;
  /** Set if the step creates something. Then an `Idempotency-Key` is honoured; it applies to steps with this name. */
  readonly idempotentAs?: string;
  /** Set if the step stores a message. Then the answer contains the message beside the chat. */
  readonly showsMessage?: true;
}

const common = { tag: "Chats", gate: "load", access: "agent", scope: "chats:write" } as const;
const answer = { status: 200, description: "The chat after the step.", schema: chatAnswer };

type AskedChat = Asked<"agent", `/api/chats/:id/${string}`>;

const findIn =
  (steps: ChatSteps) =>
  ({ caller, parameters: [idText] }: AskedChat): Promise<Result<VisibleChat>> =>
    findVisibleChat(steps, caller, idText);

/** `POST /api/chats/{id}/…` without a body: a step of the caller, answered 200 `{chat}`. */
const chatStep = (steps: ChatSteps, { id, summary, path, toEvent }: Step): Operation =>
  operation({
    ...common,
    method: "post",
    ...{ path, id, summary, answer },
    find: findIn(steps),
    failures: ["not_found", "conflict"],
    handle: (call) => take(steps, call, toEvent(stepOf(steps, call))),
  });

/** As `chatStep`, but the step has fields in its body. Answered 200 `{chat}` or `{chat, message}`. */
const bodyStep = <Body>(steps: ChatSteps, step: BodyStep<Body>): Operation =>
  operation({
    ...common,
    method: step.method ?? "post",
    ...{ path: step.path, id: step.id, summary: step.summary },
    answer: step.showsMessage
      ? { status: 200, description: "The chat, and the note in it.", schema: noteAnswer }
      : answer,
    ...(step.idempotentAs !== undefined && { isIdempotent: true }),
    find: findIn(steps),
    body: step.body,
    failures: ["conflict"],
    async handle(call) {
      const event = step.toEvent(call.body, stepOf(steps, call));
      if (!event.ok) return event;
      const scope = `desk/${call.caller.profile.id}/${call.found.id}/${step.idempotentAs}`;
      return take(steps, call, event.value, { mark: markOf(scope, call), showsMessage: step.showsMessage });
    },
  });

type StepCall = Call<"agent", string, VisibleChat, undefined, unknown>;

const stepOf = ({ clock }: ChatSteps, { caller, found, limits }: StepCall): AskedStep => ({
  caller,
  view: found.view,
  limits,
  nowMs: clock.nowMs(),
});

/** Sends a step to the chat's actor; resolves when the step is committed or refused. */
export const takeStep = (
  post: Post,
  { context, conversation }: ChatPlace,
  event: ChatEvent,
  cause: string,
  idempotency?: IdempotencyMark,
): Promise<TurnOutcome> =>
  post.send({
    target: { kind: "actor", actor: chatAddress(context.id), conversation },
    event,
    cause,
    ...(idempotency === undefined ? {} : { idempotency }),
  });

async function take(
  { post, store }: ChatSteps,
  { cause, found: { id, view }, limits }: StepCall,
  event: ChatEvent,
  {
    mark,
    showsMessage,
  }: { readonly mark?: IdempotencyMark | undefined; readonly showsMessage?: true | undefined } = {},
): Promise<Result<unknown>> {
  const outcome = await takeStep(post, view, event, cause, mark);
  if (!outcome.ok) return outcome;
  const after = outcome.isRepeat ? await readChat(store.durable, id) : viewOf(outcome);
  assert(after !== undefined, `chat ${id} took a step and is not stored`);
  const [chat, message] = await Promise.all([
    showChat(store.durable, after, limits),
    showsMessage ? showNewMessage(store, id, outcome) : undefined,
  ]);
  return ok(message === undefined ? { chat } : { chat, message });
}

/** The target is always a chat's actor, so the turn ends with a chat's context. */
const viewOf = ({ state, context }: TurnDone) => ({ state, context: context as ChatContext });

/** 409 if another agent has the chat; the answer names this agent. */
const acceptChat = (steps: ChatSteps): Operation =>
  chatStep(steps, {
    path: "/api/chats/:id/accept",
    id: "acceptChat",
    summary: "Accepts the chat for the caller.",
    toEvent: ({ caller, nowMs }) => ({
      type: "chat.accept-requested",
      agent: signatureOf(caller),
      nowMs,
      notice: newBotNotice(nowMs),
    }),
  });

/** The chat's agent started or stopped typing, or is still typing. Source: CH-49. */
const typeInChat = (steps: ChatSteps): Operation =>
  bodyStep(steps, {
    path: "/api/chats/:id/typing",
    id: "typeInChat",
    summary: "Reports that the agent types, or has stopped.",
    body: { schema: typingRequestSchema, parse: parseTypingRequest },
    toEvent: ({ type: state }, { caller, nowMs }) =>
      ok({ type: "chat.typing-requested", agent: signatureOf(caller), state, nowMs, typedAtMs: nowMs }),
  });

/** The chat waits and is offered to the agent or department, with a note for them. Any agent who may see the chat may accept it. */
const transferChat = (steps: ChatSteps): Operation =>
  bodyStep(steps, {
    path: "/api/chats/:id/transfer",
    id: "transferChat",
    summary: "Offers the chat to another agent or to a department.",
    body: {
      schema: transferRequestSchema,
      parse(bytes, limits, { caller }) {
        const request = parseTransferRequest(bytes, limits);
        if (!request.ok || request.value.note === null) return request;
        const refusal = steps.agentQuotas.takeNote(caller.profile.id);
        return refusal === null ? request : { ok: false, failure: refusal };
      },
    },
    toEvent(request, { caller, view, nowMs }) {
      const { channelId } = view.context;
      const to = findReceiver(steps, request, channelId);
      if (!to.ok) return to;
      return ok({
        type: "chat.transfer-requested",
        agent: signatureOf(caller),
        isAdministrator: caller.profile.role === "admin",
        to: to.value,
        messageId: newMessageId(),
        ...(request.note !== null && { note: { id: asMessageId(randomUUID()), text: request.note } }),
        nowMs,
        notice: newBotNotice(nowMs),
        acceptTimeoutMs: acceptTimeoutOf(steps, channelId),
      });
    },
    idempotentAs: "transfer",
  });

/** Source: BOT-45. The settings of a removed channel are still stored. */
const acceptTimeoutOf = ({ directory }: ChatSteps, channelId: ChannelId): number =>
  directory.findEver(channelId)?.settings.acceptTimeoutMs ?? channelDefaults.acceptTimeoutMs;

/** Finds the receiver, who must be allowed to get the channel's chats; else `invalid_request` names the field. */
const findReceiver = (steps: ChatSteps, request: TransferRequest, channelId: ChannelId): Result<ChatOffer> =>
  "agentId" in request
    ? findAgent(steps, request.agentId, channelId)
    : findDepartment(steps, request.departmentId, channelId);

function findAgent({ directory }: ChatSteps, agentId: number, channelId: ChannelId): Result<ChatOffer> {
  const id = asAgentId(agentId);
  const agent = directory.agent(id);
  if (agent === undefined) return fail("invalid_request", `Field agentId must name an agent; there is no agent ${id}.`);
  return agentIdsOf(directory, channelId).includes(id)
    ? ok({ kind: "agent", id, name: agent.profile.name })
    : fail(
        "invalid_request",
        `Field agentId must name an agent of channel ${channelId}; agent ${id} does not receive its chats.`,
      );
}

function findDepartment({ directory, departments }: ChatSteps, id: number, channelId: ChannelId): Result<ChatOffer> {
  const department = departments.find(id);
  if (department === undefined)
    return fail("invalid_request", `Field departmentId must name a department; there is no department ${id}.`);
  const isStaffed = agentIdsOf(directory, channelId).some((agentId) =>
    directory.agent(agentId)?.profile.departmentIds.includes(id),
  );
  return isStaffed
    ? ok({ kind: "department", id, name: department.name })
    : fail(
        "invalid_request",
        `Field departmentId must name a department with an agent of channel ${channelId}; department ${id} has none.`,
      );
}

const agentIdsOf = (directory: Directory, channelId: ChannelId) =>
  directory.findEver(channelId)?.settings.agentIds ?? [];

/** Source: WH-15. */
const assignChat = (steps: ChatSteps): Operation =>
  chatStep(steps, {
    path: "/api/chats/:id/assign",
    id: "assignChat",
    summary: "Binds the chat to the card of the client in the CRM.",
    toEvent: ({ caller, nowMs }) => ({ type: "chat.assign-requested", agent: signatureOf(caller), nowMs }),
  });

/** Source: WH-20. */
const blacklistChat = (steps: ChatSteps): Operation =>
  bodyStep(steps, {
    path: "/api/chats/:id/blacklist",
    id: "blacklistChat",
    summary:
      "Puts the client on the blacklist, or takes the client off. Messages of a client on the blacklist are stored, but no agent gets them.",
    body: { schema: blacklistRequestSchema, parse: parseBlacklistRequest },
    toEvent: ({ value: isBlacklisted }, { caller, nowMs }) =>
      ok({
        type: "chat.blacklist-requested",
        agent: signatureOf(caller),
        isBlacklisted,
        messageId: newMessageId(),
        nowMs,
      }),
  });

/** A note is never sent to the customer. */
const writeNote = (steps: ChatSteps): Operation =>
  bodyStep(steps, {
    path: "/api/chats/:id/note",
    id: "writeNote",
    summary: "Writes a note that only agents see.",
    body: {
      schema: noteRequestSchema,
      parse(bytes, limits, { caller }) {
        const refusal = steps.agentQuotas.takeNote(caller.profile.id);
        return refusal === null ? parseNoteRequest(bytes, limits) : { ok: false, failure: refusal };
      },
    },
    toEvent(text, { caller, nowMs }) {
      const message = { id: asMessageId(randomUUID()), text };
      return ok({ type: "chat.note-requested", agent: signatureOf(caller), message, nowMs });
    },
    idempotentAs: "note",
    showsMessage: true,
  });

/** The gateway rings the caller, then the client. Source: CALL-06. */
const callClient = (steps: ChatSteps): Operation =>
  operation({
    ...common,
    method: "post",
    path: "/api/chats/:id/call",
    id: "callClient",
    summary: "Calls the client.",
    answer,
    find: findIn(steps),
    body: {
      schema: callRequestSchema,
      parse: (bytes, limits, { found }) => parseCallRequest(bytes, limits, found.view.context.client.phone),
    },
    failures: ["conflict"],
    async handle({ cause, caller, found, limits, body: phone }) {
      const called = await steps.calls.requestOutgoing(found.view, caller.profile, phone, cause);
      return called.ok ? ok({ chat: await showChat(steps.store.durable, called.value, limits) }) : called;
    },
  });

/** A blank value deletes the stored value. */
const changeContact = (steps: ChatSteps): Operation =>
  bodyStep(steps, {
    method: "patch",
    path: "/api/chats/:id/contact",
    id: "changeContact",
    summary: "Changes the contact data of the client.",
    body: { schema: contactRequestSchema, parse: parseContactRequest },
    toEvent: (change, { nowMs }) => ok({ type: "chat.contact-change-requested", change, nowMs }),
  });

/** Source: CH-23. */
const closeChat = (steps: ChatSteps): Operation =>
  chatStep(steps, {
    path: "/api/chats/:id/close",
    id: "closeChat",
    summary: "Closes the chat. The next message of the client opens a new chat.",
    toEvent: ({ caller, nowMs }) => ({ type: "chat.close-requested", agent: signatureOf(caller), nowMs }),
  });

/** 409 with the reason if it is too late, or if the client has started another chat. */
const reopenChat = (steps: ChatSteps): Operation =>
  chatStep(steps, {
    path: "/api/chats/:id/reopen",
    id: "reopenChat",
    summary:
      "Reopens a closed chat for the caller. This works for 10 minutes after the end, unless the limit `reopenWindowMs` is different.",
    toEvent: ({ caller, view, limits, nowMs }) => ({
      type: "chat.reopen-requested",
      agent: signatureOf(caller),
      nowMs,
      notice: newBotNotice(nowMs),
      messageId: newMessageId(),
      windowMs: limits.reopenWindowMs,
      isChannelOpen: steps.directory.find(view.context.channelId)?.settings.enabled === true,
    }),
  });

/** 409 if the named message is not marked. Also for closed chats. */
const dismissFailed = (steps: ChatSteps): Operation =>
  bodyStep(steps, {
    path: "/api/chats/:id/dismiss-failed",
    id: "dismissFailed",
    summary:
      "Removes the failure mark from a message, and from earlier failed messages. An entry in the chat names the agent.",
    body: { schema: dismissRequestSchema, parse: parseDismissRequest },
    toEvent: ({ deliveryId }, { caller, nowMs }) =>
      ok({
        type: "chat.dismiss-requested",
        agent: signatureOf(caller),
        deliveryId: asDeliveryId(deliveryId),
        messageId: newMessageId(),
        nowMs,
      }),
  });
