import type { AgentProfile } from "../../../machines/agent/agent.machine.ts";
import type { CallContext, CallReported } from "../../../machines/call/call.machine.ts";
import type { CallbackHours, CallbackSettings } from "../../../machines/channel/channel.types.ts";
import type { ChatContext } from "../../../machines/chat/chat.types.ts";
import type { AgentId, ChannelId, ConversationKey } from "../../../machines/ids.ts";
import type { RungAgent } from "../../../machines/tells.ts";
import { callAddress, channelAddress, chatAddress } from "../../../machines/tells.ts";
import type { TurnDone } from "../../actors/pending.ts";
import type { CallStatusReport } from "../../codec/call/call-status.ts";
import { asChatId } from "../../core/ids.ts";
import { digitsOf, isPhoneNumber } from "../../core/phone.ts";
import type { Result } from "../../core/result.ts";
import { fail, ok } from "../../core/result.ts";
import { keyPages } from "../../core/rows/damaged-rows.ts";
import type { Log } from "../../ports/log.ts";
import type { Peers } from "../../ports/peers.ts";
import type { ActorRow } from "../../ports/store.ts";
import type { Telephony } from "../../ports/telephony.ts";
import { readStoredActor } from "../actors.ts";
import type { ChatView } from "../chat/queries/chat-queries.ts";
import { readChat } from "../chat/queries/chat-queries.ts";
import type { Target } from "../effects.ts";
import type { Runtime } from "../runtime.ts";
import { createSharedQueue } from "../shared-queue.ts";
import { createCallIds } from "./call-ids.ts";
import { findCaller } from "./caller.ts";

/** Each turn of the event loop counts one page of chats, so that other work runs in between. */
const rowsAtOnce = 100;

/**
 * Returns the agent for a call of the channel: the available agent with the fewest open chats, then with the lowest id;
 * `null` when none is available. Source: CALL-08.
 */
async function chooseAgent(parts: Runtime, channelId: ChannelId): Promise<AgentProfile | null> {
  const ids = [...new Set(parts.directory.find(channelId)?.settings.agentIds ?? [])];
  const available = ids.filter((id) => parts.directory.agent(id)?.isAvailable).sort((one, other) => one - other);
  const id = available.length > 1 ? await leastBusy(parts, available) : available[0];
  return id === undefined ? null : (parts.directory.agent(id)?.profile ?? null);
}

async function leastBusy(parts: Runtime, ids: readonly AgentId[]): Promise<AgentId | undefined> {
  const counts = new Map(ids.map((id) => [id, 0]));
  for await (const page of keyPages(parts.store, "chatState", { prefix: ["with_agent"], limit: rowsAtOnce })) {
    for (const id of await Promise.all(page.map(({ key }) => agentOf(parts, key[1])))) {
      const count = id === undefined ? undefined : counts.get(id);
      if (id !== undefined && count !== undefined) counts.set(id, count + 1);
    }
  }
  const fewest = Math.min(...counts.values());
  return ids.find((id) => counts.get(id) === fewest);
}

/** An unreadable chat does not stop a call. */
async function agentOf({ store, defects }: Runtime, chatNumber: number): Promise<AgentId | undefined> {
  try {
    return (await readChat(store, asChatId(String(chatNumber))))?.context.agent?.id;
  } catch (error) {
    defects.releaseFailed(`counting chat ${chatNumber}`, error);
    return undefined;
  }
}

/** A visitor's request for a callback. */
export interface CallbackRequest {
  readonly channelId: ChannelId;
  readonly conversation: ConversationKey;
  readonly senderId: string;
  readonly phone: string;
}

