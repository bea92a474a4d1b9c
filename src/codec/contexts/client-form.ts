import type { ClientFacts } from "../../../machines/chat/chat.types.ts";
import type { CustomDataRow } from "../../../machines/chat/crm.types.ts";
import type { GeoFacts, PageFacts, SessionFacts, UtmFacts } from "../../../machines/chat/visitor.types.ts";
import type { chat } from "../proto/generated/contexts.js";
import { ifThere, listOf } from "./context-reader.ts";

export const decodeClient = (client: chat.ClientFacts): ClientFacts => ({
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

export const decodeCustomData = (rows: readonly chat.CustomDataRow.$Properties[]): readonly CustomDataRow[] =>
  listOf(rows, ({ title, content, key, link }) => ({
    title: title ?? null,
    content: content ?? null,
    key: key ?? null,
    link: link ?? null,
  }));

export const decodePage = ({ url, title }: chat.PageFacts): PageFacts => ({ url, title: title ?? null });
