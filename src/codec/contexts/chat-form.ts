import type {
  ChatContext,
  ChatDepartment,
  ChatOffer,
  ChatVisit,
  CrmFacts,
  FailedMessage,
  OutboundLane,
} from "../../../machines/chat/chat.types.ts";
import type {
  ClientFacts,
  CustomDataRow,
  GeoFacts,
  PageFacts,
  ProvedFacts,
  SessionFacts,
  UtmFacts,
} from "../../../machines/chat/client.types.ts";
import type { AgentSignature, LiveButtons, MessageButton } from "../../../machines/chat/message.types.ts";
import { asAgentId, asChannelId, asChatId, asDeliveryId } from "../../core/ids.ts";
import type { StoredForm } from "../../ports/stored-form.ts";
import type { call } from "../proto/generated/contexts.js";
import { chat } from "../proto/generated/contexts.js";
import { decodeCallSummary } from "./call-form.ts";
import type { Unlocked } from "./context-bytes.ts";
import { ContextReader, ifThere, listOf, ownList, writeBytes } from "./context-bytes.ts";

export const chatForm: StoredForm<ChatContext> = {
  version: 1,
  encode: (context) => writeBytes((writer) => chat.ChatContext.encode(context as Unlocked<ChatContext>, writer)),
  decode(bytes) {
    const context = chat.ChatContext.decode(new ContextReader(bytes));
    return {
      id: asChatId(context.id),
      channelId: asChannelId(context.channelId),
      client: decodeClient(context.client as chat.ClientFacts),
      agent: ifThere(context.agent as chat.AgentSignature | null, decodeSignature),
      offer: ifThere(context.offer as chat.ChatOffer | null, decodeOffer),
      department: ifThere(context.department as chat.ChatDepartment | null, decodeDepartment),
      agentIds: listOf(context.agentIds, asAgentId),
      invites: ownList(context.invites),
      isClientTyping: context.isClientTyping,
      typingAgent: ifThere(context.typingAgent as chat.AgentSignature | null, decodeSignature),
      lastSeq: context.lastSeq,
      unread: context.unread,
      lane: decodeLane(context.lane as chat.OutboundLane),
      bot: ifThere(context.bot, (bot) => bot as NonNullable<ChatContext["bot"]>),
      buttons: ifThere(context.buttons as chat.LiveButtons | null, decodeLiveButtons),
      visit: decodeVisit(context.visit as chat.ChatVisit),
      createdAtMs: context.createdAtMs,
      updatedAtMs: context.updatedAtMs,
      closedAtMs: context.closedAtMs ?? null,
    };
  },
};

export const decodeSignature = ({ id, name, photo }: chat.AgentSignature): AgentSignature => ({
  id: asAgentId(id),
  name,
  photo: photo ?? null,
});

const decodeOffer = ({ kind, id, name }: chat.ChatOffer): ChatOffer =>
  kind === "agent" ? { kind, id: asAgentId(id), name } : { kind: kind as "department", id, name };

const decodeDepartment = ({ id, name }: chat.ChatDepartment): ChatDepartment => ({ id, name });

/** One shared object, because most lanes are idle. */
const idleLane: OutboundLane = { active: null, waiting: [] };

const decodeLane = ({ active, waiting }: chat.OutboundLane): OutboundLane =>
  typeof active === "string" || waiting.length > 0
    ? { active: ifThere(active, asDeliveryId), waiting: listOf(waiting, asDeliveryId) }
    : idleLane;

const decodeLiveButtons = ({ messageSeq, buttons }: chat.LiveButtons): LiveButtons => ({
  messageSeq,
  buttons: listOf(buttons as chat.MessageButton[], decodeButton),
});

export const decodeButton = ({ text, id }: chat.MessageButton): MessageButton => ({ text, id: id ?? null });