/** Begins calls and receives the reports of the gateway. Every failure is a value. */
export interface Calls {
  /** Loads the running calls. Await it before any other method. */
  start(): Promise<void>;
  /** Why this visitor can request no callback now; `null` when it can. Source: WJ-27, CALL-10. */
  callbackRefusal(channelId: ChannelId, conversation: ConversationKey): Promise<CallbackRefusal | null>;
  /** The same for an unknown visitor. */
  channelRefusal(channelId: ChannelId): CallbackRefusal | null;
  /**
   * Begins a callback. Ok, with the visitor's chat, when it is committed, also when the call has already failed without an
   * agent. `invalid_request` for an invalid number, `conflict` with the text of `callbackRefusal`. Source: WJ-26, CALL-08.
   */
  requestCallback(request: CallbackRequest, cause: string): Promise<Result<ChatContext>>;
  /**
   * Begins a call of this agent to the chat's client. Ok, with the chat, when it is committed. `conflict` while the client has a
   * running call, in a closed chat, and without a gateway. Source: CALL-06.
   */
  requestOutgoing(
    chat: Pick<ChatView, "conversation" | "context">,
    agent: AgentProfile,
    phone: string,
    cause: string,
  ): Promise<Result<Pick<ChatView, "state" | "context">>>;
  /**
   * Receives a status. Ok when its change is committed, or when it changes nothing. `not_found` for an unknown call that is not a
   * new incoming one, `invalid_request` for an unknown agent. The statuses of one call are processed in order. Source: CALL-05, CALL-07.
   */
  report(status: CallStatusReport, cause: string): Promise<Result<void>>;
}

interface CallsParts {
  readonly runtime: Runtime;
  readonly peers: Peers;
  readonly telephony: Telephony;
  readonly log: Log;
  /** The channel of unknown callers; `null`: the first channel by id. */
  readonly incomingChannelId: ChannelId | null;
}

const noAgent = "No agent available";
const received = ok<void>(undefined);

export function createCalls(parts: CallsParts): Calls {
  const { runtime, telephony, peers } = parts;
  const { store, runningCalls, clock } = runtime;
  /** Calls of a channel begin one after another, across all processes: each decision depends on the balance that the last one left. */
  const byChannel = createSharedQueue("calls of channel", peers, clock);
  /** Incoming calls of one number: the second call belongs to the same client as the first. */
  const byPhone = createSharedQueue("calls from", peers, clock);
  const ids = createCallIds(store, runtime.defects, createSharedQueue("call", peers, clock));
  /** News of calls that other processes have just begun may not have arrived yet. */
  const catchUp = async (): Promise<void> => {
    if (!peers.isAlone) await runningCalls.takeUpNewest(store, clock.nowMs());
  };

  /** Begins the service's own call of this agent. Without an agent the call has already failed. */
  const begin = async (target: Target, own: OwnCall, cause: string): Promise<Result<TurnDone>> => {
    const { agent, ...facts } = own;
    return ids.withNew(async (id) => {
      const rung = agent === null ? null : toRung(agent);
      const failure = agent === null ? noAgent : null;
      const nowMs = runtime.clock.nowMs();
      const event = { type: "call.requested", nowMs, id, ...facts, rung, chosenId: null, failure } as const;
      const outcome = await runtime.post.send({ target, event, cause });
      return outcome.ok ? ok(outcome) : outcome;
    });
  };

  const calls: Calls = {
    async start() {
      if (telephony.isConfigured) await runningCalls.load(store);
    },
    callbackRefusal: (channelId, conversation) => refuseCallback(channelId, conversation, runtime, telephony),
    channelRefusal: (channelId) => refuseOnChannel(channelId, runtime, telephony),
    requestCallback({ channelId, conversation, senderId, phone }, cause) {
      return byChannel.inOrder(channelId, async () => {
        if (!isPhoneNumber(phone)) return fail("invalid_request", "Invalid phone number");
        await catchUp();
        // First count the callbacks that have just been answered.
        await runtime.executor.whenReceived(channelAddress(channelId));
        const refusal = await calls.callbackRefusal(channelId, conversation);
        if (refusal !== null) return fail("conflict", refusal);
        const agent = await chooseAgent(runtime, channelId);
        const target = { kind: "sought", conversation, channelId, senderId, senderIdKind: "string" } as const;
        const bot = botAt(channelId, runtime);
        const begun = await begin(target, { callType: "callback", phone, agent, isFromWidget: true, ...bot }, cause);
        return begun.ok ? ok(chatOf(begun.value)) : begun;
      });
    },
    requestOutgoing({ conversation, context: { id, channelId } }, agent, phone, cause) {
      return byChannel.inOrder(channelId, async () => {
        if (!telephony.isConfigured) return fail("conflict", "No call gateway is configured; there are no calls.");
        await catchUp();
        if (runningCalls.isRunning(conversation))
          return fail("conflict", "A call of this client is running; another can begin when it has ended.");
        const target = { kind: "actor", actor: chatAddress(id), conversation } as const;
        const begun = await begin(target, { callType: "outgoing", phone, agent }, cause);
        return begun.ok ? ok({ state: begun.value.state, context: chatOf(begun.value) }) : begun;
      });
    },
    report(status, cause) {
      const { callId, agentId } = status;
      return ids.inOrder(callId, async () => {
        const agent = agentId === null ? null : runtime.directory.agentEver(agentId)?.profile;
        if (agent === undefined)
          return fail("invalid_request", `Field agent_id must name an agent; there is no agent ${agentId}.`);
        const row = await store.read("actor", [callAddress(callId)]);
        if (row !== undefined) return change(row, status, cause, parts);
        const begin = (): Promise<Result<void>> => beginIncoming(status, agent, cause, parts);
        return status.phone === null ? begin() : byPhone.inOrder(digitsOf(status.phone), begin);
      });
    },
  };
  return calls;
}

