import type { ChatContext, ChatEffect, ChatEvent, ClientFacts } from "./chat.types.ts";
import { isContactChanged, withCaller, withContactChange, withSenderFacts, withVisitorChange } from "./client-facts.ts";
import type { CrmAnswer, CrmFacts } from "./crm.types.ts";
import { storedLine } from "./stored-message.ts";
import { nothing } from "./typing.ts";
import type { ChatVisit } from "./visit.types.ts";

/** An agent pressed Reply, or opened a chat again that nobody had accepted: the first one of this chat. Before that agent is noted. Source: WH-14. */
export const reportAccepted = ({ visit }: ChatContext, event: ChatEvent): ChatEffect =>
  (event.type === "chat.accept-requested" || event.type === "chat.reopen-requested") && !visit.isAccepted
    ? {
        type: "effect.report.make",
        nowMs: event.nowMs,
        report: { event: "chat_accepted", agentId: event.agent.id },
      }
    : nothing;

/** The client as it will be after the event. */
function changedClient({ client }: ChatContext, event: ChatEvent): ClientFacts {
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
    default:
      return client;
  }
}

/** Before the change is made; only in a chat that an agent has accepted. Source: WH-16. */
export function reportUpdated(context: ChatContext, event: ChatEvent): ChatEffect {
  const opener = event.type === "chat.reopen-requested" ? event.agent.id : undefined;
  const agentId = opener ?? context.agent?.id ?? context.agentIds.at(-1);
  if (agentId === undefined || !isContactChanged(context.client, changedClient(context, event))) return nothing;
  return { type: "effect.report.make", nowMs: event.nowMs, report: { event: "chat_updated", agentId } };
}

/** After whoever closed the chat is noted; what nobody closed has no agent to name. Source: WH-17. */
export const reportFinished = ({ agentIds }: ChatContext, { type, nowMs }: ChatEvent): ChatEffect =>
  type === "chat.expired"
    ? nothing
    : { type: "effect.report.make", nowMs, report: { event: "chat_finished", agentIds } };

export function storedExpiredLine(context: ChatContext, event: ChatEvent): ChatEffect {
  if (event.type !== "chat.expired") throw new Error(`Expected an expired chat, got ${event.type}`);
  return storedLine(context, event, event.lineId, `Nobody answered for ${event.waitedDays} days; the chat is closed.`);
}

/** The bind button is there, and was not pressed yet. Source: WH-15, WH-28. */
export const canAssign = ({ visit: { crm } }: Pick<ChatContext, "visit">): boolean =>
  crm?.enableAssign === true && crm.crmLink !== null && !crm.isAssigned;

export function reportAssigned({ visit: { crm } }: ChatContext, event: ChatEvent): ChatEffect {
  if (event.type !== "chat.assign-requested" || crm === null || crm.crmLink === null) return nothing;
  const report = { event: "chat_assigned", agentId: event.agent.id, assignTo: crm.crmLink } as const;
  return { type: "effect.report.make", nowMs: event.nowMs, report };
}

export const noteAssigned = ({ visit }: ChatContext): Partial<ChatContext> =>
  visit.crm === null ? {} : { visit: { ...visit, crm: { ...visit.crm, isAssigned: true } } };

const noCrmFacts: CrmFacts = {
  isOfAcceptance: false,
  customData: [],
  crmLink: null,
  enableAssign: false,
  isAssigned: false,
  page: null,
};

/** The first answer to `chat_accepted` counts, and every one to `chat_updated` that brings something. Source: WH-30, WH-32. */
export const isAnswerShown = ({ visit: { crm } }: ChatContext, event: ChatEvent): boolean =>
  event.type === "crm.answered" &&
  (event.event === "chat_accepted" ? crm?.isOfAcceptance !== true : Object.keys(event.answer).length > 0);

/** The context with what the answer has; what it says nothing of stays. Source: WH-24 to WH-32. */
export function keepAnswer({ client, visit }: ChatContext, event: ChatEvent): Partial<ChatContext> {
  if (event.type !== "crm.answered") return {};
  const { answer, nowMs } = event;
  const before = visit.crm ?? noCrmFacts;
  const isOfAcceptance = before.isOfAcceptance || event.event === "chat_accepted";
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

/** The owner's server answered with a failure: the agent reads it. Source: WH-34. */
export function storedRefusal(context: ChatContext, event: ChatEvent): ChatEffect {
  if (event.type !== "report.refused") throw new Error(`Expected a refused report, got ${event.type}`);
  return storedLine(
    context,
    event,
    event.lineId,
    `The owner's system refused ${event.event}: ${event.failure.message}`,
  );
}

/** Where the visitor is now takes the place of the page that the owner's server named. Source: WH-29. */
export const withoutCrmPage = (visit: ChatVisit): ChatVisit =>
  visit.crm === null || visit.crm.page === null ? visit : { ...visit, crm: { ...visit.crm, page: null } };