function decodeVisit(stored: chat.ChatVisit): ChatVisit {
  const visit: ChatVisit = {
    surface: stored.surface as ChatVisit["surface"],
    firstPage: ifThere(stored.firstPage as chat.PageFacts | null, decodePage),
    crm: ifThere(stored.crm as chat.CrmFacts | null, decodeCrm),
    call: ifThere(stored.call as call.CallSummary | null, decodeCallSummary),
    rate: ifThere(stored.rate, (rate) => rate as NonNullable<ChatVisit["rate"]>),
    isAccepted: stored.isAccepted,
    waitingSinceMs: stored.waitingSinceMs ?? null,
    linesBehind: stored.linesBehind,
    failed: listOf(stored.failed as chat.FailedMessage[], decodeFailed),
  };
  const { isExpired, seenSeq, hasNote } = stored;
  if (!isExpired && seenSeq === 0 && !hasNote) return visit;
  return { ...visit, ...(isExpired && { isExpired }), ...(seenSeq > 0 && { seenSeq }), ...(hasNote && { hasNote }) };
}

const decodeCrm = (crm: chat.CrmFacts): CrmFacts => ({
  isOfAcceptance: crm.isOfAcceptance,
  customData: decodeCustomData(crm.customData),
  crmLink: crm.crmLink ?? null,
  enableAssign: crm.enableAssign,
  isAssigned: crm.isAssigned,
  page: ifThere(crm.page as chat.PageFacts | null, decodePage),
});

const decodeFailed = ({ deliveryId, seq, agentId, atMs, knownSeq }: chat.FailedMessage): FailedMessage => ({
  deliveryId: asDeliveryId(deliveryId),
  seq,
  agentId: asAgentId(agentId),
  atMs,
  knownSeq,
});

function decodeClient(client: chat.ClientFacts): ClientFacts {
  const facts: ClientFacts = {
    senderId: client.senderId,
    senderIdKind: client.senderIdKind as ClientFacts["senderIdKind"],
    number: client.number,
    name: client.name ?? null,
    phone: client.phone ?? null,
    email: client.email ?? null,
    photo: client.photo ?? null,
    description: client.description ?? null,
    url: client.url ?? null,
    pageTitle: client.pageTitle ?? null,
    userToken: client.userToken ?? null,
    session: ifThere(client.session as chat.SessionFacts | null, decodeSession),
    chatsCount: client.chatsCount,
    isBlacklisted: client.isBlacklisted,
    pageData: decodeCustomData(client.pageData),
  };
  const proved = ifThere(client.proved as chat.ProvedFacts | null, decodeProved);
  return proved === null ? facts : { ...facts, proved };
}

const decodeProved = ({ id, name, email, phone }: chat.ProvedFacts): ProvedFacts => ({
  id,
  name: name ?? null,
  email: email ?? null,
  phone: phone ?? null,
});

const decodeSession = (session: chat.SessionFacts): SessionFacts => ({
  ipAddress: session.ipAddress,
  userAgent: session.userAgent,
  utm: decodeUtm(session.utm as chat.UtmFacts),
  geo: decodeGeo(session.geo as chat.GeoFacts),
});

const decodeUtm = ({ source, campaign, content, medium, term }: chat.UtmFacts): UtmFacts => ({
  source,
  campaign,
  content,
  medium,
  term,
});

const decodeGeo = (geo: chat.GeoFacts): GeoFacts => ({
  region_code: geo.region_code,
  country: geo.country,
  country_code: geo.country_code,
  region: geo.region,
  city: geo.city,
  latitude: geo.latitude,
  longitude: geo.longitude,
  organization: geo.organization,
});

const decodeCustomData = (rows: readonly chat.CustomDataRow.$Properties[]): readonly CustomDataRow[] =>
  listOf(rows, ({ title, content, key, link }) => ({
    title: title ?? null,
    content: content ?? null,
    key: key ?? null,
    link: link ?? null,
  }));

const decodePage = ({ url, title }: chat.PageFacts): PageFacts => ({ url, title: title ?? null });