/** A call that the service requests from the gateway. */
interface OwnCall {
  readonly callType: "callback" | "outgoing";
  readonly phone: string;
  readonly agent: AgentProfile | null;
  readonly isFromWidget?: true;
  readonly hasBot?: true;
}

/** The chat that a call begins goes to the channel's bot afterwards. Source: BOT-01. */
const botAt = (channelId: ChannelId, { directory }: Runtime): Pick<OwnCall, "hasBot"> =>
  (directory.find(channelId)?.settings.bot ?? null) === null ? {} : { hasBot: true };

/** Source: CALL-07, CALL-09. */
async function beginIncoming(
  { callId: id, type, status, phone }: CallStatusReport,
  agent: AgentProfile | null,
  cause: string,
  { runtime, incomingChannelId }: CallsParts,
): Promise<Result<void>> {
  if (type !== "incoming" || status !== "start" || phone === null) return fail("not_found", `There is no call ${id}.`);
  const caller = await findCaller(phone, incomingChannelId, runtime);
  if (caller === null) return fail("not_found", `There is no channel for the incoming call ${id}.`);
  const { target, isFromWidget } = caller;
  const chosen = agent === null ? await chooseAgent(runtime, target.channelId) : null;
  const outcome = await runtime.post.send({
    target,
    event: {
      type: "call.requested",
      nowMs: runtime.clock.nowMs(),
      id,
      callType: "incoming",
      phone,
      rung: agent === null ? null : toRung(agent),
      chosenId: chosen?.id ?? null,
      failure: null,
      ...(isFromWidget && { isFromWidget }),
      ...botAt(target.channelId, runtime),
    },
    cause,
  });
  return outcome.ok ? received : outcome;
}

async function change(
  row: ActorRow,
  { callId, status, agentId, reason, recordUrl }: CallStatusReport,
  cause: string,
  { runtime, log }: CallsParts,
): Promise<Result<void>> {
  const before = readStoredActor(row, "call");
  const { channelId, rung, connectedId } = before.context as CallContext;
  const isKnown = agentId !== null || rung !== null || connectedId !== null;
  const chosen = isKnown ? null : await chooseAgent(runtime, channelId);
  const event: CallReported = {
    type: "call.reported",
    nowMs: runtime.clock.nowMs(),
    status,
    agentId,
    chosenId: chosen?.id ?? null,
    reason,
    recordUrl,
  };
  const target = { kind: "actor", actor: row.actor, conversation: row.conversation } as const;
  const outcome = await runtime.post.send({ target, event, cause });
  if (!outcome.ok) return outcome;
  if (outcome.state === before.state)
    log.info(
      { callId, status, state: before.state, cause },
      "a report of the gateway did not change the state of its call",
    );
  return received;
}

