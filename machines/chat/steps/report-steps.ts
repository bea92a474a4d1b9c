import { given, nothing } from "../../effects.ts";
import type { BotEnded, CrmAnswered, Report, ReportRefused } from "../../tells.ts";
import type { Steps } from "../../wire.ts";
import {
  canAssign,
  isContactChanged,
  storedLine,
  withCaller,
  withContactChange,
  withSenderFacts,
  withVisitorChange,
} from "../changes.ts";
import type {
  AcceptRequested,
  AssignRequested,
  CallRequested,
  ChatContext,
  ChatEffect,
  ChatEvent,
  ContactChangeRequested,
  CrmFacts,
  MessageReceived,
  RateGiven,
  ReopenRequested,
  TransferRequested,
  VisitorChanged,
} from "../chat.types.ts";
import type { ClientFacts, CrmAnswer } from "../client.types.ts";

const makeReport = ({ nowMs }: ChatEvent, report: Report): ChatEffect => ({
  type: "effect.report.make",
  nowMs,
  report,
});

/**
 * An agent pressed Reply, or reopened a chat that nobody had accepted: the first one of this chat. Runs before that agent is noted. Source:
 * WH-14.
 */
const reportAccepted = ({ visit }: ChatContext, event: AcceptRequested | ReopenRequested): ChatEffect =>
  visit.isAccepted ? nothing : makeReport(event, { event: "chat_accepted", agentId: event.agent.id });

type Changing = MessageReceived | VisitorChanged | ContactChangeRequested | CallRequested | ReopenRequested;

/** The client as it will be after the event. */
function changedClient({ client }: ChatContext, event: Changing): ClientFacts {
  switch (event.type) {
    case "message.received":
      return withSenderFacts(client, event.sender);
    case "visitor.changed":
      return withVisitorChange(client, event.change);
    case "chat.contact-change-requested":
      return withContactChange(client, event.change);
    case "call.requested":
      return withCaller(client, event.phone);
    case "chat.reopen-requested":
      return event.standing?.client ?? client;
  }
}

/** Runs before the change is made; only in a chat that an agent has accepted. Source: WH-16. */
function reportUpdated(context: ChatContext, event: Changing): ChatEffect {
  const opener = event.type === "chat.reopen-requested" ? event.agent.id : undefined;
  const agentId = opener ?? context.agent?.id ?? context.agentIds.at(-1);
  if (agentId === undefined || !isContactChanged(context.client, changedClient(context, event))) return nothing;
  return makeReport(event, { event: "chat_updated", agentId });
}

/** Runs after the closing agent is noted; a chat that no agent closed names none. Source: WH-17. */
const reportFinished = ({ agentIds }: ChatContext, event: ChatEvent): ChatEffect =>
  event.type === "chat.expired" ? nothing : makeReport(event, { event: "chat_finished", agentIds });

const cardOf = ({ visit }: ChatContext): CrmFacts => given(visit.crm, "an answer of the owner's server");

function reportAssigned(context: ChatContext, event: AssignRequested): ChatEffect {
  const assignTo = given(cardOf(context).crmLink, "a link to be bound to");
  return makeReport(event, { event: "chat_assigned", agentId: event.agent.id, assignTo });
}

/** Runs after the transfer is noted. */
const reportTransferred = (_: ChatContext, event: TransferRequested): ChatEffect =>
  makeReport(event, { event: "chat_transferred", agentId: event.agent.id, to: event.to });

const reportReopened = (_: ChatContext, event: ReopenRequested): ChatEffect =>
  makeReport(event, { event: "chat_reopened", agentId: event.agent.id });

/** What a client on the blacklist does is reported to nobody before the end of the chat. Source: WH-20. */
const reportRated = ({ client }: ChatContext, event: RateGiven): ChatEffect =>
  client.isBlacklisted
    ? nothing
    : makeReport(event, { event: "chat_rated", rate: event.rate, comment: event.comment?.text ?? null });

/** A bot that was disconnected has not failed. */
const reportBotFailed = (_: ChatContext, event: BotEnded): ChatEffect =>
  event.failure === undefined ? nothing : makeReport(event, { event: "bot_failed", failure: event.failure });

const noCrmFacts: CrmFacts = {
  isOfAcceptance: false,
  customData: [],
  crmLink: null,
  enableAssign: false,
  isAssigned: false,
  page: null,
};

/** The first answer to `chat_accepted` with data counts, and every one to `chat_updated`. Source: WH-30, WH-32. */
const isAnswerShown = ({ visit: { crm } }: ChatContext, { event }: CrmAnswered): boolean =>
  event !== "chat_accepted" || crm?.isOfAcceptance !== true;

/** The context with the fields of the answer; absent fields stay. Source: WH-24 to WH-32. */
function keepAnswer({ client, visit }: ChatContext, { event, answer, nowMs }: CrmAnswered): Partial<ChatContext> {
  const before = visit.crm ?? noCrmFacts;
  const isOfAcceptance = before.isOfAcceptance || event === "chat_accepted";
  return {
    visit: { ...visit, crm: { ...withAnswer(before, answer), isOfAcceptance } },
    client: { ...client, ...answer.contact },
    updatedAtMs: nowMs,
  };
}

function withAnswer(crm: CrmFacts, { customData, crmLink, enableAssign, page }: CrmAnswer): CrmFacts {
  const isOtherCard = crmLink !== undefined && crmLink !== crm.crmLink;
  return {
    ...crm,
    customData: customData ?? crm.customData,
    crmLink: crmLink ?? crm.crmLink,
    enableAssign: enableAssign ?? crm.enableAssign,
    isAssigned: crm.isAssigned && !isOtherCard,
    page: page ?? crm.page,
  };
}

/** The owner's server answered with a failure, which the agent reads. Source: WH-34. */
const storeRefusal = (context: ChatContext, event: ReportRefused): ChatEffect =>
  storedLine(context, event, event.lineId, `The owner's system refused ${event.event}: ${event.failure.message}`);

/** Events for the owner's server, and its answers. */
export const reportSteps = {
  guards: { canAssign, isAnswerShown },
  assigns: {
    noteAssigned: (context) => ({ visit: { ...context.visit, crm: { ...cardOf(context), isAssigned: true } } }),
    keepAnswer,
  },
  emits: {
    reportAccepted,
    reportUpdated,
    reportAssigned,
    reportFinished,
    reportTransferred,
    reportReopened,
    reportRated,
    reportBotFailed,
    storeRefusal,
  },
} satisfies Steps<ChatContext, ChatEffect>;
