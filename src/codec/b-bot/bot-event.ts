import type { ChannelSettings } from "../../../machines/channel/channel.types.ts";
import type { BotEvent, ClientMessageEvent } from "../../../machines/tells.ts";
import type { OutboundBotEvent } from "../../ports/outbound.ts";
import type { ClientMessageBody } from "../sent-schemas.ts";

/** The account's number: an installation has one account. Source: BOT-12. */
const siteId = "1";

/** Source: BOT-12. */
const channelTypes: Readonly<Record<ChannelSettings["kind"], ClientMessageBody["channel"]["type"]>> = {
  api: "chat_api",
  widget: "widget",
};

/**
 * The exact body of a POST to a bot: all keys of the event, with their types, and nothing else.
 * Source: B1, B2, BOT-09 to BOT-13, BOT-15.
 */
export function encodeBotEvent(
  outbound: Pick<OutboundBotEvent, "eventId" | "event" | "channelId" | "channelKind">,
): string {
  const { eventId, event } = outbound;
  const ids = { event: event.event, id: eventId, client_id: String(event.clientNumber), chat_id: event.chatId };
  if (!isClientMessage(event)) return JSON.stringify(ids);
  return JSON.stringify(toClientMessageBody(event, outbound));
}

function toClientMessageBody(
  event: ClientMessageEvent,
  { eventId, channelId, channelKind }: Pick<OutboundBotEvent, "eventId" | "channelId" | "channelKind">,
): ClientMessageBody {
  const { name, url, hasContacts } = event.sender;
  return {
    event: event.event,
    id: eventId,
    client_id: String(event.clientNumber),
    chat_id: event.chatId,
    site_id: siteId,
    agents_online: event.agentsOnline,
    sender: { id: event.clientNumber, name: name ?? "", url: url ?? "", has_contacts: hasContacts },
    channel: { id: channelId, type: channelTypes[channelKind] },
    message: {
      type: "TEXT",
      text: event.text,
      ...(event.buttonId === null ? {} : { button_id: event.buttonId }),
      timestamp: Math.floor(event.atMs / 1000),
    },
  };
}

const isClientMessage = (event: BotEvent): event is ClientMessageEvent => event.event === "CLIENT_MESSAGE";