const toRung = ({ id, name, phone }: AgentProfile): RungAgent => ({ id, name, phone: phone ?? "" });

/** The target was a client or a chat, so that the turn ends with a chat's context. */
const chatOf = ({ context }: TurnDone): ChatContext => context as ChatContext;

/** Spelled exactly so. Source: WJ-27. */
type CallbackRefusal = "Callback disabled" | "Callback unavaiable";

/** Why nobody can request a callback on the channel now; `null` when an unknown visitor can. Source: WJ-27, CALL-10. */
function refuseOnChannel(
  channelId: ChannelId,
  { directory, clock, runningCalls }: Runtime,
  telephony: Telephony,
): CallbackRefusal | null {
  const settings = directory.find(channelId)?.settings;
  const callback = settings?.widget?.callback;
  if (!telephony.isConfigured || settings === undefined || callback === undefined || !callback.enabled)
    return "Callback disabled";
  const isAvailable =
    settings.enabled &&
    // A client whose phone rings may answer: the last of the balance is not promised twice.
    callback.balance > runningCalls.unanswered(channelId) &&
    isWithinHours(callback, clock.nowMs());
  return isAvailable ? null : "Callback unavaiable";
}

/** Why this visitor can request no callback now; `null` when it can. Source: WJ-27, CALL-10. */
export async function refuseCallback(
  channelId: ChannelId,
  conversation: ConversationKey,
  runtime: Runtime,
  telephony: Telephony,
): Promise<CallbackRefusal | null> {
  const refusal = refuseOnChannel(channelId, runtime, telephony);
  if (refusal !== null) return refusal;
  const client = await runtime.store.read("client", [conversation]);
  // Everything else is checked after the read: a call may have begun meanwhile.
  const isBusy = runtime.runningCalls.isRunning(conversation);
  return (
    refuseOnChannel(channelId, runtime, telephony) ??
    (isBusy || client?.client.isBlacklisted === true ? "Callback unavaiable" : null)
  );
}

/** One formatter for each time zone of a channel: creating a formatter is a hundred times the work of using it. */
const formatters = new Map<string, Intl.DateTimeFormat>();

const dayNames = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];

/** Whether callbacks may be requested at this time, in the channel's time zone. Source: CALL-10. */
export function isWithinHours(
  { hours, timeZone }: Pick<CallbackSettings, "hours" | "timeZone">,
  nowMs: number,
): boolean {
  if (hours.length === 0) return true;
  const { day, time } = localTimeOf(timeZone, nowMs);
  return hours.some((span) => isWithin(span, day, time));
}

/** Hours that end at or before their start continue past midnight. The next day need not be in `days`. */
function isWithin({ days, from, to }: CallbackHours, day: number, time: string): boolean {
  if (from < to) return days.includes(day) && from <= time && time < to;
  const dayBefore = day === 1 ? 7 : day - 1;
  return (days.includes(day) && from <= time) || (days.includes(dayBefore) && time < to);
}

/** The day, 1 is Monday, and the time as `HH:MM`, which sorts in order of time. */
function localTimeOf(timeZone: string, nowMs: number): { readonly day: number; readonly time: string } {
  const parts = formatterOf(timeZone).formatToParts(nowMs);
  const textOf = (type: string): string => parts.find((part) => part.type === type)?.value ?? "";
  return { day: dayNames.indexOf(textOf("weekday")) + 1, time: `${textOf("hour")}:${textOf("minute")}` };
}

function formatterOf(timeZone: string): Intl.DateTimeFormat {
  const known = formatters.get(timeZone);
  if (known !== undefined) return known;
  const made = new Intl.DateTimeFormat("en-US", {
    timeZone,
    weekday: "short",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  });
  formatters.set(timeZone, made);
  return made;
}
