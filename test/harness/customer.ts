import type { ChannelSettings } from "../../machines/channel/channel.types.ts";
import type { DeskChat, DeskMessage } from "../../src/codec/desk/desk.ts";
import { configureChannel } from "../../src/domain/configure.ts";
import type { ChannelLogRow } from "../../src/ports/store.ts";
import type { ApiAnswer, Service } from "./service.ts";

export const channelId = "MOBILEAPP1";

export const settingsOf = (service: Service, id = channelId): ChannelSettings => {
  const entry = service.app.runtime.directory.find(id);
  if (entry === undefined) throw new Error(`Expected a channel ${id}`);
  return entry.settings;
};

/** The channel's path that the customer system uses. */
export const channelPath = (service: Service, id = channelId): string =>
  `/chat-api/${settingsOf(service, id).random}/${id}`;

export const configure = (service: Service, change: Partial<ChannelSettings>): Promise<void> =>
  configureChannel(service.app.runtime, { ...settingsOf(service), ...change });

/** Sends a customer system's request; every answer is accepted. A string is sent unchanged. */
export const post = (
  service: Service,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<ApiAnswer> => service.call("POST", channelPath(service), { body, headers });

export const textOf = (id: unknown, text: string, more: object = {}): object => ({
  sender: { id, ...more },
  message: { type: "text", text },
});

/** Returns one chat and its messages as its agents see them; the newest chat when no number is given. */
export async function seen(
  service: Service,
  chatId?: string,
): Promise<{ readonly chat: DeskChat; readonly messages: readonly DeskMessage[] }> {
  const token = await service.logIn("kim");
  const id = chatId ?? (await service.call("GET", "/api/chats", { token })).body.chats[0]?.id;
  const { chat } = (await service.call("GET", `/api/chats/${id}`, { token })).body;
  const { messages } = (await service.call("GET", `/api/chats/${id}/messages`, { token })).body;
  return { chat, messages };
}

/** Returns how many chats the channel's agents see. */
export async function chatsCount(service: Service): Promise<number> {
  const token = await service.logIn("kim");
  return (await service.call("GET", "/api/chats", { token })).body.chats.length;
}

/** Returns the channel's delivery log, oldest first. */
export async function channelLog(service: Service): Promise<readonly ChannelLogRow[]> {
  const rows = await service.store.scan("channelLog", { prefix: [channelId], limit: 1_000 });
  return rows.map(({ row }) => row);
}
