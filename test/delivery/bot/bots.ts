import type { Test } from "tap";
import type { BotSettings } from "../../../machines/channel/channel.types.ts";
import type { ClientMessageEvent } from "../../../machines/tells.ts";
import { asChannelId, asChatId, asDeliveryId, asMessageId } from "../../../src/core/ids.ts";
import type { OutboundBotEvent } from "../../../src/ports/outbound.ts";
import { timeoutMs } from "../attempts.ts";
import type { Behaviour, Peer } from "../peer.ts";
import { openPeer, reply } from "../peer.ts";

export const channelId = asChannelId("MOBILEAPP1");
export const pathToken = "t0k3n";
export const clientSecret = "hush-client-secret";

const event: ClientMessageEvent = {
  event: "CLIENT_MESSAGE",
  chatId: asChatId("5021"),
  clientNumber: 318,
  sender: { name: "Tomas Berg", url: null, hasContacts: true },
  agentsOnline: true,
  text: "Do you repair e-bikes? Grüße",
  buttonId: null,
  atMs: 1_795_165_200_000,
};

/** The body of every request of these tests. */
export const sentEvent =
  '{"event":"CLIENT_MESSAGE","id":"0c6b1f52-93de-4f0a-8d3e-6a5b1c7e2f01","client_id":"318","chat_id":"5021","site_id":"1","agents_online":true,"sender":{"id":318,"name":"Tomas Berg","url":"","has_contacts":true},"channel":{"id":"MOBILEAPP1","type":"chat_api"},"message":{"type":"TEXT","text":"Do you repair e-bikes? Grüße","timestamp":1795165200}}';

const unsigned = { signingSecret: null, previousSecret: null };

export function toTelling(
  bot: Partial<BotSettings> & Pick<BotSettings, "endpoint">,
  changes: Partial<OutboundBotEvent> = {},
): OutboundBotEvent {
  return {
    channelId,
    channelKind: "api",
    bot: { providerId: "acme-bots", token: pathToken, name: null, photo: null, oauth: null, ...unsigned, ...bot },
    deliveryId: asDeliveryId("01JD5Y2B8M3Q7W0V4X6Z9K1T2R"),
    eventId: asMessageId("0c6b1f52-93de-4f0a-8d3e-6a5b1c7e2f01"),
    event,
    attempt: 1,
    timeoutMs,
    ...changes,
  };
}

/** Both endpoints of a provider: its bot, and its token endpoint at `/token`. */
export interface ProviderPeer {
  readonly peer: Peer;
  /** The settings of a bot with access tokens. It is the same object each time. */
  readonly bot: Partial<BotSettings> & Pick<BotSettings, "endpoint">;
  /** The `Authorization` headers of the bot's requests, unchanged. */
  carried(): readonly string[];
  /** The bodies of the token requests. */
  forms(): readonly string[];
}

export async function openProvider(t: Test, answers: { bot: Behaviour; token: Behaviour }): Promise<ProviderPeer> {
  const isToken = (request: string): boolean => request.startsWith("POST /token");
  const peer = await openPeer(t, (socket, request) =>
    isToken(request) ? answers.token(socket, request) : answers.bot(socket, request),
  );
  const origin = `http://${peer.host}`;
  return {
    peer,
    bot: {
      endpoint: `${origin}/hook`,
      oauth: { tokenUrl: `${origin}/token`, clientId: "kim", clientSecret },
    },
    carried: () => peer.requests.filter((request) => !isToken(request)).map(authorizationOf),
    forms: () => peer.requests.filter(isToken).map((request) => request.slice(request.indexOf("\r\n\r\n") + 4)),
  };
}

const authorizationOf = (request: string): string => /\r\nAuthorization: (.*)\r\n/.exec(request)?.[1] ?? "";

/** Issues the tokens `tk-1`, `tk-2` and so on. */
export function grantTokens(members: object = { token_type: "Bearer", expires_in: 3600 }): Behaviour {
  let granted = 0;
  return (socket, request) => {
    granted += 1;
    reply("200 OK", JSON.stringify({ access_token: `tk-${granted}-hush`, ...members }))(socket, request);
  };
}
